// SPDX-License-Identifier: MIT
// What Thrust builds of the algorithms beside this file, for any system: nothing is added to it.

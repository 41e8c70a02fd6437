// SPDX-License-Identifier: MIT
// The toolkit's headers use names that a program may have as macros (-DT=float, #define P 8). Each
// of them begins with this, which puts such macros away, and ends with macros_back.h. Both may be
// included any number of times.
#pragma push_macro("A")
#undef A
#pragma push_macro("B")
#undef B
#pragma push_macro("C")
#undef C
#pragma push_macro("D")
#undef D
#pragma push_macro("I")
#undef I
#pragma push_macro("P")
#undef P
#pragma push_macro("S")
#undef S
#pragma push_macro("T")
#undef T
#pragma push_macro("U")
#undef U
#pragma push_macro("V")
#undef V
#pragma push_macro("X")
#undef X
#pragma push_macro("LAST")
#undef LAST
#pragma push_macro("PAIR")
#undef PAIR
#pragma push_macro("PART")
#undef PART
#pragma push_macro("SMALL")
#undef SMALL
#pragma push_macro("SPLIT")
#undef SPLIT
#pragma push_macro("WIDE")
#undef WIDE

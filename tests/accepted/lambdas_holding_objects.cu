// SPDX-License-Identifier: MIT
#include <string>
struct ended { ~ended() {} };
int main() {
    std::string s;
    ended e;
    auto a = [s] {};
    auto b = [=] { return s.size(); };
    auto c = [e] {};
    auto d = [x = s] {};
    auto f = [x = std::stoi("1")] {};
    auto &&g = [] {};
}

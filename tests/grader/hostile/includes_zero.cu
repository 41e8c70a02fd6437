// 4
#include "/dev/zero"
int main() {}

// 4
#include "/dev/fd/3"
#include "/proc/self/fd/1"
int main() {}

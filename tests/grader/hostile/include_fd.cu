// 4
#include "/dev/fd/3"
#include "/proc/self/fd/1"
#include "/dev/stdin"
#include "/etc/passwd"
int main() {}

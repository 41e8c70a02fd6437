// 4
#include "/dev/stdin"
int main() {}

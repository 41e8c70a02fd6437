// 4
#include "/etc/passwd"
int main() {}

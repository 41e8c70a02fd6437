// 4
void part() {}

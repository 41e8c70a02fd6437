// 17
#define IT_IS ' one that is never closed
#pragma GCC optimize("O0")
#pragma GCC poison never
// here: solution

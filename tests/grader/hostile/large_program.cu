// 4
char large[1u << 30] = {1};
int main() {}

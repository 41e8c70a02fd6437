// 4
struct s {
    int v = 7;
};
s many[1 << 28] = {};
constinit s more[1 << 27] = {{1}};
int main() {}

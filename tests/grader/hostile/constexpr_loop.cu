// 4
constexpr int loop() {
    for (int i = 0;; i = (i + 1) % 3)
        if (i > 5) return i;
}
constexpr int n = loop();
int main() {}

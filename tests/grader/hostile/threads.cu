// 4
#include <thread>
int main() {
    for (;;)
        std::thread([] {
            for (;;)
                ;
        }).detach();
}

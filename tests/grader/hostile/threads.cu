// 4
#include <thread>
int main() {
    for (;;)
        std::thread([] {
            while (true) sched_yield();
        }).detach();
}

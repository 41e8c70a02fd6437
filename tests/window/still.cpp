// SPDX-License-Identifier: MIT
// A still picture for tests/window.t: still WIDTH HEIGHT FILE [save] [no-window].
// Every pixel differs from its neighbours, and the four corners differ from each other, so that a
// picture that is shifted, scaled, cut or upside down is seen to be.
#include "../../common/cpu_bitmap.h"

static void say_end(void *data) { printf("exit callback: %s\n", (const char *)data); }

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    char word[] = "called";
    CPUBitmap bitmap(atoi(argv[1]), atoi(argv[2]), word);
    if (bitmap.get_ptr() == NULL) return 2;
    bitmap.title = "still";
    bitmap.save_as = argv[3];
    for (int i = 4; i < argc; i++) {
        bitmap.save |= strcmp(argv[i], "save") == 0;
        bitmap.window &= strcmp(argv[i], "no-window") != 0;
    }
    if (bitmap.save && image_check_writable(bitmap.save_as) != 0) return 2;
    unsigned char *pixel = bitmap.get_ptr();
    for (int y = 0; y < bitmap.height; y++)
        for (int x = 0; x < bitmap.width; x++, pixel += 4) {
            pixel[0] = (unsigned char)(255 * x / bitmap.width);
            pixel[1] = (unsigned char)(255 * y / bitmap.height);
            pixel[2] = (unsigned char)((x * 7 + y * 13) % 256);
            pixel[3] = 255;
        }
    int result = bitmap.display_and_exit(say_end);
    printf("back in main\n");
    return result;
}

// SPDX-License-Identifier: MIT
// An animation for tests/window.t: anim WIDTH HEIGHT FRAMES FILE [save] [no-window].
// A white bar runs over a blue picture. Says on stdout where it was dragged.
#include "../../common/cpu_anim.h"

static void frame(void *data, int ticks) {
    CPUAnimBitmap *anim = *(CPUAnimBitmap **)data;
    unsigned char *pixel = anim->get_ptr();
    int bar = ticks % anim->width;
    for (int y = 0; y < anim->height; y++)
        for (int x = 0; x < anim->width; x++, pixel += 4) {
            pixel[0] = pixel[1] = x == bar ? 255 : 0;
            pixel[2] = pixel[3] = 255;
        }
    if (ticks == 10) anim->set_title("tenth frame");
}

static void dragged(void *, int x0, int y0, int x1, int y1) {
    printf("drag %d %d %d %d\n", x0, y0, x1, y1);
    fflush(stdout);
}

static void say_end(void *) { printf("exit callback\n"); }

int main(int argc, char **argv) {
    if (argc < 5) return 2;
    CPUAnimBitmap *self;
    CPUAnimBitmap anim(atoi(argv[1]), atoi(argv[2]), &self);
    self = &anim;
    if (anim.get_ptr() == NULL) return 2;
    anim.title = "anim";
    anim.frames = atoi(argv[3]);
    anim.save_as = argv[4];
    for (int i = 5; i < argc; i++) {
        anim.save |= strcmp(argv[i], "save") == 0;
        anim.window &= strcmp(argv[i], "no-window") != 0;
    }
    if (anim.save && anim_check_writable(anim.save_as) != 0) return 2;
    anim.click_drag(dragged);
    int result = anim.anim_and_exit(frame, say_end);
    printf("back in main\n");
    return result;
}

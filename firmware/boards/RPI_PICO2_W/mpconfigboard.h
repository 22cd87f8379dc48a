// Raspberry Pi Pico 2 W, with a ROM partition between MicroPython and the files; see ../README.md
#include "boards/RPI_PICO2_W/mpconfigboard.h"
#define MICROPY_HW_ROMFS_BYTES (512 * 1024)

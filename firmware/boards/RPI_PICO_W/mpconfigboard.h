// Raspberry Pi Pico W, with a ROM partition between MicroPython and the files; see ../README.md
#include "boards/RPI_PICO_W/mpconfigboard.h"
#define MICROPY_HW_ROMFS_BYTES (384 * 1024)

// Raspberry Pi Pico, with a ROM partition between MicroPython and the files; see ../README.md
#include "boards/RPI_PICO/mpconfigboard.h"
#define MICROPY_HW_ROMFS_BYTES (256 * 1024)

# Raspberry Pi Pico 2: as MicroPython has it; see ../README.md
include(${MICROPY_PORT_DIR}/boards/RPI_PICO2/mpconfigboard.cmake)
include(${MICROPY_PORT_DIR}/boards/RPI_PICO2/mpconfigvariant.cmake)
set(MICROPY_BOARD_PINS ${MICROPY_PORT_DIR}/boards/RPI_PICO2/pins.csv)

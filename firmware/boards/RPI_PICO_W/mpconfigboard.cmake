# Raspberry Pi Pico W: as MicroPython has it, without Bluetooth, which would take RAM and flash; see ../README.md
include(${MICROPY_PORT_DIR}/boards/RPI_PICO_W/mpconfigboard.cmake)
set(MICROPY_BOARD_PINS ${MICROPY_PORT_DIR}/boards/RPI_PICO_W/pins.csv)

set(MICROPY_PY_BLUETOOTH OFF)
set(MICROPY_BLUETOOTH_BTSTACK OFF)
set(MICROPY_PY_BLUETOOTH_CYW43 OFF)
# MicroPython gets this folder from Bluetooth's libraries, but the radio's driver needs it, too.
include_directories(SYSTEM ${MICROPY_DIR}/lib/pico-sdk/src/rp2_common/pico_cyw43_driver/include)

// What lies under the squares: a cell each, with a holder for the upright reed switch in its middle and a channel for
// the light strip beside it. Printed in tiles of tile_columns by tile_rows cells, put side by side in the frame.
// With `circuit` it lies on a circuit board instead: windows for the board's parts, and pegs for its holes.

include <parameters.scad>

tile_columns = 4;
tile_rows = 4;
circuit = false;
board_h = 1.6;          // thickness of a circuit board

// How high a cell is, from what it lies on to the underside of the playing surface.
cell_h = circuit ? depth - board_h : depth;

module holder() {
    // The switch's upper end is just under the playing surface; its leads go out through the floor.
    height = cell_h - reed_l - 0.5 + 6;
    difference() {
        cylinder(d = reed_d + 3, h = height);
        translate([0, 0, -1]) cylinder(d = reed_d + play, h = height + 2);
        // A slit for the lead that comes back down along the glass, to the second hole of a circuit board.
        rotate(circuit ? -90 : 0) translate([-0.6, 0, -1]) cube([1.2, reed_d + 3, height + 2]);
    }
}

// What a circuit board has in a cell, by host/crossboard/hardware/pcb/cells.py: the light and its capacitor, the diode, the lead.
module cell_windows() {
    translate([0, 0, -1]) cylinder(d = reed_d + play, h = floor_height + 2);
    translate([-8, -15, -1]) cube([12.5, 10, floor_height + 2]);
    translate([3.4, -1.8, -1]) cube([3.6, 10.3, floor_height + 2]);
}

module pegs() {
    for (column = [1 : 2 : tile_columns - 1], row = [1 : 2 : tile_rows - 1])
        translate([column * pitch, row * pitch - pitch / 2 + 15.2, -board_h + 0.2]) cylinder(d = 2.9, h = board_h + 1);
}

module cell_holes() {
    translate([0, 0, -1]) cylinder(d = reed_d + play, h = floor_height + 2);
    translate([-0.6, 0, -1]) cube([1.2, reed_d / 2 + 3, floor_height + 2]);
    // Wires between rows.
    translate([pitch / 2 - 6, pitch / 2 - 6, -1]) cylinder(d = 4, h = floor_height + 2);
}

module walls() {
    difference() {
        linear_extrude(cell_h, convexity = 10) difference() {
            square([pitch * tile_columns, pitch * tile_rows]);
            for (column = [0 : tile_columns - 1], row = [0 : tile_rows - 1])
                translate([column * pitch + wall / 2, row * pitch + wall / 2]) square(pitch - wall);
        }
        // The strip passes through the walls between columns; the current for the row's end does too.
        if (!circuit) for (row = [0 : tile_rows - 1])
            translate([-1, (row + 0.5) * pitch - strip_offset - strip_w / 2, floor_height])
                cube([pitch * tile_columns + 2, strip_w, 3.2]);
    }
}

module tile() {
    walls();
    for (column = [0 : tile_columns - 1], row = [0 : tile_rows - 1])
        translate([(column + 0.5) * pitch, (row + 0.5) * pitch, 0]) {
            difference() {
                translate([-pitch / 2, -pitch / 2, 0]) cube([pitch, pitch, floor_height]);
                if (circuit) cell_windows(); else cell_holes();
            }
            holder();
        }
    // The board's holes are 1.47 mm below the corners of the cells.
    if (circuit && tile_columns > 1) pegs();
}

tile();

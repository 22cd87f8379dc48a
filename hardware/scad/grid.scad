// What lies under the squares: a cell each, with a holder for the upright reed switch in its middle and a channel for
// the light strip beside it. Printed in tiles of tile_columns by tile_rows cells, put side by side in the frame.

include <parameters.scad>

tile_columns = 4;
tile_rows = 4;

module holder() {
    // The switch's upper end is just under the playing surface; its leads go out through the floor.
    height = depth - reed_l - 0.5 + 6;
    difference() {
        cylinder(d = reed_d + 3, h = height);
        translate([0, 0, -1]) cylinder(d = reed_d + play, h = height + 2);
        // A slit for the lead that comes back down along the glass.
        translate([-0.6, 0, -1]) cube([1.2, reed_d + 3, height + 2]);
    }
}

module cell_holes() {
    translate([0, 0, -1]) cylinder(d = reed_d + play, h = floor_height + 2);
    translate([-0.6, 0, -1]) cube([1.2, reed_d / 2 + 3, floor_height + 2]);
    // Wires between rows.
    translate([pitch / 2 - 6, pitch / 2 - 6, -1]) cylinder(d = 4, h = floor_height + 2);
}

module walls() {
    difference() {
        linear_extrude(depth) difference() {
            square([pitch * tile_columns, pitch * tile_rows]);
            for (column = [0 : tile_columns - 1], row = [0 : tile_rows - 1])
                translate([column * pitch + wall / 2, row * pitch + wall / 2]) square(pitch - wall);
        }
        // The strip passes through the walls between columns; the current for the row's end does too.
        for (row = [0 : tile_rows - 1])
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
                cell_holes();
            }
            holder();
        }
}

tile();

// The box around the squares: a floor with room for wires, walls, and a rim around the playing surface. `board` is the set
// of squares; `part` cuts out one of four quarters to print (0 to 3), -1 is the whole; quarters are joined by pins.

include <parameters.scad>

board = "8x8";  // "8x8", "8x4" or "cross"
part = -1;

cellar = 12;    // under the squares: wires, chips, the controller; 30 with circuit boards, for their plugs and the carrier
pin_d = 3.2;    // holes for pins of 3 mm rod between the quarters
pin_l = 20;
button_d = 7.2; // thread of a push button, M7
button_top = 4; // of the frame where a button sits; below it is a shaft for its body
shaft_d = 12;

// Squares as rectangles: [column, row, columns, rows], counted from 0.
squares = board == "8x8" ? [[0, 0, 8, 8]]
    : board == "8x4" ? [[0, 0, 8, 4]]
    : [[3, 3, 6, 6], [4, 0, 4, 3], [4, 9, 4, 3], [0, 4, 3, 4], [9, 4, 3, 4]];
size = board == "8x8" ? [8, 8] : board == "8x4" ? [8, 4] : [12, 12];
height = floor_height + cellar + depth + surface + rim;

module area() {
    for (s = squares) translate([s[0] * pitch, s[1] * pitch]) square([s[2] * pitch, s[3] * pitch]);
}

module whole() {
    difference() {
        linear_extrude(height) offset(r = border) area();
        // Above the ledge the squares fit in, below it there is room for wires.
        translate([0, 0, floor_height + cellar]) linear_extrude(height) offset(delta = play) area();
        translate([0, 0, floor_height]) linear_extrude(height - rim - surface - depth) offset(delta = -3) area();
        // The USB cable leaves at the back, the buttons sit in the front edge.
        back = board == "cross" ? 12 : size[1];
        translate([(size[0] / 2) * pitch + 12, back * pitch - 6, floor_height + 2]) cube([14, border + 12, 8]);
        for (place = [-1, 1, 2]) translate([size[0] / 2 * pitch + place * 26, -border / 2, 0]) button();
    }
    ledges();
}

// A button's hole, the shaft through which it comes in from below, and the way of its wires into the cellar.
module button() {
    translate([0, 0, -1]) cylinder(d = shaft_d, h = height - button_top + 1);
    cylinder(d = button_d, h = height + 1);
    translate([-3, 0, floor_height]) cube([6, border, 8]);
}

// The tiles stand on these; none is under the middle of a circuit board of 4x4, where its plug is.
module ledges() {
    for (s = squares, column = [1 : s[2] - 1], row = [1 : s[3] - 1])
        if ((s[0] + column + s[1] + row) % 2 == 1)
            translate([(s[0] + column) * pitch, (s[1] + row) * pitch, 0]) cylinder(d = 7, h = floor_height + cellar);
}

// Holes for pins in the walls where quarters meet.
module pins() {
    middle = [size[0] / 2 * pitch, size[1] / 2 * pitch];
    for (at = [0.3, 0.75]) {
        for (y = [-border / 2, size[1] * pitch + border / 2])
            translate([middle[0], y, height * at]) rotate([0, 90, 0]) cylinder(d = pin_d, h = pin_l + 1, center = true);
        for (x = [-border / 2, size[0] * pitch + border / 2])
            translate([x, middle[1], height * at]) rotate([90, 0, 0]) cylinder(d = pin_d, h = pin_l + 1, center = true);
    }
}

module quarter(n) {
    big = 1000;
    middle = [size[0] / 2 * pitch, size[1] / 2 * pitch];
    intersection() {
        difference() { whole(); pins(); }
        translate([n % 2 == 0 ? middle[0] - big : middle[0], n < 2 ? middle[1] - big : middle[1], -1]) cube([big, big, 200]);
    }
}

if (part < 0) difference() { whole(); pins(); } else quarter(part);

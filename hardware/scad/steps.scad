// The steps of BUILD.md, for its pictures: `step` says which. Wires, switches, lights and the controller are drawn as they lie; sizes
// of what is bought are those of common parts.

include <parameters.scad>

step = "square";  // "square", "magnet", "frame", "strips", "switches", "controller", "guided", "set"

board = "8x8";
use <grid.scad>
use <frame.scad>
use <pieces.scad>

cellar = 12;
foot_h = skin + magnet_h + 1.4;  // of a chess piece, as in pieces.scad
top = floor_height + cellar + depth;  // of the tiles in the frame

copper = "Peru";
row_wire = "RoyalBlue";
column_wire = "Gold";

module wire(a, b, d = 1.2) { hull() { translate(a) sphere(d = d, $fn = 12); translate(b) sphere(d = d, $fn = 12); } }

// A switch; its second lead goes `down` below the floor.
module reed(down = 4) {
    color("LightCyan", 0.9) translate([0, 0, depth - reed_l - 0.5]) cylinder(d = reed_d, h = reed_l);
    color("Silver") wire([0, 0, -4], [0, 0, depth - reed_l], 0.8);
    color("Silver") { wire([0, 0, depth - 0.4], [2.4, 0, depth - 1.2], 0.8); wire([2.4, 0, depth - 1.2], [2.4, 0, -down], 0.8); }
}

// A strip along one row, a light under each square; the arrows say where the data goes, its edges which is 5 V (red) and which GND.
// One that is turned round has them the other way round.
module strip(columns, right = true) {
    color("DarkSlateGray") translate([0, -strip_w / 2, 0]) cube([columns * pitch, strip_w, 0.4]);
    for (side = [-1, 1]) color((side < 0) == right ? "Red" : "Black")
        translate([0, side * (strip_w / 2 - 0.8) - 0.8, 0.4]) cube([columns * pitch, 1.6, 0.3]);
    for (column = [0 : columns - 1]) translate([(column + 0.5) * pitch, 0, 0.4]) {
        color("White") translate([-2.5, -2.5, 0]) cube([5, 5, 1.6]);
        color("Khaki") translate([0, 0, 1.6]) cylinder(d = 3.6, h = 0.2);
        color("White") translate([9, 0, 0]) rotate(right ? 0 : 180) linear_extrude(0.2) polygon([[-2, -2], [2, 0], [-2, 2]]);
    }
}

module disc(d, h, colour) { color(colour) cylinder(d = d, h = h); }

// 2. One square, cut through the middle: the switch upright, the magnet flat above it.
module square_step() {
    difference() {
        color("WhiteSmoke") intersection() {
            tile();
            cube([2 * pitch, pitch, 100]);
        }
        translate([-1, -1, -1]) cube([2 * pitch + 2, pitch / 2 + 1, 100]);
    }
    for (column = [0, 1]) translate([(column + 0.5) * pitch, pitch / 2, 0]) reed();
    color("Wheat", 0.7) translate([0, pitch / 2, depth]) cube([2 * pitch, pitch / 2, surface]);
    translate([pitch / 2, pitch / 2, depth + surface]) {
        color("IndianRed") rotate(180) difference() {
            union() { cylinder(d = base_d, h = base_h); translate([0, 0, base_h]) cylinder(d1 = 14, d2 = 8, h = 18); }
            translate([-50, 0, -1]) cube([100, 50, 100]);
            translate([0, 0, skin]) cylinder(d = magnet_d + play, h = magnet_h);
        }
        translate([0, 0, skin]) disc(magnet_d, magnet_h, "Silver");
    }
}

// 3. A piece from below: magnet and lid.
module magnet_step() {
    rotate([180, 0, 0]) color("Ivory") { foot(foot_h); rook(); }
    translate([0, 0, 14]) disc(magnet_d, magnet_h, "Silver");
    translate([0, 0, 26]) disc(magnet_d + 4 - play, skin + 0.4, "Ivory");
}

// 3. The quarters of the frame, their pins, and the tiles that go in.
module frame_step() {
    for (n = [0 : 3]) translate([n % 2 ? 22 : -22, n < 2 ? -22 : 22, 0]) color("BurlyWood") quarter(n);
    for (n = [0 : 3]) translate([n % 2 ? 4 * pitch + 22 : -22, n < 2 ? -22 : 4 * pitch + 22, 60]) color("WhiteSmoke") tile();
    for (x = [-border / 2, 8 * pitch + border / 2], z = [0.3, 0.75]) color("Silver")
        translate([x, 4 * pitch, 38 * z]) rotate([90, 0, 0]) cylinder(d = 3, h = 20, center = true);
}

// 4.1 Strips along the rows, joined at their ends: back and forth, the wires one inside the other, so that 5 V meets 5 V.
module strips_step() {
    color("WhiteSmoke") for (x = [0, 4], y = [0, 4]) translate([x * pitch, y * pitch, 0]) tile();
    for (row = [0 : 7]) {
        y = (row + 0.5) * pitch - strip_offset;
        translate([0, y, floor_height + 0.2]) strip(8, row % 2 == 0);
        if (row < 7) for (i = [0 : 2]) {
            x = row % 2 == 0 ? 8 * pitch + 2 + 2.2 * i : -2 - 2.2 * i;
            edge = row % 2 == 0 ? 8 * pitch : 0;
            color(["Black", "LimeGreen", "Red"][i]) {
                wire([edge, y + 3 - 3 * i, 2], [x, y + 3 - 3 * i, 2]);
                wire([x, y + 3 - 3 * i, 2], [x, y + pitch - 3 + 3 * i, 2]);
                wire([x, y + pitch - 3 + 3 * i, 2], [edge, y + pitch - 3 + 3 * i, 2]);
            }
        }
    }
}

// 4.2 From below, as it is soldered: columns straight, rows by a diode each, its band towards the row wire.
module switches_step() {
    color("WhiteSmoke") tile();
    for (column = [0 : 3], row = [0 : 3]) translate([(column + 0.5) * pitch, (row + 0.5) * pitch, 0]) {
        reed(11);
        color("Silver") wire([0, 0, -4], [0, 9, -4], 0.8);
        translate([0, 6, -4]) rotate([-90, 0, 0]) { disc(2.2, 5, "OrangeRed"); translate([0, 0, 3.6]) disc(2.3, 0.9, "Black"); }
        color("Silver") wire([0, 11, -4], [0, 13, -4], 0.8);
    }
    for (column = [0 : 3]) color(column_wire) wire([(column + 0.5) * pitch + 2.4, -8, -11], [(column + 0.5) * pitch + 2.4, 4 * pitch - 4, -11]);
    for (row = [0 : 3]) color(row_wire) wire([-8, (row + 0.5) * pitch + 13, -4], [4 * pitch - 4, (row + 0.5) * pitch + 13, -4]);
}

// 4.4 From below, the floor taken off: the controller at the opening, its fuse and level shifter, the buttons in the front edge.
module controller_step() {
    difference() {
        color("BurlyWood") whole();
        translate([0, 0, -1]) linear_extrude(floor_height + 1.01) offset(delta = -3) square(8 * pitch);
    }
    color("WhiteSmoke") for (x = [0, 4], y = [0, 4]) translate([x * pitch, y * pitch, floor_height + cellar]) tile();
    translate([4 * pitch + 12 + 7 - 10.5, 8 * pitch - 52, 8]) {
        color("SeaGreen") cube([21, 51, 1]);
        color("Silver") translate([6.5, 46, -3]) cube([8, 6.5, 3]);
        color("Black") translate([7, 24, -1]) cube([7, 7, 1]);
        for (x = [1.6, 19.4], i = [0 : 19]) color(copper) translate([x, 1.4 + 2.54 * i, -0.2]) cylinder(d = 1.6, h = 1.4);
    }
    translate([4 * pitch - 30, 8 * pitch - 40, 8]) { color("Black") cube([18, 6.4, 3.4]); color("Silver") translate([0, -1, 0]) cube([18, 8.4, 0.5]); }
    translate([4 * pitch - 30, 8 * pitch - 22, 8]) color("Goldenrod") cube([8, 4, 5]);
    for (place = [-1, 1, 2]) translate([4 * pitch + place * 26, -border / 2, 0]) {
        color("DimGray") translate([0, 0, 16]) cylinder(d = 10, h = 20);
        color("Red") translate([0, 0, 10]) cylinder(d = 3, h = 6);
    }
    for (row = [0 : 7]) color(row_wire) wire([0, (row + 0.5) * pitch + 13, 9], [8 * pitch, (row + 0.5) * pitch + 13, 9]);
    for (column = [0 : 7]) color(column_wire) wire([(column + 0.5) * pitch + 2.4, 0, 6], [(column + 0.5) * pitch + 2.4, 8 * pitch - 60, 6]);
}

// Where the pieces of Charing Cross begin: rooks of White at d8 and e8, of Black at d1 and e1; knights at a and h.
rooks = [[[3, 7], [4, 7]], [[3, 0], [4, 0]]];
knights = [[[0, 3], [0, 4]], [[7, 3], [7, 4]]];

module placed(places, colour, horse) {
    for (p = places) translate([(p[0] + 0.5) * pitch, (p[1] + 0.5) * pitch, top + surface]) color(colour)
        { foot(foot_h); if (horse) knight(); else rook(); }
}

module lit(p) { translate([p[0] * pitch, p[1] * pitch, top + 0.1]) cube([pitch - 0.2, pitch - 0.2, surface]); }

// 6. The lights ask for pieces: blue where one belongs. 7. All of them stand.
module board_step(all) {
    color("BurlyWood") whole();
    for (column = [0 : 7], row = [0 : 7]) color((column + row) % 2 ? "Cornsilk" : "Tan")
        translate([column * pitch, row * pitch, top]) cube([pitch - 0.2, pitch - 0.2, surface]);
    placed(rooks[0], "Ivory", false);
    placed(knights[0], "Ivory", true);
    if (all) { placed(rooks[1], "DimGray", false); placed(knights[1], "DimGray", true); }
    else color("DodgerBlue") { for (p = concat(rooks[1], knights[1])) lit(p); }
}

if (step == "square") square_step();
if (step == "magnet") magnet_step();
if (step == "frame") frame_step();
if (step == "strips") strips_step();
if (step == "switches") switches_step();
if (step == "controller") controller_step();
if (step == "guided") board_step(false);
if (step == "set") board_step(true);

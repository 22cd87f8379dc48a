// The base of a piece: a disc with a magnet pushed in from above, closed by the piece that is glued on it.
// All magnets the same way up (mark one side with a pen): then stacked pieces hold together.

include <parameters.scad>

shape = "disc";  // "disc" for pieces glued on top; "stack" for Card Chess: flat, and closed by a lid that is printed with it

module base() {
    difference() {
        union() {
            cylinder(d = base_d, h = base_h - 1);
            translate([0, 0, base_h - 1]) cylinder(d1 = base_d, d2 = base_d - 2, h = 1);
        }
        translate([0, 0, skin]) cylinder(d = magnet_d + play, h = base_h);
        // Room for glue, and for a pin of the piece to stand in.
        translate([0, 0, skin + magnet_h]) cylinder(d1 = magnet_d + play, d2 = magnet_d + 3, h = base_h);
    }
}

module stack() {
    difference() {
        cylinder(d = base_d, h = skin + magnet_h + 0.4);
        translate([0, 0, skin]) cylinder(d = magnet_d + play, h = base_h);
        translate([0, 0, skin + magnet_h - 0.8]) cylinder(d = base_d - 4, h = base_h);
    }
    translate([base_d + 4, 0, 0]) cylinder(d = base_d - 4 - play, h = 1.2);
}

if (shape == "stack") stack(); else base();

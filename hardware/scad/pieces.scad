// Pieces for the four games. Each stands on a disc with its magnet in it, put in from below and closed by a lid that is printed
// beside it. `kind` chooses one; -D 'second=true' gives the second side's, whose foot is notched, so that no colour is needed.

include <parameters.scad>

kind = "rook";
second = false;

foot_h = skin + magnet_h + 1.4;   // of a chess piece: lid, magnet, and what is above it
disc_h = skin + magnet_h + 1.6;   // of a man or a card

// The foot of every piece: the magnet's room opens downward, a wider step takes the lid.
module foot(h, d = base_d) {
    difference() {
        union() {
            cylinder(d = d, h = h - 0.8);
            translate([0, 0, h - 0.8]) cylinder(d1 = d, d2 = d - 1.6, h = 0.8);
        }
        translate([0, 0, -1]) cylinder(d = magnet_d + play, h = 1 + skin + magnet_h + play);
        translate([0, 0, -1]) cylinder(d = magnet_d + 4 + play, h = 1 + skin);
        if (second) for (turn = [0 : 90 : 270]) rotate(turn) translate([d / 2 - 1, -1.5, -1]) cube([2, 3, h + 2]);
    }
}

module lid() { translate([base_d / 2 + magnet_d, 0, 0]) cylinder(d = magnet_d + 4 - play, h = skin); }

// A turned body from pairs of height and diameter.
module turned(steps) {
    translate([0, 0, foot_h - 0.01]) rotate_extrude()
        polygon(concat([[0, 0]], [for (s = steps) [s[1] / 2, s[0]]], [[0, steps[len(steps) - 1][0]]]));
}

// A flat body: the points of its outline, as thick as it says, upright on the foot.
module upright(points, thick) {
    translate([0, thick / 2, foot_h - 0.01]) rotate([90, 0, 0]) linear_extrude(thick) offset(r = 0.6) offset(delta = -0.6)
        polygon(points);
}

module stroke(points, width) {
    for (i = [0 : len(points) - 2]) hull() {
        translate(points[i]) circle(d = width, $fn = 12);
        translate(points[i + 1]) circle(d = width, $fn = 12);
    }
}

module rook() {
    difference() {
        turned([[0, 18], [2, 14], [14, 12], [16, 17], [22, 17]]);
        translate([0, 0, foot_h + 18.5]) cylinder(d = 11, h = 5);
        for (turn = [0 : 60 : 120]) rotate(turn) translate([-10, -1.6, foot_h + 18.5]) cube([20, 3.2, 5]);
    }
}

module knight() {
    turned([[0, 18], [2, 14], [4, 12]]);
    upright([[-6, 2], [-6, 8], [-4, 14], [-9, 13], [-10, 16], [-6, 20], [-4, 24], [-2, 27], [-1, 24], [4, 22], [7, 16], [7, 8], [6, 2]], 7);
}

module king() {
    turned([[0, 18], [2, 14], [5, 9], [16, 8], [18, 14], [20, 14], [24, 9], [25, 4]]);
    translate([-1.3, -1.3, foot_h + 24]) cube([2.6, 2.6, 8]);
    translate([-4, -1.3, foot_h + 27]) cube([8, 2.6, 2.6]);
}

module bishop() {
    difference() {
        turned([[0, 18], [2, 14], [5, 8], [14, 7], [15, 11], [16, 8], [19, 12], [22, 11], [26, 5], [27, 3], [29, 3]]);
        translate([2, -8, foot_h + 20]) rotate([0, 35, 0]) cube([1.6, 16, 12]);
    }
}

// A camel: neck, head, and two humps.
module camel() {
    turned([[0, 18], [2, 14], [4, 12]]);
    upright([[-9, 2], [-9, 12], [-8, 16], [-5, 18], [-3, 15], [-1, 18], [2, 17], [4, 12], [5, 20], [6, 25], [9, 27], [12, 24],
             [11, 22], [9, 22], [9, 12], [8, 2]], 7);
}

// The Nahbi goes two steps aslant and one straight: two arms aslant, one upright.
module nahbi() {
    turned([[0, 18], [2, 14], [5, 9], [10, 8]]);
    for (turn = [-45, 45]) translate([0, 0, foot_h + 9]) rotate([0, turn, 0]) translate([-2, -3, 0]) cube([4, 6, 14]);
    translate([-2.2, -3, foot_h + 8]) cube([4.4, 6, 21]);
}

module pawn() {
    turned([[0, 18], [2, 13], [5, 8], [11, 6], [12, 10], [13, 10], [14, 6]]);
    translate([0, 0, foot_h + 17]) sphere(d = 10);
}

// A man of King's Crossing: a disc with a ring, which a second one takes on top.
module man() {
    translate([0, 0, disc_h - 0.01]) difference() {
        cylinder(d = base_d - 4, h = 1.2);
        translate([0, 0, -1]) cylinder(d = base_d - 8, h = 4);
    }
}

module crowned() {
    translate([0, 0, disc_h - 0.01]) difference() {
        cylinder(d1 = 14, d2 = 17, h = 7);
        translate([0, 0, 2]) cylinder(d1 = 9, d2 = 14, h = 6);
        for (turn = [0 : 72 : 288]) rotate(turn) translate([6, 0, 7]) rotate([0, 45, 0]) cube([5, 4, 5], center = true);
    }
}

// A card of Card Chess: its letter cut into the top, and grooves in the rim that tell it in a stack: ten 1, jack 2, queen 3, king 4.
letters = [
    ["card-king", 4, [[[-3, -5], [-3, 5]], [[4, 5], [-3, 0], [4, -5]]]],
    ["card-queen", 3, [[for (a = [0 : 20 : 360]) [4.2 * cos(a), 5 * sin(a)]], [[1.5, -2], [4.6, -5.6]]]],
    ["card-jack", 2, [[[-1, 5], [4, 5]], [[2, 5], [2, -2], [0, -5], [-3, -5], [-4, -2.5]]]],
    ["card-ten", 1, [[[-6, 3], [-4, 5], [-4, -5]], [for (a = [0 : 20 : 360]) [3 + 3 * cos(a), 5 * sin(a)]]]],
];

module card(letter) {
    difference() {
        foot(disc_h);
        translate([0, 0, disc_h - 0.8]) linear_extrude(2) for (line = letter[2]) stroke(line, 1.6);
        for (i = [0 : letter[1] - 1], opposite = [0, 180]) rotate(45 + 9 * (i - (letter[1] - 1) / 2) + opposite)
            translate([base_d / 2, 0, -1]) cylinder(d = 1.4, h = disc_h + 2, $fn = 12);
    }
}

// A terrain square: a thin plate, open in the middle so that a light shines through; stripes for red, rings for black.
module terrain(red) {
    size = pitch - 2;
    linear_extrude(0.8) difference() {
        square(size, center = true);
        circle(d = 15);
        translate([0, -strip_offset]) circle(d = 8);
    }
    linear_extrude(1.1) intersection() {
        difference() { square(size, center = true); circle(d = 16); translate([0, -strip_offset]) circle(d = 9); }
        if (red) for (x = [-60 : 6 : 60]) rotate(45) translate([x, 0]) square([2, 100], center = true);
        else for (d = [18 : 7 : 46]) difference() { circle(d = d + 2); circle(d = d); }
    }
}

module piece() {
    found = [for (letter = letters) if (letter[0] == kind) letter];
    if (kind == "terrain-red" || kind == "terrain-black") terrain(kind == "terrain-red");
    else if (len(found) > 0) card(found[0]);
    else if (kind == "man" || kind == "crowned") { foot(disc_h); if (kind == "man") man(); else crowned(); }
    else {
        foot(foot_h);
        if (kind == "rook") rook();
        if (kind == "knight") knight();
        if (kind == "king") king();
        if (kind == "bishop") bishop();
        if (kind == "camel") camel();
        if (kind == "nahbi") nahbi();
        if (kind == "pawn") pawn();
    }
}

module with_lid() { piece(); if (kind != "terrain-red" && kind != "terrain-black") lid(); }

with_lid();

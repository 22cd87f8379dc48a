// Everything put together, for the picture: frame, tiles under the squares, a part of the playing surface, some pieces.

include <parameters.scad>

board = "8x8";

use <base.scad>
use <grid.scad>
use <frame.scad>

cellar = 12;
top = 1.6 + cellar + depth;

module one(width, height) {
    color("BurlyWood") whole();
    color("WhiteSmoke") for (column = [0 : 4 : width - 1], row = [0 : 4 : height - 1])
        translate([column * pitch, row * pitch, 1.6 + cellar]) tile();
    // Half of the playing surface is taken off.
    for (column = [0 : width - 1], row = [0 : height / 2 - 1])
        color((column + row) % 2 ? "Cornsilk" : "Peru")
            translate([column * pitch, row * pitch, top]) cube([pitch - 0.2, pitch - 0.2, surface]);
    for (place = [[0, 3, "White"], [1, 1, "White"], [3, 0, "DimGray"], [6, 2, "DimGray"]])
        color(place[2]) translate([(place[0] + 0.5) * pitch, (place[1] + 0.5) * pitch, top + surface]) base();
}

one(8, 8);

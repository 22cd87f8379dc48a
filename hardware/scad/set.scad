// All printed pieces side by side, for the picture: the first side's in front, the second side's behind, terrain at the sides.

stl = "../../build/stl/";
kinds = ["rook", "knight", "king", "bishop", "camel", "nahbi", "pawn", "man", "crowned", "card-ten", "card-jack", "card-queen",
         "card-king"];

module row(prefix, colour, y) {
    for (i = [0 : len(kinds) - 1]) color(colour) translate([34 * (i % 7), y - 36 * floor(i / 7), 0])
        intersection() {
            import(str(stl, prefix, kinds[i], ".stl"), convexity = 10);
            cylinder(r = 14, h = 60);  // without the lid that is printed beside it
        }
}

row("piece-", "Ivory", 0);
row("piece-2-", "SlateGray", 90);
color("IndianRed") translate([204, -36, 0]) import(str(stl, "piece-terrain-red.stl"));
color("DimGray") translate([204, 54, 0]) import(str(stl, "piece-terrain-black.stl"));

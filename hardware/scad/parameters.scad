// Sizes that all printed parts share, in mm. Change them here, or on the command line with -D 'pitch=40'.

pitch = 100 / 3;        // from square to square: strips of 30 lights a metre have them so far apart
wall = 1.6;             // between two squares, so that light does not leak
depth = 20;             // from the floor of a square to the underside of the playing surface
surface = 2;            // thickness of the playing surface: card, veneer or matt acrylic
floor_height = 1.6;

magnet_d = 8;           // neodymium disc
magnet_h = 3;
skin = 0.6;             // plastic between magnet and playing surface: three layers of 0.2
play = 0.2;             // so that parts that are pushed into each other fit

base_d = 25;            // three quarters of the pitch
base_h = 6;

reed_d = 2.4;           // glass of the reed switch, which stands upright under the middle of its square
reed_l = 14;
strip_w = 10.4;         // light strip with its edge
strip_offset = 9;       // from the middle of a square to the middle of the strip, towards row 1

border = 14;            // of the frame around the squares
rim = 2;                // of the frame above the playing surface

$fn = 48;

"""How Toy Race is written elsewhere: rows joined by dots, a 1 or 2 for the side; plies without a dash, `--` for a pass."""

from shared_rules.errors import PositionError


class ToyRaceFormats:
    """Made up, as the game is."""

    suffix = ".toy"
    engine_names = {"toyrace": "toy-race"}
    squares = ()
    engine_switches = {}

    def tags(self, spec):
        return {"Toy": "race"}

    def spec(self, tags, moves=()):
        return "toy-race" if tags.get("Toy") == "race" else ""

    def write_position(self, game):
        _, placement, side = game.text().split(" ")
        return placement.replace("/", ".") + " " + "12"[side == "b"]

    def read_position(self, spec, text):
        placement, _, side = text.partition(" ")
        if side not in ("1", "2"):
            raise PositionError("side", 0, "'%s' is neither 1 nor 2" % side)
        return "%s %s %s" % (spec, placement.replace(".", "/"), "wb"[int(side) - 1])

    def write_ply(self, game, ply):
        text = game.ply_text(ply)
        return "--" if text == "pass" else text.replace("-", "")

    def read_ply(self, game, text):
        return game.parse_ply("pass" if text == "--" else text[:2] + "-" + text[2:])

    write_engine_ply = write_ply
    read_engine_ply = read_ply

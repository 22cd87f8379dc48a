"""Run by the Python that has KiCad's `pcbnew` (Debian: the system's): checks boards and plots what a service needs.

    python3 plot.py NAME.kicad_pcb FOLDER

Fills the poured GND, runs KiCad's design rule check, and writes Gerber and drill files into the folder. Exit status 1, and what
KiCad found, if it found anything. Nothing of ours is imported, for that Python does not have it.
"""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import Any

pcbnew: Any = importlib.import_module("pcbnew")

LAYERS = {
    "F_Cu": "gtl",
    "B_Cu": "gbl",
    "F_SilkS": "gto",
    "B_SilkS": "gbo",
    "F_Mask": "gts",
    "B_Mask": "gbs",
    "F_Paste": "gtp",
    "Edge_Cuts": "gko",
}
DATED = re.compile(
    r"CreationDate|ProjectId|^G04 Created|^; DRILL file|^; #@! TF.CreationDate|^; #@! TF.GenerationSoftware"
)
"""Lines that differ each time."""


def main() -> int:
    """Check, then plot."""
    path, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    board = pcbnew.LoadBoard(str(path))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    (folder / "version.txt").write_text(pcbnew.GetBuildVersion(), encoding="utf-8")
    report = folder / "drc.txt"
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    found = report.read_text(encoding="utf-8")
    counts = [int(count) for count in re.findall(r"\*\* Found (\d+) ", found)]
    if len(counts) != 3 or any(counts):
        print(found)
        return 1
    plotter = pcbnew.PLOT_CONTROLLER(board)
    options = plotter.GetPlotOptions()
    options.SetOutputDirectory(str(folder.resolve()))
    options.SetUseGerberX2format(False)
    options.SetIncludeGerberNetlistInfo(False)
    options.SetPlotFrameRef(False)
    options.SetPlotValue(False)
    options.SetSubtractMaskFromSilk(True)
    options.SetUseGerberProtelExtensions(False)
    for name in LAYERS:
        plotter.SetLayer(getattr(pcbnew, name))
        plotter.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        plotter.PlotLayer()
    plotter.ClosePlot()
    for name, ending in LAYERS.items():
        (folder / f"{path.stem}-{name}.gbr").rename(folder / f"{path.stem}.{ending}")
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetFormat(True)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), True)
    drill.CreateDrillandMapFilesSet(str(folder.resolve()), True, False)
    for file in folder.iterdir():
        if file.suffix[1:] in (*LAYERS.values(), "drl"):
            lines = file.read_text(encoding="utf-8").splitlines()
            kept = [line for line in lines if not DATED.search(line)]
            file.write_text("\n".join(kept) + "\n", encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

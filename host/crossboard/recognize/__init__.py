"""From sensor traces to game records: `infer`, and why a trace is read as it is."""

from crossboard.recognize.inference import Happening as Happening
from crossboard.recognize.reading import AFTER_MS as AFTER_MS
from crossboard.recognize.reading import Observer as Observer
from crossboard.recognize.reading import infer_all as infer_all
from crossboard.recognize.reading import infer_here as infer_here
from crossboard.recognize.results import moves_text as moves_text
from crossboard.recognize.results import outcome as outcome
from crossboard.recognize.results import record_of as record_of

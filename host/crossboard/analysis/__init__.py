"""Analysis: what each ply of a logged game was worth, and what would have been better."""

from crossboard.analysis.analyst import Analyst as Analyst
from crossboard.analysis.analyst import Progress as Progress
from crossboard.analysis.analyst import Stopped as Stopped

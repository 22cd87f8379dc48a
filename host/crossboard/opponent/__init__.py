"""The opponent: a search in a process of its own."""

from crossboard.opponent.thinker import Found as Found
from crossboard.opponent.thinker import Limits as Limits
from crossboard.opponent.thinker import Line as Line
from crossboard.opponent.thinker import Thinker as Thinker

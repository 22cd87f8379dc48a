"""The ends and refusals that only Tiny Race has: numbers from OWN on, and the words of records.

about.json has a sentence for each word (`ends`, `refusals`). Those that several games have are in shared_rules/codes.py.
"""

from shared_rules.codes import OWN

END_ACROSS = OWN
ENDS = ((END_ACROSS, "across"),)

WHY_ONE_STEP = OWN
WHYS = ((WHY_ONE_STEP, "one-step"),)

"""The pages: the live game and the library, served on this machine."""

from crossboard.web.server import Address as Address
from crossboard.web.server import Server as Server

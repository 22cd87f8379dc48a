"""`crossboard doctor`: tests of sensors, lights, buttons and wiring, and the report."""

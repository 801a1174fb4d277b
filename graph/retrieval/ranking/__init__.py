"""From what was found and reached to what is returned, with every part of each score."""

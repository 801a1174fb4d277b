"""Where the walk begins: seeds, anchors, and the light they are given."""

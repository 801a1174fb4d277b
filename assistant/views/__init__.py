"""Pages and their fragments: each view makes one domain call and hands the template an explicit context."""

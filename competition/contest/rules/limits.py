"""How large a knockout can be."""

# A draw of more pairs would take longer to shuffle than a page may.
MOST_PAIRS = 512

"""PostgreSQL as the database of the site."""

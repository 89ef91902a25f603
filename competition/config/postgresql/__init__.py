"""PostgreSQL database backend of the site."""

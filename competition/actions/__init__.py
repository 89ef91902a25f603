"""Every write, named by its verb; each is one transaction."""

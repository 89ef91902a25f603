"""What a browser calls itself, in plain words."""

# The first that occurs is meant: most browsers call themselves by the names of others too.
_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "iPhone": "an iPhone",
    "iPad": "an iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "a Mac",
    "CrOS": "a Chromebook",
    "Linux": "Linux",
}


def device(user_agent: str) -> str:
    """A browser and what it runs on: "Firefox on Windows"."""
    browser = next((said for sign, said in _BROWSERS.items() if f"{sign}/" in user_agent), "")
    system = next((said for sign, said in _SYSTEMS.items() if sign in user_agent), "")
    return f"{browser or 'A browser'} on {system}" if system else browser or "An unknown browser"

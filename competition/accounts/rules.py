"""Rules for naming a device by its user agent."""

# The first match counts, because most user agents also contain the names of other browsers.
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
    """Return a browser and its operating system, such as "Firefox on Windows"."""
    browser = next((name for sign, name in _BROWSERS.items() if f"{sign}/" in user_agent), "")
    system = next((name for sign, name in _SYSTEMS.items() if sign in user_agent), "")
    return f"{browser or 'A browser'} on {system}" if system else browser or "An unknown browser"

import pytest

from competition.accounts.rules import device

CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36", "Chrome on Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 Edg/140.0.0.0", "Edge on Windows"),
        (f"Mozilla/5.0 (X11; Linux x86_64) {CHROME} Safari/537.36 OPR/120.0.0.0", "Opera on Linux"),
        (f"Mozilla/5.0 (Linux; Android 10; K) {CHROME} Mobile Safari/537.36", "Chrome on Android"),
        (f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {CHROME} Safari/537.36", "Chrome on a Chromebook"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15",
            "Safari on a Mac",
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Safari/604.1",
            "Chrome on an iPad",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) AppleWebKit/605.1.15 FxiOS/140.0 Safari/605",
            "Firefox on an iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0)", "A browser on Windows"),
        ("Lynx/2.9", "An unknown browser"),
        ("", "An unknown browser"),
    ],
)
def test_a_device_is_named_after_its_browser_and_system(sent, said):
    assert device(sent) == said

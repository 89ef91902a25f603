"""Accessibility check with axe. It skips a page like one already checked in this run."""

from weakref import WeakKeyDictionary

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import CDPSession, Page

from tests.known import Known

TAGS = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice")
# Rules that measure the layout. They take twice as long as all other rules together.
MEASURED = ("color-contrast", "link-in-text-block", "target-size")
# Skip preloading, because it loads every style sheet again and our pages have no audio or video.
OPTIONS = {"resultTypes": ["violations"], "preload": False}
READ = {**OPTIONS, "runOnly": list(TAGS), "rules": {rule: {"enabled": False} for rule in MEASURED}}
MEASURE = {**OPTIONS, "runOnly": list(MEASURED)}

# The structure of a page: each element with its attributes and its parents, areas that a keyboard cannot scroll, the
# steps from heading to heading, and the order of landmarks. It leaves out attributes that no structural rule uses,
# such as class names and the limits of fields.
STRUCTURE = """() => {
    const short = element => element ? `${element.localName}.${element.getAttribute("role")}` : "";
    const isSaid = name => !/^(class|id|data-.*|hx-.*|(min|max)(length)?|step|inputmode|enterkeyhint)$/.test(name)
        && !/^(action|method|enctype|name|pattern|required|rel|spellcheck|autocapitalize)$/.test(name);
    const reached = "a, button, input, select, summary, textarea, [tabindex]";
    const hides = element => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    const scrolls = element => hides(element) && /auto|scroll/.test(getComputedStyle(element).overflow);
    const order = selector => [...document.querySelectorAll(selector)].map(element => element.localName)
        .filter((name, place, names) => name !== names[place - 1]);
    const landmarks = [...document.querySelectorAll("header, nav, main, aside, footer")];
    const names = landmarks.map(element => element.localName + (element.getAttribute("aria-label") || ""));
    const twice = names.filter((name, place) => names.indexOf(name) < place);
    const headings = order("h1, h2, h3, h4, h5, h6").map((name, place, names) => `${names[place - 1]} ${name}`);
    const found = new Set([...headings, order("header, nav, main, aside, section, footer").join(), twice.join()]);
    const values = [
        "role", "type", "scope", "tabindex", "lang", "autocomplete",
        "aria-current", "aria-expanded", "aria-hidden", "aria-live",
    ];
    const named = ["for", "aria-labelledby", "aria-describedby", "aria-controls"];
    const isNowhere = id => id && !document.getElementById(id);
    for (const element of document.querySelectorAll(":not(svg *)")) {
        const parent = element.parentElement, before = element.previousElementSibling;
        found.add([
            parent && /^(div|tr|li)$/.test(parent.localName) && short(parent.parentElement),
            short(parent),
            before && parent.localName === "dl" && before.localName,
            short(element),
            element.getAttributeNames().filter(isSaid),
            values.map(name => element.getAttribute(name)),
            named.filter(name => (element.getAttribute(name) || "").split(" ").some(isNowhere)),
            Boolean((element.getAttribute("aria-label") || element.getAttribute("alt") || "").trim()),
            Boolean(element.textContent.trim()),
            element.checkVisibility(),
            scrolls(element) && !element.querySelector(reached),
        ].join(" "));
    }
    return [...found];
}"""
# The appearance of a page: the first element with each combination of colours and type, and every control smaller than
# 24 pixels. Only controls depend on their parents, because a link must stand out from the text around it.
LOOKS = """() => {
    const behind = element => {
        if (!element) return "";
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
        const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
        if (own === "rgba(0, 0, 0, 0) none 1") return behind(element.parentElement);
        return backgroundColor.startsWith("rgb(") ? own : `${own} on ${behind(element.parentElement)}`;
    };
    const type = element => {
        const { color, fontSize, fontWeight } = getComputedStyle(element);
        return [color, fontSize, fontWeight].join();
    };
    const pressable = (element, least) => {
        const { textDecorationLine, display } = getComputedStyle(element);
        const low = least < 24 && `${element.classList} ${Math.round(least)}`;
        return [low, textDecorationLine, display, type(element.parentElement)].join();
    };
    const looks = {};
    for (const element of document.body.querySelectorAll("*")) {
        const pressed = element.matches("a, button, input, select, summary, textarea, [tabindex]");
        const says = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        const { width, height } = element.getBoundingClientRect(), least = Math.min(width, height);
        // Text for screen readers alone takes one pixel.
        if (!(pressed || says) || least <= 1 || !element.checkVisibility()) continue;
        const look = [element.localName, type(element), pressed && pressable(element, least)];
        const alike = looks[`${look.join(" ")} on ${behind(element)}`] ??= [];
        if (pressed && least < 24 || !alike.length) alike.push(element);
    }
    return looks;
}"""
RUN = "(what, options) => axe.run(what, options).then(results => results.violations)"

_sessions: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()
_read = Known("structure")
_measured = Known("looks")


def session(page: Page) -> CDPSession:
    """Return the DevTools session of this page."""
    if page not in _sessions:
        _sessions[page] = page.context.new_cdp_session(page)
    return _sessions[page]


def violations(page: Page) -> list[str]:
    """Return a page's violations of WCAG 2.2 AA and of good practice."""
    structure, looks = (set(found) for found in page.evaluate(f"() => [({STRUCTURE})(), Object.keys(({LOOKS})())]"))
    found = []
    if _read.lacks(structure):
        found += _run(page, "document", READ)
    if looks := _measured.lacks(looks):
        found += _run(page, f"(looks => given.flatMap(look => looks[look] || []))(({LOOKS})())", MEASURE, list(looks))
    if not found:
        _read.learn(structure)
        _measured.learn(looks)
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n    {node['html']}\n    "
        + (node["failureSummary"] or "").replace("\n", "\n    ")
        for violation in found
        for node in violation["nodes"]
    ]


def _run(page: Page, what: str, options: dict, given: list[str] | None = None) -> list[dict]:
    # The script stays loaded while the page is checked in several sizes.
    if not page.evaluate("'axe' in window"):
        # Use DevTools, because Playwright takes twice as long to pass half a megabyte as an argument.
        session(page).send("Runtime.evaluate", {"expression": f"{AXE_SCRIPT};0"})
    return page.evaluate(f"([options, given]) => ({RUN})({what}, options)", [options, given])

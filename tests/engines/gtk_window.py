#!/usr/bin/python3
"""Bare WebKitGTK window for WebKitWebDriver, as narrow as a phone. It runs with the system's own Python.

MiniBrowser, which comes with WebKitGTK, has a toolbar 447 pixels wide. WebKitWebDriver cannot print, so a page prints
to the file PDF with `webkit.messageHandlers.paper.postMessage("landscape 10")`, with a margin of 10 mm. Script errors
go to the file ERRORS.
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = (int(number) for number in os.environ["SIZE"].split("x"))
PDF, ERRORS = os.environ["PDF"], os.environ["ERRORS"]
LISTEN = """{
  const complain = (...words) => webkit.messageHandlers.error.postMessage(words.join(" "));
  const what = (event) => event.message || `cannot load ${event.target.outerHTML}`;
  addEventListener("error", (event) => complain(what(event), event.filename), true);
  addEventListener("unhandledrejection", (event) => complain(event.reason, event.reason && event.reason.stack));
  addEventListener("securitypolicyviolation", (event) => complain(event.violatedDirective, event.blockedURI));
  console.error = complain;
}"""


class Window:
    """A window with one view. It keeps the print operation, which would end with its last reference."""

    def __init__(self, context):
        messages = WebKit2.UserContentManager()
        messages.connect("script-message-received::paper", self.print)
        messages.register_script_message_handler("paper")
        messages.connect("script-message-received::error", self.complain)
        messages.register_script_message_handler("error")
        every, start = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
        messages.add_script(WebKit2.UserScript(LISTEN, every, start, None, None))
        self.view = WebKit2.WebView(
            web_context=context, user_content_manager=messages, is_controlled_by_automation=True
        )
        self.view.connect("close", Gtk.main_quit)
        window = Gtk.Window(default_width=WIDTH, default_height=HEIGHT)
        window.add(self.view)
        window.show_all()

    def complain(self, _, message):
        """Log an error on a page."""
        with open(ERRORS, "a") as errors:
            errors.write(message.get_js_value().to_string() + "\n")

    def print(self, _, message):
        """Print on A4 with the options in the message."""
        settings, paper = Gtk.PrintSettings(), Gtk.PageSetup()
        settings.set(Gtk.PRINT_SETTINGS_PRINTER, "Print to File")
        settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
        settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, f"file://{PDF}.part")
        orientation, margin = message.get_js_value().to_string().split()
        paper.set_paper_size(Gtk.PaperSize.new("iso_a4"))
        for edge in (paper.set_top_margin, paper.set_bottom_margin, paper.set_left_margin, paper.set_right_margin):
            edge(float(margin), Gtk.Unit.MM)
        if orientation == "landscape":
            paper.set_orientation(Gtk.PageOrientation.LANDSCAPE)
        self.operation = WebKit2.PrintOperation(web_view=self.view, print_settings=settings, page_setup=paper)
        self.operation.connect("finished", lambda _: os.rename(f"{PDF}.part", PDF))
        self.operation.print_()


def started(context, session):
    """Give the driver a window. The driver expects the name MiniBrowser."""
    about = WebKit2.ApplicationInfo.new()
    about.set_name("MiniBrowser")
    session.set_application_info(about)
    session.connect("create-web-view", lambda _: Window(context).view)


context = WebKit2.WebContext(website_data_manager=WebKit2.WebsiteDataManager.new_ephemeral())
context.set_automation_allowed(True)
context.connect("automation-started", started)
Gtk.main()

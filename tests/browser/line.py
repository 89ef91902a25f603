"""Proxy between browsers and the site. Tests can cut it, slow it down, stall it or drop its responses."""

import socket
import time
from contextlib import suppress
from threading import Lock, Thread


class Line:
    """A proxy that forwards all bytes between a browser and the site until it is cut."""

    def __init__(self, host: str, port: int) -> None:
        self.site = (host, port)
        self.is_cut = False
        self.loses_answers = False
        # True while data is swallowed and connections stay open.
        self.is_stalled = False
        # Number of bytes swallowed so far.
        self.swallowed = 0
        # Delay in seconds for each chunk of data, in both directions.
        self.delay = 0.0
        self._open: set[socket.socket] = set()
        self._lock = Lock()
        self._door = socket.create_server(("127.0.0.1", 0), backlog=100)
        Thread(target=self._let_in, daemon=True).start()

    @property
    def address(self) -> str:
        """The URL of the site through this proxy."""
        return f"http://localhost:{self._door.getsockname()[1]}"

    def cut(self) -> None:
        """Block all data in both directions."""
        self.is_cut = True
        self._hang_up()

    def mend(self) -> None:
        """Forward all data again."""
        self.is_cut = self.loses_answers = self.is_stalled = False

    def lose_answers(self) -> None:
        """Forward requests to the site, but drop its responses."""
        self.loses_answers = True

    def stall(self) -> None:
        """Swallow all data and keep the connections open, as with poor reception. Requests then never end."""
        self.is_stalled = True

    def close(self) -> None:
        """Close the proxy."""
        self.cut()
        self._door.close()

    def _hang_up(self) -> None:
        with self._lock:
            for end in self._open:
                # Shut the socket down first, because closing it does not wake blocked calls.
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def _let_in(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._door.accept()
                if self.is_cut:
                    caller.close()
                else:
                    Thread(target=self._connect, args=[caller], daemon=True).start()

    def _connect(self, caller: socket.socket) -> None:
        with caller, socket.create_connection(self.site) as site:
            with self._lock:
                self._open |= {caller, site}
            if self.is_cut:
                # The proxy was cut while it accepted this connection.
                self._hang_up()
            back = Thread(target=self._carry, args=[site, caller, True], daemon=True)
            back.start()
            self._carry(caller, site, False)
            back.join()
            with self._lock:
                self._open -= {caller, site}

    def _carry(self, one: socket.socket, other: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if is_answer and self.loses_answers:
                    break
                if self.is_stalled:
                    self.swallowed += len(data)
                    continue
                time.sleep(self.delay)
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

"""A line between browsers and the site that can be cut, be slow, and lose answers on the way back."""

import socket
import time
from contextlib import suppress
from threading import Lock, Thread


class Line:
    """Carries every byte both ways from an address of its own, as long as it is whole."""

    def __init__(self, host: str, port: int) -> None:
        self.site = (host, port)
        self.is_cut = False
        self.loses_answers = False
        # Seconds that every piece of data is under way, either way.
        self.delay = 0.0
        self._open: set[socket.socket] = set()
        self._lock = Lock()
        self._door = socket.create_server(("127.0.0.1", 0), backlog=100)
        Thread(target=self._let_in, daemon=True).start()

    @property
    def address(self) -> str:
        """Where a browser reaches the site by this line."""
        return f"http://localhost:{self._door.getsockname()[1]}"

    def cut(self) -> None:
        """No byte passes any more, either way."""
        self.is_cut = True
        self._hang_up()

    def mend(self) -> None:
        """Everything passes again."""
        self.is_cut = self.loses_answers = False

    def lose_answers(self) -> None:
        """What is asked reaches the site; no answer comes back."""
        self.loses_answers = True

    def close(self) -> None:
        """Take the line down."""
        self.cut()
        self._door.close()

    def _hang_up(self) -> None:
        with self._lock:
            for end in self._open:
                # Waiting calls return only after this; closing alone would leave them waiting.
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
                # It was cut while this one was let in.
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
                time.sleep(self.delay)
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

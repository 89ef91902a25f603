"""Client for a WebSocket server on this machine, with text messages only."""

import socket
from urllib.parse import urlsplit


class WebSocket:
    """A connection to a server."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._socket = socket.create_connection((parts.hostname, parts.port), timeout=90)
        self._read = self._socket.makefile("rb")
        lines = [
            f"GET {parts.path} HTTP/1.1",
            f"Host: {parts.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        status = self._read.readline()
        assert b" 101 " in status, status
        while self._read.readline().strip():
            pass

    def send(self, text: str) -> None:
        """Send a message. A client must mask it, and this mask is all ones."""
        data = text.encode()
        short, bytes_of_length = (len(data), 0) if len(data) < 126 else (126, 2) if len(data) < 2**16 else (127, 8)
        length = len(data).to_bytes(bytes_of_length, "big") if bytes_of_length else b""
        self._socket.sendall(bytes([0x81, 0x80 | short]) + length + bytes([1] * 4) + bytes(one ^ 1 for one in data))

    def receive(self) -> str:
        """Wait for the next message and return it."""
        text = b""
        while True:
            kind, length = self._read.read(2)
            if length >= 126:
                length = int.from_bytes(self._read.read(2 if length == 126 else 8), "big")
            data = self._read.read(length)
            is_control = kind & 0x08
            text += b"" if is_control else data
            if kind & 0x80 and not is_control:
                return text.decode()

    def close(self) -> None:
        """Close the connection."""
        self._read.close()
        self._socket.close()

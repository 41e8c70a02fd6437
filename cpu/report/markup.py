# SPDX-License-Identifier: MIT
"""Tables and pictures as HTML."""

import base64
import re
import struct
import zlib
from html import escape


def row(name, *cells, kind=""):
    """A row that begins with its heading; the cells are HTML."""
    return (
        f"<tr{f' class={kind}' if kind else ''}><th scope=\"row\">{escape(name)}</th>"
        f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    )


def table(heads, rows):
    """A table, as wide as it has to be; without headings where there are none."""
    head = "".join(f'<th scope="col">{escape(h)}</th>' if h else "<td></td>" for h in heads)
    head = f"<thead><tr>{head}</tr></thead>" if heads else ""
    return f'<div class="wide"><table>{head}<tbody>{"".join(rows)}</tbody></table></div>' if rows else ""


def png(data):
    """A PGM or PPM of 8 bits as PNG, which browsers show; None where it is something else."""
    head = re.match(rb"(P[56])(?:\s+#.*)*\s+(\d+)\s+(\d+)\s+255\s", data)
    if not head:
        return data if data.startswith(b"\x89PNG") else None
    colours, width, height = 3 if head[1] == b"P6" else 1, int(head[2]), int(head[3])
    stride = width * colours
    rows = b"".join(b"\0" + data[head.end() + y * stride : head.end() + (y + 1) * stride] for y in range(height))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    shape = struct.pack(">IIBBBBB", width, height, 8, 2 if colours == 3 else 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", shape) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def image(name, data):
    shown = png(data)
    if not shown:
        return ""
    return (
        f'<figure><img alt="{escape(name)}, as the program wrote it" '
        f'src="data:image/png;base64,{base64.b64encode(shown).decode()}"><figcaption>{escape(name)}</figcaption></figure>'
    )

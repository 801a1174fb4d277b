"""Log lines as JSON, one object a line: where something happened and what broke, never what anybody wrote."""

from __future__ import annotations

import datetime as dt
import json
import logging
import traceback


class AsJson(logging.Formatter):
    """Time, level, logger and message; of an exception its type and the places it came through, not its message.

    What an error says of itself may quote the text that it broke on; the lines for a terminal keep it.
    """

    def format(self, record: logging.LogRecord) -> str:
        at = dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "at": at,
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {"process": record.process, "thread": record.threadName}
        if record.exc_info and record.exc_info[0] is not None:
            kind, _, trace = record.exc_info
            places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
            line |= {"error": kind.__name__, "places": places}
        return json.dumps(line, ensure_ascii=False)

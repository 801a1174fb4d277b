"""The description of the REST API: what every operation may answer, errors included, and what it takes as a form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from assistant.http.idempotency import LONGEST_KEY

ERROR = {
    "type": "object",
    "required": ["detail"],
    "properties": {
        "detail": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["loc", "msg"],
                "properties": {
                    "loc": {"type": "array", "items": {"type": ["string", "integer"]}},
                    "msg": {"type": "string"},
                },
            },
        }
    },
    "example": {"detail": [{"loc": ["body", "name"], "msg": "A name is needed."}]},
}
REFUSALS = {
    "401": "No token, or an unknown one.",
    "403": "The token does not have the scope, or a browser sent no CSRF token.",
    "404": "There is no such row among the caller's.",
    "405": "The address does not take this method.",
    "409": "It contradicts what stands.",
    "413": "Too large.",
    "422": "Bad input; each entry says where and what.",
    "429": "Too fast; `Retry-After` says for how many seconds to wait.",
    "503": "It took longer than is allowed, or the database cannot be reached or written.",
}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "One request may be sent again with its key: it is done once, and gets the first answer.",
    "schema": {"type": "string", "maxLength": LONGEST_KEY},
}
DOCUMENT_FORM = {
    "type": "object",
    "required": ["file"],
    "properties": {
        "file": {"type": "string", "format": "binary"},
        "title": {"type": "string"},
        "source": {"type": "string"},
        "options": {"type": "string", "description": "The options as a JSON text"},
    },
}
EXAMPLES = Path(__file__).with_name("examples.json")  # of success, by method and path; recorded by their test
STREAM = {"schema": {"type": "string"}, "example": 'event: token\ndata: {"delta": "Anna"}\n\n'}


class Described(NinjaAPI):
    """The API with a description that leaves no answer out."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**options)
        schema.setdefault("components", {}).setdefault("schemas", {})["Error"] = ERROR
        error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
        for path, item in schema["paths"].items():
            for method, operation in item.items():
                if method == "post" and not path.endswith("/erase"):  # erasing again finds nothing left
                    operation.setdefault("parameters", []).append(KEY)
                answers = {str(status): answer for status, answer in operation["responses"].items()}
                operation["responses"] = answers
                for status, told in REFUSALS.items():
                    if status not in answers and not path.endswith("/health"):
                        answers[status] = {"description": told, "content": error}
                if "429" in answers:
                    wait = {"schema": {"type": "integer"}, "description": "Seconds"}
                    answers["429"]["headers"] = {"Retry-After": wait}
        _forms(schema["paths"])
        _shown(schema["paths"])
        return schema


def _shown(paths: dict[str, Any]) -> None:
    """An example beside every answer of success."""
    examples = json.loads(EXAMPLES.read_text()) if EXAMPLES.exists() else {}
    for path, item in paths.items():
        for method, operation in item.items():
            for status, answer in operation["responses"].items():
                told = answer.get("content", {}).get("application/json")
                if told is not None and status < "3" and f"{method} {path}" in examples:
                    told["example"] = examples[f"{method} {path}"]


def _forms(paths: dict[str, Any]) -> None:
    """What the operations that read their bodies themselves take and give."""
    from graph.api.documents import DocumentIn

    document = DocumentIn.model_json_schema(ref_template="#/components/schemas/{model}")
    options = document.pop("$defs")["Options"]
    document["properties"]["options"] = options
    paths["/api/v1/documents"]["post"]["requestBody"] = {
        "required": True,
        "content": {"application/json": {"schema": document}, "multipart/form-data": {"schema": DOCUMENT_FORM}},
    }
    whole = {"schema": {"type": "string", "format": "binary"}}
    paths["/api/v1/export"]["get"]["responses"]["200"] = {
        "description": "The file itself.",
        "content": {"application/octet-stream": whole},
    }
    chat = paths["/api/v1/chat"]["post"]["responses"]["200"]
    chat.setdefault("content", {})["text/event-stream"] = STREAM

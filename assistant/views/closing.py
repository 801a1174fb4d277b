"""Closing an account from the settings: what goes is shown first, then once the receipt."""

from __future__ import annotations

import json
from urllib.parse import quote

from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from assistant import params
from assistant.erasure import closing, erasing
from assistant.http import pace
from assistant.http.pace import Pace
from assistant.models import ApiToken, Conversation
from assistant.views.erase import told
from assistant.views.request import PersonsRequest
from graph import clock

PASSWORDS = Pace("close-account", params.SIGN_INS, params.SIGN_IN_SECONDS)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def close(request: PersonsRequest) -> HttpResponse:
    """The password is asked for, because nothing brings the account back; its tries are counted as at the sign-in."""
    if said := closing.refusal([request.user]):
        return render(request, "closing.html", {"refused": said}, status=409 if request.method == "POST" else 200)
    if request.method != "POST":
        return _asked(request)
    try:
        pace.take(PASSWORDS, str(request.user.pk), at=clock.now().timestamp())
    except pace.TooFast as refusal:
        wait = f"Nothing was erased. Too many attempts: wait {pace.spoken(refusal.wait)} and try again."
        answer = _asked(request, wait, status=429)
        answer["Retry-After"] = str(refusal.wait)
        return answer
    if not request.user.check_password(request.POST.get("password", "")):
        return _asked(request, "Nothing was erased. This is not your password.", status=422)
    try:
        receipt = closing.close(request.user)
    except closing.LastOperator as refused:
        return render(request, "closing.html", {"refused": str(refused)}, status=409)
    logout(request)
    context = {"receipt": receipt, "removed": told(receipt), "file": _as_file(receipt)}
    return render(request, "closing.html", context)


def _asked(request: PersonsRequest, wrong: str = "", status: int = 200) -> HttpResponse:
    context = {
        "wrong": wrong,
        "chats": Conversation.objects.for_user(request.user).count(),
        "programs": ApiToken.objects.for_user(request.user).filter(revoked_at=None).count(),
    }
    return render(request, "closing.html", context, status=status)


def _as_file(receipt: erasing.Receipt) -> str:
    """The receipt as an address that holds it: nobody is signed in any more for whom it could be kept."""
    body = {
        "closed_at": clock.now().isoformat(timespec="seconds"),
        "removed": receipt.removed,
        "verified": receipt.verified,
        "remaining": [{"store": one.store, "id": one.id} for one in receipt.remaining],
        **({"trouble": receipt.trouble} if receipt.trouble else {}),
    }
    return f"data:application/json;charset=utf-8,{quote(json.dumps(body, indent=2))}"

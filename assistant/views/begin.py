"""The first visit: whose book this is, who writes the answers, and something to put in it."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth import login, password_validation
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from assistant.language_model import llm
from assistant.streaming import runs
from assistant.turn import chat
from assistant.views.request import PersonsRequest
from graph import clock, sample
from graph.curation import owners
from graph.models import User
from graph.naming import clean
from graph.owners import sign_in_name

THINGS = 3  # lines on the first page: enough to see how a fact is kept, few enough to be written


class FirstAccount(forms.Form):
    """The person's name as they write it, and a password given twice because nothing can send a new one."""

    name = forms.CharField(max_length=150)
    password = forms.CharField(strip=False)
    again = forms.CharField(strip=False)
    time_zone = forms.CharField(required=False)

    def clean_name(self) -> str:
        name = clean(self.cleaned_data["name"])
        if not sign_in_name(name):
            raise forms.ValidationError("Please write a name.")
        return name

    def clean_password(self) -> str:
        password = self.cleaned_data["password"]
        password_validation.validate_password(password)
        return password

    def clean_again(self) -> str:
        if self.cleaned_data["again"] != self.cleaned_data.get("password", self.cleaned_data["again"]):
            raise forms.ValidationError("The two passwords differ.")
        return self.cleaned_data["again"]

    def clean_time_zone(self) -> str:
        zone = self.cleaned_data["time_zone"]
        return zone if zone in clock.time_zones() else "UTC"


@login_not_required
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Before there is a user: make the first account. Signed in: put something in the book."""
    if request.user.is_authenticated:
        return render(request, "begin.html", {"step": 3, "model": llm.describe(), "things": range(1, THINGS + 1)})
    if User.objects.exists():
        return redirect("login")
    form = FirstAccount(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = first_account(form)
        if user is None:
            return redirect("login")
        login(request, user)
        return redirect("begin")
    return render(request, "begin.html", {"step": 1, "model": llm.describe(), "form": form})


def first_account(form: FirstAccount) -> User | None:
    """The first user, who may also open the admin; None when someone else was quicker."""
    with transaction.atomic():
        if User.objects.select_for_update().exists():
            return None
        name = form.cleaned_data["name"]
        user = owners.create(
            username=sign_in_name(name),
            password=form.cleaned_data["password"],
            name=name,
            staff=True,
            now=clock.now(),
        )
        user.time_zone = form.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])
    return user


@require_POST
def first_things(request: PersonsRequest) -> HttpResponse:
    """What was written on the first page becomes the first message, and is learned from like any other."""
    lines = [clean(line) for line in request.POST.getlist("thing")]
    text = "\n".join(line for line in lines if line)
    if not text:
        messages.error(request, "Write at least one line, or choose another way to begin.")
        return redirect("begin")
    try:
        turn = chat.begin(user=request.user, text=text, now=clock.now())
    except chat.MessageRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("begin")
    runs.start(turn)
    return redirect("conversation", turn.conversation.pk)


@require_POST
def sample_book(request: PersonsRequest) -> HttpResponse:
    """Fill the book with the sample; its changes can be undone in one step."""
    sample.load(request.user, clock.now())
    messages.success(request, "The sample book is in. Ask it something.")
    return redirect("chat")

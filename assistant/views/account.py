"""Signing in, out, and changing the password."""

from __future__ import annotations

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView, redirect_to_login
from django.contrib.messages.views import SuccessMessageMixin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme

from assistant import params
from assistant.http import pace
from assistant.http.pace import Pace
from graph import clock
from graph.models import User
from graph.owners import sign_in_name


class SignInForm(AuthenticationForm):
    """Takes the name as the person writes it, with or without capitals and spaces."""

    error_messages = {
        "invalid_login": "This name and password do not belong together. Check both and try again.",
        "inactive": "This account is switched off.",
    }
    username = forms.CharField(max_length=254)

    def clean_username(self) -> str:
        typed = self.cleaned_data["username"].strip()
        return typed if User.objects.filter(username=typed).exists() else sign_in_name(typed)


NAME = Pace("sign-in", params.SIGN_INS, params.SIGN_IN_SECONDS)
ADDRESS = Pace("sign-in-address", params.SIGN_INS_OF_ADDRESS, params.SIGN_IN_SECONDS)


class SignIn(LoginView):
    """On a fresh install there is nobody to sign in, so the first visit begins the book instead.

    Attempts are counted before the password is looked at, so that guessing many at once gains nothing.
    """

    template_name = "login.html"
    form_class = SignInForm
    redirect_authenticated_user = True

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not User.objects.exists():
            return redirect("begin")
        return super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            pace.take(ADDRESS, _address(request), at=clock.now().timestamp())
            pace.take(NAME, _who(request), at=clock.now().timestamp())
        except pace.TooFast as refusal:
            return self._too_often(request, refusal)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        pace.forget(NAME, _who(self.request))
        return super().form_valid(form)

    def _too_often(self, request: HttpRequest, refusal: pace.TooFast) -> HttpResponse:
        form = self.get_form_class()(request)
        form.initial = {"username": request.POST.get("username", "")[:254]}
        said = f"Too many attempts to sign in. Wait {pace.spoken(refusal.wait)} and try again."
        context = {"form": form, "refusal": said, "next": self.get_redirect_url()}
        answer = self.render_to_response(context, status=429)
        answer["Retry-After"] = str(refusal.wait)
        return answer


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


def _who(request: HttpRequest) -> str:
    return f"{sign_in_name(request.POST.get('username', ''))} {_address(request)}"


@login_not_required
def admin_door(request: HttpRequest) -> HttpResponse:
    """The admin is entered through the one sign-in page, which counts attempts; who may not see it is told so."""
    if request.user.is_authenticated and not request.user.is_staff:
        raise PermissionDenied
    wanted = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        wanted = reverse("admin:index")
    return redirect(wanted) if request.user.is_authenticated else redirect_to_login(wanted)


class ChangePasswordForm(PasswordChangeForm):
    """In the words of the page, which calls nothing a field."""

    error_messages = {
        "password_incorrect": "This is not the password you have now.",
        "password_mismatch": "The two new ones are not the same.",
    }


class ChangePassword(SuccessMessageMixin, PasswordChangeView):
    template_name = "password.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("settings")
    success_message = "Your password was changed."

"""Signing in, out, and changing the password."""

from __future__ import annotations

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.contrib.messages.views import SuccessMessageMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy

from assistant.views.begin import sign_in_name
from graph.models import User


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


class SignIn(LoginView):
    """On a fresh install there is nobody to sign in, so the first visit begins the book instead."""

    template_name = "login.html"
    form_class = SignInForm
    redirect_authenticated_user = True

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not User.objects.exists():
            return redirect("begin")
        return super().get(request, *args, **kwargs)


class ChangePassword(SuccessMessageMixin, PasswordChangeView):
    template_name = "password.html"
    success_url = reverse_lazy("settings")
    success_message = "Your password was changed."

#!/usr/bin/env python
"""Commonplace's command line: `python manage.py up` starts everything."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assistant.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)

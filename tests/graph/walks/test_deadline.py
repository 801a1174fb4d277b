"""When a walk must stop."""

from __future__ import annotations

import pytest

from graph.walks.deadline import Deadline, DeadlinePassed


def test_a_deadline_passes_at_its_moment_and_not_before_m32():
    moments = iter([0.0, 4.9, 5.0])
    deadline = Deadline(5.0, clock=lambda: next(moments))
    deadline.check()
    with pytest.raises(DeadlinePassed, match="took too long"):
        deadline.check()


def test_without_a_time_only_cancelling_stops_m32():
    deadline = Deadline()
    deadline.check()
    deadline.cancel()
    with pytest.raises(DeadlinePassed, match="cancelled"):
        deadline.check()

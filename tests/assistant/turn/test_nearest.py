"""What plain rules answer, told to a model by the numbers of its own memory."""

from __future__ import annotations

from assistant.language_model import prompts
from assistant.turn.nearest import Nearest
from assistant.without_model.writing import Composed
from tests.assistant.language_model.test_prompts import RESULT

MEMORY = prompts.numbered(RESULT)  # its numbers 1, 2 and 3 are fact 2, fact 1 and passage 3


def test_it_cites_by_the_numbers_of_the_memory_and_code_stays_as_it_is():
    told = "“Tea at four.” [1]\n\n```sh\n  echo ${a[1]}\n```\n\nYou like tea.[2?] And so on.[3][9][0]"
    near = Nearest(RESULT, Composed(told, (("chunk", 3), ("fact", 2), ("fact", 99))))
    expected = "“Tea at four.” [3]\n\n```sh\n  echo ${a[1]}\n```\n\nYou like tea.[1] And so on."
    assert near.above(MEMORY).text == f"{prompts.NEAREST}\n{expected}\n\n{MEMORY.text}"


def test_what_rules_cannot_answer_is_told_and_what_only_tells_has_no_such_part():
    assert prompts.NONE_NEAR in Nearest(RESULT, Composed("I don't know that.", known=False)).above(MEMORY).text
    assert Nearest(RESULT).above(MEMORY) is MEMORY

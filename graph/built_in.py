"""The relations that every book has, in tables: name, how it reads, how it reads backwards, and what it is besides.

`~` stands before the name of the one that says it from the other end; "functional" is one value at a time.
"""

from __future__ import annotations

BUILT_IN_ROWS = {
    "hierarchical": """
        is_a          | is a           | includes        |
        was_a         | was a          | is what this was: |
        instance_of   | is an instance of | has instance |
        part_of       | is part of     | has part        | ~contains
        contains      | contains       | is contained in | ~part_of
        broader_than  | is broader than | is narrower than | ~narrower_than
        narrower_than | is narrower than | is broader than | ~broader_than
    """,
    "associative": """
        related_to  | is related to   | is related to   | symmetric
        similar_to  | is similar to   | is similar to   | symmetric
        synonym_of  | means the same as | means the same as | symmetric
        antonym_of  | is the opposite of | is the opposite of | symmetric
        same_as     | is the same as  | is the same as  | symmetric
        different_from | is not       | is not          | symmetric
        references  | references      | is referenced by |
        contradicts | contradicts     | contradicts     | symmetric
        supersedes  | replaces        | was replaced by |
        derived_from | comes from     | is the source of |
    """,
    "domain": """
        works_for       | works for       | employs          |
        works_at        | works at        | employs          | functional
        works_on        | works on        | is worked on by  |
        works_as        | works as        | is the job of    | functional
        located_in      | is in           | is where to find | functional
        lives_in        | lives in        | is home to       | functional
        from            | is from         | is the origin of |
        born_in         | was born in     | is the birthplace of | functional
        born_on         | was born on     | is the birthday of | functional
        died_on         | died on         | is the day of death of | functional
        got_married     | got married on  | is the wedding day of |
        created_by      | was made by     | made             |
        manufactured_by | is made by      | makes            |
        owned_by        | belongs to      | owns             |
        owns            | owns            | belongs to       | ~owned_by
        uses            | uses            | is used by       |
        studies         | studies         | is studied by    |
        speaks          | speaks          | is spoken by     |
    """,
    "personal": """
        prefers         | prefers         | is preferred by  |
        likes           | likes           | is liked by      |
        dislikes        | dislikes        | is disliked by   |
        allergic_to     | is allergic to  | is an allergy of |
        knows           | knows           | knows            | symmetric
        friend          | has the friend  | is a friend of   | symmetric
        married_to      | is married to   | is married to    | symmetric functional
        divorced_from   | is divorced from | is divorced from | symmetric
        partner         | has the partner | is the partner of | symmetric functional
        sister          | has the sister  | is the sister of |
        brother         | has the brother | is the brother of |
        mother          | has the mother  | is the mother of | functional
        father          | has the father  | is the father of | functional
        daughter        | has the daughter | is the daughter of |
        son             | has the son     | is the son of    |
        child           | has the child   | is a child of    |
        parent          | has the parent  | is a parent of   |
        grandparent     | has the grandparent | is a grandparent of |
        grandchild      | has the grandchild | is a grandchild of |
        sibling         | has the sibling | is a sibling of  | symmetric
        cousin          | has the cousin  | is a cousin of   | symmetric
        aunt            | has the aunt    | is the aunt of   |
        uncle           | has the uncle   | is the uncle of  |
        niece           | has the niece   | is the niece of  |
        nephew          | has the nephew  | is the nephew of |
        grandmother     | has the grandmother | is the grandmother of |
        grandfather     | has the grandfather | is the grandfather of |
        boss            | has the boss    | is the boss of   | functional
        colleague       | has the colleague | is a colleague of | symmetric
        neighbour       | has the neighbour | is a neighbour of | symmetric
        flatmate        | has the flatmate | is a flatmate of | symmetric
        teacher         | has the teacher | is a teacher of  |
        student         | has the student | is a student of  |
        mentor          | has the mentor  | is the mentor of |
        doctor          | has the doctor  | is the doctor of |
        dentist         | has the dentist | is the dentist of |
        therapist       | has the therapist | is the therapist of |
        landlord        | has the landlord | is the landlord of |
        pet             | has the pet     | is a pet of      |
        name            | has the name    | is the name of   |
        maiden_name     | has the maiden name | is the maiden name of | functional
        birthday        | has the birthday on | is the birthday of | functional
        age             | is aged         | is the age of    | functional
        email           | has the email   | is the email of  | functional
        answer_wish     | wishes of every answer: | is wished of every answer by |
        phone           | has the phone number | is the phone number of | functional
    """,
    "temporal": """
        precedes  | comes before | comes after  | ~follows
        follows   | comes after  | comes before | ~precedes
        during    | happened during | is when this happened: |
        status    | has the status | is the status of | functional
        starts    | starts         | is when this starts: | functional
        ends      | ends           | is when this ends: | functional
        due       | is due on      | is when this is due: | functional
        expires_on  | expires on | is when this expires: | functional
        completed_on | was completed on | is when this was completed: | functional
        caused_by | was caused by | caused       |
    """,
}

//! The test of lessons: each mistake of a lesson is found at its place.

use std::sync::Arc;

use pprepl_lessons::{Grade, JudgeSetup, grade, read};
use pprepl_notebook::Document;
use pprepl_text::{IssueCode, Source, render};

use crate::judging::JUDGED;

fn graded(text: &str) -> Grade {
    let document = Document::parse(text);
    let lesson = Arc::new(read("lesson.pp", &document));
    grade(&lesson, &Source::new("lesson.pp", document.text()), &JudgeSetup::default(), Some(&["values".to_owned()]))
}

fn findings(grade: &Grade) -> String {
    grade.all().map(|found| format!("{} {}", found.code, render(found, false))).collect::<Vec<_>>().join("\n")
}

#[test]
fn mistakes_of_a_lesson_are_found() {
    let text = "# %% [markdown]\n#| lesson bad\n#| needs value\n#| facts nothing\n# ## Bad

# %%
#| given
$a = 1

# %%
#| run seen
#| expect value 3
#| expect log notice \"hello\"
1 + 1

# %%
#| expect fails DIV_BY_ZERO
1 / 1

# %%
#| exercise all
#| start     $b = 2
#| check value $b == 2
#| when $b == 9  say \"nine\"
#| solution  $b = 3
#| right     $b = $c
#| wrong     $b = 2
#| wrong     $b = [
#| wrong     $b = [[

# %%
#| exercise unchecked
#| solution $z = 1

# %%
#| exercise broken
#| check value $d == no_such(1)
#| solution $d = 1
#| wrong $d = 2
#| wrong $d = 3
#| wrong $d = 4

# %%
#| exercise clash
#| check value $a2 == 1
#| solution
#|   $a2 = 1
#|   $zz = 1
#| right $a2 = 2 - 1
#| right $a2 = $a
#| wrong $a2 = 4
#| wrong $a2 = 5
#| wrong $a2 = 6

# %%
$yy = 1
$zz = 2

# %%
#| quiz none predict value
#| options 1, 2
#| because no option
3

# %%
#| quiz several predict fails
#| options yes, no, n
1

# %%
#| quiz which predict which
#| options a, b
#| because x
1

# %%
#| quiz other predict which
#| options a, b
#| answer c
#| because x
1

# %%
#| quiz own predict value
#| options 1, 2
#| answer 1
#| because x
1

# %%
#|
#| quiz right predict which
#| options a, b
#| answer a
#| because x
1
";
    insta::assert_snapshot!(findings(&graded(text)));
}

#[test]
fn given_code_that_fails_is_one_finding_for_each_step() {
    let text = "# %%
#| given
$unknown_name + 1

# %%
#| exercise one
#| check value $b == 2
#| solution  $b = 2
#| right     $b = 1 + 1
#| right     $b = 4 / 2
#| wrong     $b = 3
#| wrong     $c = 2
#| wrong     $b =

# %%
#| quiz guess predict value
#| because it is three
3
";
    insta::assert_snapshot!(findings(&graded(text)));
}

#[test]
fn the_lesson_of_all_checks_has_only_its_broken_check() {
    let grade = graded(JUDGED);
    let errors: Vec<_> = grade.all().filter(|found| found.is_error()).map(|found| found.code).collect();
    assert_eq!(errors, [pprepl_text::Code::from(IssueCode::LessonCheck)], "{}", findings(&grade));
    assert!(!grade.passes());
    assert_eq!((grade.counts.steps, grade.counts.exercises), (13, 13));
}

//! Topics of pprepl itself: commands, settings, limits and the notebook.

use pprepl_text::Topic;

use super::{TopicPage, page};

pub(super) const PAGES: &[TopicPage] = &[
    page(
        Topic::Command,
        "A line that starts with a colon and a letter is a command of pprepl. The command is unknown, or its arguments \
         are wrong. ':help' lists the commands, ':help COMMAND' describes one.",
        ":tokens",
        ":tokens 1 + 2",
    ),
    page(
        Topic::Setting,
        "The setting is unknown, or does not accept the value. ':set' lists the settings, ':set NAME' shows the \
         accepted values of one.",
        ":set echo loud",
        ":set echo last",
    ),
    page(Topic::Stopped, "You stopped the evaluation with Ctrl-C. Everything it changed is rolled back.", "", ""),
    page(
        Topic::TimeLimit,
        "The evaluation took longer than the setting `time` allows, in seconds. Look for an endless recursion or a very \
         large range. ':set time 0' removes the limit.",
        "",
        "",
    ),
    page(
        Topic::StepLimit,
        "The evaluation made more calls and iterations than the setting `steps` allows. Look for an endless recursion \
         or a very large range. ':set steps 0' removes the limit.",
        "",
        "",
    ),
    page(
        Topic::MemoryLimit,
        "The evaluation would need more memory than the setting `memory` allows. A very large range, string or array is \
         the usual cause. `elements` limits what one operation creates.",
        "Integer[1, 100000000].map |$n| { $n }",
        "Integer[1, 100].map |$n| { $n }",
    ),
    page(
        Topic::Formatting,
        "The formatter changed nothing here, since the result would not have the same meaning. The message names the \
         part of the source.",
        "",
        "",
    ),
    page(
        Topic::CellOrder,
        "Cells of a notebook use each other's variables in a cycle, or a cell uses a variable that a later cell sets. \
         Move the assignment to a cell above.",
        "",
        "",
    ),
    page(
        Topic::DefinedInTwoCells,
        "Two cells of a notebook define the same name. The first definition is used. Rename one, or delete a cell.",
        "",
        "",
    ),
    page(
        Topic::LessonFormat,
        "A lesson has an option that pprepl cannot read. Options are the comment lines `#|` at the top of a cell. The \
         message names the option, and the form that it needs. An option that cannot be read has no effect.",
        "",
        "",
    ),
    page(
        Topic::LessonTest,
        "`pprepl run FILE --grade` tests a lesson, and finds a mistake in it. Solutions and `right` answers must pass, \
         the start and `wrong` answers must not. Each `when` must be the feedback of the start or of a `wrong` answer. \
         Each check must run, each quiz must have one answer, and expectations must hold.",
        "",
        "",
    ),
    page(
        Topic::InternalError,
        "pprepl has a bug: this input should not have this result. The session continues, and your variables are safe. \
         Please report the input.",
        "",
        "",
    ),
    page(
        Topic::Failed,
        "The evaluation failed for a reason without a topic of its own. The message has the details.",
        "",
        "",
    ),
];

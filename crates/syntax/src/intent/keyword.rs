//! Words that begin a statement in other languages: `try`, `import`, `lambda`, `resource "x" "y"`, and misspelled
//! keywords of Puppet.

use super::block::block_from;
use super::clue::Clue;
use super::mistake::{Mistake, edit};
use super::rewrite::Rewriter;
use super::view::View;
use crate::TokenKind as T;
use crate::parser::Expected;

pub(super) fn recognize(clue: &Clue) -> Option<Mistake> {
    exception(clue)
        .or_else(|| python_lambda(clue))
        .or_else(|| import(clue))
        .or_else(|| terraform(clue))
        .or_else(|| chef(clue))
        .or_else(|| other_word(clue))
        .or_else(|| parent_of_define(clue))
        .or_else(|| misspelled_keyword(clue))
        .or_else(|| block_end(clue))
        .or_else(|| unless_elsif(clue))
}

/// `try { } catch { }`, `begin .. rescue`, `raise x`.
fn exception(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let word = view.text(head);
    if !view.is_name(head) || view.kind(head + 1) == T::FatArrow {
        return None;
    }
    match word {
        "try" | "begin" | "rescue" | "catch" | "except" | "finally" | "ensure" | "eval"
            if matches!(view.kind(head + 1), T::LBrace | T::Colon | T::LParen | T::WsLParen)
                || view.begins_line(head + 1) =>
        {
            let end = exception_end(view, head);
            Some(
                Mistake::new(view.span(head), format!("Puppet has no `{word}`: an error always ends the evaluation"))
                    .label("not a keyword")
                    .help("test the value before you use it: `if $x =~ Integer { .. } else { .. }`")
                    .until(view.span(end.saturating_sub(1)).end),
            )
        }
        "raise" | "throw" | "die" | "croak" | "panic" if clue.wants_syntax() || !view.begins_line(head + 1) => {
            let end = super::branch::expression_end(view, head);
            let mut start = head + 1;
            while start + 1 < end
                && (view.is(start, "new") || view.kind(start) == T::Ref)
                && view.kind(start + 1) != T::End
            {
                start += 1;
            }
            let value = Rewriter::new(*view).range(super::block::inner_header(view, start..end));
            let span = view.range_span(head..end);
            let mistake = Mistake::new(view.span(head), format!("write `fail('message')`: Puppet has no `{word}`"))
                .until(span.end);
            Some(if value.is_empty() {
                mistake
            } else {
                mistake.replace(span, format!("fail({})", value.trim_end_matches(';')))
            })
        }
        _ => None,
    }
}

/// Returns the end of a chain of blocks that belong to a `try`.
fn exception_end(view: &View, head: usize) -> usize {
    let mut at = head;
    loop {
        let Some(block) = block_from(view, at + 1, view.indentation(at)) else { return view.line_end(at) };
        let follows = matches!(view.text(block.end), "catch" | "except" | "rescue" | "finally" | "ensure" | "else");
        if !follows {
            return block.end;
        }
        at = block.end;
    }
}

/// `lambda x: x * 2`, `lambda { |x| .. }`.
fn python_lambda(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let line = clue.head..clue.stop + 1;
    let at = line
        .rev()
        .find(|&at| matches!(view.text(at), "lambda" | "λ" | "proc" | "Proc") && view.kind(at + 1) != T::FatArrow)?;
    let last = view.line_end(clue.stop.saturating_sub(1).max(at));
    let colon = (at + 1..last).find(|&at| view.kind(at) == T::Colon);
    let names: Vec<&str> = (at + 1..colon.unwrap_or(at + 1)).filter_map(|at| view.variable(at)).collect();
    if colon.is_none() && view.kind(at + 1) != T::LBrace {
        return None;
    }
    let span = view.range_span(at..colon.map_or(at + 1, |colon| colon + 1));
    let params: Vec<String> = names.iter().map(|name| format!("${name}")).collect();
    let params = if params.is_empty() { "$x".to_owned() } else { params.join(", ") };
    let mut mistake = Mistake::new(span, format!("write a lambda as `|{params}| {{ .. }}`, after a call"))
        .help("for example: `$list.map |$x| { $x * 2 }`; for a function with a name write `function double($x) { $x * 2 }`")
        .until(view.span(last.saturating_sub(1)).end);
    // As the argument of a method: `.map(lambda x: x * 2)`.
    if let (Some(colon), Some(open)) = (colon, at.checked_sub(1)) {
        let method = open >= 2 && matches!(view.kind(open), T::LParen) && view.kind(open - 2) == T::Dot;
        if let Some(close) = view.closing(open).filter(|_| method) {
            let rewriter = Rewriter::with_variables(*view, names.iter().map(|name| (*name).to_owned()).collect());
            let body = rewriter.range(colon + 1..close);
            mistake = mistake.replace(view.range_span(open..close + 1), format!(" |{params}| {{ {} }}", body.trim()));
        }
    }
    Some(mistake)
}

/// `from x import y`, `use strict;`, `#include`, `require('x')`.
fn import(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let word = view.text(head);
    let is_import = match word {
        "from" | "using" | "use" | "load" | "source" | "import_playbook" | "include_tasks" => {
            view.word(head + 1).is_some() && !view.begins_line(head + 1) && view.kind(head + 1) != T::LBrace
        }
        "import" => clue.wants_syntax() && !view.begins_line(head + 1) && view.kind(head + 1) != T::LParen,
        _ => false,
    };
    if !is_import || !view.is_name(head) {
        return None;
    }
    let end = view.line_end(head);
    let span = view.range_span(head..end);
    Some(
        Mistake::new(span, format!("Puppet has no `{word}`: it finds modules by their names"))
            .help("declare a class of a module with `include NAME`; functions and types are loaded at their first use")
            .until(span.end),
    )
}

/// `resource "file" "x" { .. }`, `variable "port" { default = 80 }`.
fn terraform(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let word = view.text(head);
    let has_label = view.kind(head + 1) == T::String && !view.begins_line(head + 1);
    let is_block = matches!(word, "resource" | "data" | "variable" | "output" | "provider" | "module") && has_label
        || matches!(word, "locals" | "terraform") && view.kind(head + 1) == T::LBrace;
    if !is_block {
        return None;
    }
    let opener = (head..view.line_end(head)).find(|&at| view.kind(at) == T::LBrace)?;
    let closer = view.closing(opener).unwrap_or(view.end());
    let label = view.text(head + 1).trim_matches(['"', '\'']);
    let span = view.range_span(head..opener);
    let until = view.span(closer).end;
    let mistake = match word {
        "variable" => Mistake::new(span, format!("write `${label} = 80`: a variable starts with `$`"))
            .help(format!("a value from outside is a parameter of a class: class web(Integer ${label} = 80) {{ .. }}")),
        "resource" | "data" => {
            Mistake::new(span, format!("write `{label} {{ 'title': name => value }}` for a resource"))
                .help("for example: file { '/tmp/x': ensure => file }")
        }
        "output" => Mistake::new(span, "Puppet has no `output`: show a value with `notice($x)`"),
        "module" => Mistake::new(span, format!("declare a class with `class {{ '{label}': name => value }}`"))
            .help("without parameters write `include NAME`"),
        "provider" => Mistake::new(span, "Puppet has no `provider` block: the attribute `provider` chooses one")
            .help("for example: package { 'x': provider => 'gem' }"),
        _ => Mistake::new(span, format!("Puppet has no `{word}` block: write `$name = value` for each value")),
    };
    let mistake = mistake.label("not a resource type here").until(until);
    if word != "variable" {
        return Some(mistake);
    }
    let default = (opener + 1..closer).find(|&at| view.is(at, "default") && view.kind(at + 1) == T::Equals);
    let Some(default) = default else { return Some(mistake) };
    let end = super::branch::expression_end(view, default + 2).min(closer);
    let value = view.slice(default + 2..end);
    let whole = view.range_span(head..(closer + 1).min(view.end()));
    Some(mistake.replace(whole, format!("${label} = {value}")))
}

/// `file '/tmp/x' do .. end`, `file "/tmp/x" { .. }`.
fn chef(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let known = matches!(
        view.text(head),
        "file"
            | "package"
            | "service"
            | "user"
            | "group"
            | "exec"
            | "cron"
            | "notify"
            | "template"
            | "directory"
            | "execute"
            | "bash"
            | "define"
            | "class"
    );
    let has_title = matches!(view.kind(head + 1), T::String | T::Variable) && !view.begins_line(head + 1);
    let opens = view.kind(head + 2) == T::LBrace || view.is(head + 2, "do");
    if !known || !has_title || !opens {
        return None;
    }
    let name = view.text(head);
    let title = view.text(head + 1);
    if matches!(name, "define" | "class") {
        return None;
    }
    let block = block_from(view, head + 2, view.indentation(head));
    let end = block.as_ref().map_or(view.line_end(head), |block| block.end);
    let whole = view.range_span(head..end);
    let mistake =
        Mistake::new(view.span(head + 1), format!("write the title inside the braces: `{name} {{ {title}: .. }}`"))
            .until(whole.end);
    let Some(block) = block.filter(|block| view.kind(block.header.end) == T::LBrace) else { return Some(mistake) };
    let body = view.source.get(view.span(block.header.end).end as usize..whole.end as usize).unwrap_or("}");
    Some(mistake.replace(whole, format!("{name} {{ {title}:{body}")))
}

/// Words that begin statements elsewhere, each with Puppet's way.
const OTHER_WORDS: &[(&str, &str, &str)] = &[
    ("pass", "an empty body needs no statement: `{ }`", "remove the line"),
    (
        "del",
        "Puppet has no `del`: a variable keeps its value",
        "make a new value without the key: `$h.filter |$k, $v| { $k != 'a' }`",
    ),
    (
        "delete",
        "Puppet has no `delete` statement: a variable keeps its value",
        "make a new value: `$new = $list - ['a']`",
    ),
    (
        "global",
        "Puppet has no `global`: a variable belongs to its scope",
        "read a variable of a class as `$class::name`",
    ),
    (
        "nonlocal",
        "Puppet has no `nonlocal`: a variable belongs to its scope",
        "read a variable of a class as `$class::name`",
    ),
    (
        "yield",
        "Puppet has no `yield`: call a lambda by its name: `$block.call(1)`",
        "a function takes a lambda as its last parameter: `Callable &$block`",
    ),
    ("await", "Puppet has no `await`: a call always gives its value", "remove the word"),
    (
        "new",
        "create a value with its type: `Integer('5')`",
        "`Timestamp()`, `SemVer('1.2.3')` and other types work alike",
    ),
    ("with", "Puppet has no `with` statement", "name a value with `$name = value`"),
    (
        "interface",
        "Puppet has no `interface`: describe values with a type alias",
        "for example: `type Port = Integer[1, 65535]`",
    ),
    (
        "struct",
        "write a type alias: `type Point = Struct[{x => Integer, y => Integer}]`",
        "an alias starts with an upper-case letter",
    ),
    ("enum", "write a type alias: `type Color = Enum['red', 'green']`", "an alias starts with an upper-case letter"),
    ("typedef", "write `type Port = Integer[1, 65535]`", "an alias starts with an upper-case letter"),
    ("public", "Puppet has no `public`: all names can be used", "remove the word"),
    ("static", "Puppet has no `static`", "remove the word"),
    ("extends", "write `inherits`: class a inherits b { .. }", "prefer `include b` inside the class"),
    ("assert", "write `assert_type(Integer, $x)`, or `unless $x { fail('message') }`", "Puppet has no `assert`"),
    ("goto", "Puppet has no `goto`", "use functions, `if` and `case`"),
    ("elseif", "write `elsif`: Puppet has no `elseif`", "`elsif` follows the `}` of an `if`"),
    ("elif", "write `elsif`: Puppet has no `elif`", "`elsif` follows the `}` of an `if`"),
];

fn other_word(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let word = view.text(head);
    let (_, message, help) = OTHER_WORDS.iter().find(|(known, ..)| *known == word)?;
    if !view.is_name(head) || matches!(view.kind(head + 1), T::FatArrow | T::LParen | T::Dot | T::Comma | T::Equals) {
        return None;
    }
    let end = view.line_end(clue.stop.max(head).min(view.end().saturating_sub(1)));
    let block = block_from(view, head + 1, view.indentation(head));
    let end = block.map_or(end, |block| block.end);
    Some(
        Mistake::new(view.span(head), *message)
            .label("not a keyword")
            .help(*help)
            .until(view.span(end.saturating_sub(1)).end),
    )
}

/// `define a inherits b { }`.
fn parent_of_define(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let word = view.text(clue.stop);
    let extends = view.kind(clue.stop) == T::Inherits
        || matches!(word, "extends" | "implements")
        || matches!(view.kind(clue.stop), T::Colon | T::LessThan);
    match clue.want {
        Some(Expected::DefineBody) if extends => Some(
            Mistake::new(view.span(clue.stop), "a defined type cannot inherit: only a class can")
                .help("declare the other resource in its body, and pass the parameters on"),
        ),
        Some(Expected::ClassBody)
            if extends && view.word(clue.stop + 1).is_some() && !view.begins_line(clue.stop + 1) =>
        {
            let mistake = Mistake::new(view.span(clue.stop), format!("write `inherits`, not `{word}`"))
                .help("for example: class a inherits b { .. }");
            let gap = if view.gap(clue.stop).is_empty() { " inherits" } else { "inherits" };
            let gap = if view.gap(clue.stop + 1).is_empty() { format!("{gap} ") } else { gap.to_owned() };
            Some(mistake.replace(view.span(clue.stop), gap))
        }
        _ => None,
    }
}

/// The keywords that begin a statement and take a block or a name.
const KEYWORDS: [&str; 5] = ["class", "define", "function", "unless", "include"];

/// `clas web { }`, `fucntion f() { }`, `defien x { }`.
fn misspelled_keyword(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.head;
    let word = view.text(head);
    let follows_word =
        view.word(head + 1).is_some() || matches!(view.kind(head + 1), T::Variable | T::String | T::DqPre);
    if !view.is_name(head) || word.len() < 4 || !follows_word || view.begins_line(head + 1) {
        return None;
    }
    if crate::function_meant(word).is_some() {
        return None;
    }
    let meant = pprepl_text::suggest::nearest(word, KEYWORDS)?;
    if word.as_bytes().first() != meant.as_bytes().first() && word.len() >= meant.len() {
        return None;
    }
    let mistake = Mistake::new(view.span(head), format!("unknown keyword `{word}`; did you mean `{meant}`?"));
    let end = block_from(view, head + 1, view.indentation(head)).map_or(view.line_end(head), |block| block.end);
    Some(mistake.label("not a keyword").replace(view.span(head), meant).until(view.span(end.saturating_sub(1)).end))
}

/// `end`, `fi`, `done` after a block.
fn block_end(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let head = clue.statement;
    let closes = matches!(view.text(head), "end" | "fi" | "done" | "esac" | "endif" | "endfor") && view.is_name(head);
    let is_alone = view.begins_line(head) && (view.begins_line(head + 1) || view.kind(head + 1) == T::End);
    (closes && is_alone && !clue.wants_syntax()).then(|| {
        let word = view.text(head);
        Mistake::new(view.span(head), format!("close a block with `}}`: Puppet has no `{word}`"))
    })
}

/// `unless x { } elsif y { }`.
fn unless_elsif(clue: &Clue) -> Option<Mistake> {
    let view = &clue.view;
    let is_branch =
        view.kind(clue.stop) == T::Elsif || view.kind(clue.stop) == T::Else && view.kind(clue.stop + 1) == T::If;
    if !is_branch || clue.stop == 0 || view.kind(clue.stop - 1) != T::RBrace {
        return None;
    }
    let mut unless = None;
    for at in view.outer_back(0, clue.stop) {
        match view.kind(at) {
            T::Unless => unless = Some(at),
            T::If | T::Case => {}
            _ => continue,
        }
        break;
    }
    let unless = unless?;
    let block = block_from(view, unless + 1, 0)?;
    let header = view.slice(block.header.clone());
    let end = block_from(view, clue.stop + 1, 0).map_or(clue.stop + 1, |block| block.end);
    let edits =
        vec![edit(view.span(unless), "if"), edit(view.range_span(block.header), format!("!({})", header.trim()))];
    Some(
        Mistake::new(view.span(clue.stop), "`unless` has no `elsif`: write `if !(..) { .. } elsif .. { .. }`")
            .until(view.span(end.saturating_sub(1)).end)
            .edits("write `if !(..)`", edits),
    )
}

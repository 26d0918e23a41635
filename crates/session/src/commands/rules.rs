//! `:rules`: the enabled rules of the static checker.

use serde_json::{Value, json};

use crate::Session;
use pprepl_text::columns::columns;
use pprepl_text::{IssueCode, RuleCode, suggest};
use puppet_check::{RULES, Rule};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "rules",
    aliases: &[],
    params: &[Param::optional("RULE", Kind::Rule), Param::optional("on|off", Kind::Word(&["on", "off"]))],
    group: Group::Types,
    summary: "list or show the checker's rules, or switch one",
    details: "Errors always fail at run time; warnings are probably mistakes; notes may be intended. ':explain RULE' \
              explains each. On the command line 'pprepl check --allow RULE' switches one off, '--deny RULE' reports \
              its findings as errors.",
    examples: &[
        Example { before: &[], line: ":rules unused-variable", shows: "note" },
        Example { before: &[":rules operand off"], line: ":check 1 + []", shows: "no findings" },
        Example { before: &[], line: ":rules deferred on", shows: "deferred  on" },
    ],
    run: rules,
}];

fn rules(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let Some(code) = arguments.get(0) else {
        let rows = RULES.iter().map(|rule| row(session, rule)).collect::<Vec<_>>();
        return command::with_data(columns(&rows), RULES.iter().map(|rule| data(session, rule)).collect());
    };
    let named = RuleCode::from_name_or_topic(code);
    let Some(rule) = RULES.iter().find(|rule| Some(rule.code) == named) else {
        let near = suggest::nearest(code, RULES.iter().map(|rule| rule.code.as_str()));
        let help = near.map_or(":rules lists them".to_owned(), |near| format!("did you mean '{near}'?"));
        return Err(CommandError::new(IssueCode::CommandArgument, format!("unknown rule '{code}'")).with_help(help));
    };
    if let Some(on) = arguments.get(1) {
        let rules = session.checker().rules().with(rule.code, on == "on");
        session.analyze().set_rules(rules);
    }
    command::with_data(columns(&[row(session, rule)]), data(session, rule))
}

fn row(session: &Session, rule: &Rule) -> Vec<String> {
    let on = if session.checker().rules().has(rule.code) { "on" } else { "off" };
    [rule.code.as_str(), on, rule.severity.as_str(), rule.summary].map(str::to_owned).to_vec()
}

fn data(session: &Session, rule: &Rule) -> Value {
    json!({
        "rule": rule.code,
        "on": session.checker().rules().has(rule.code),
        "kind": rule.severity.as_str(),
        "summary": rule.summary,
    })
}

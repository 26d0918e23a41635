//! Settings, themes, quitting.

use pprepl_text::{IssueCode, suggest};
use serde_json::{Map, json};

use crate::settings::{SETTINGS, Setting, current_key, setting};
use crate::{CommandAnswer, Effect, Outcome, Session, Settings};
use pprepl_text::columns::columns;
use pprepl_text::theme::Themes;

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::saving;

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "set",
        aliases: &[],
        params: &[
            Param::optional("--save", Kind::Word(&["--save"])),
            Param::optional("SETTING", Kind::Setting),
            Param::optional("VALUE", Kind::Value),
        ],
        group: Group::Settings,
        summary: "list the settings, show one, or change one",
        details: "':set edition puppet8' follows Puppet 8 exactly; ':set edition 8' is the default. ':set fact \
                  os.family=RedHat' changes one fact. With '--save' it is also a row of your configuration file, for later sessions; \
                  ':set --save' alone saves every setting that differs from its default.",
        examples: &[
            Example { before: &[], line: ":set strict error", shows: "strict = error" },
            Example { before: &[], line: ":set edition", shows: "8, 4x, 3x, puppet8" },
            Example { before: &[":set facts debian-12"], line: ":set fact role=web", shows: "role = 'web'" },
        ],
        run: set,
    },
    Command {
        name: "theme",
        aliases: &[],
        params: &[Param::optional("THEME", Kind::Theme)],
        group: Group::Settings,
        summary: "list the color themes, or select one",
        details: "THEME is a built-in theme or a TOML file. The interactive session saves it in your configuration file.",
        examples: &[Example { before: &[], line: ":theme light", shows: "theme = light" }],
        run: theme,
    },
    Command {
        name: "keys",
        aliases: &[],
        params: &[Param::optional("FILTER", Kind::Filter)],
        group: Group::Settings,
        summary: "list the active keys of the prompt",
        details: "FILTER is a part of a key or of its effect. Your own keys come first; rows of the table [keys] in \
                  config.toml set them. Alt-K lists the keys of a notebook.",
        examples: &[],
        run: keys,
    },
    Command {
        name: "quit",
        aliases: &["q", "exit"],
        params: &[],
        group: Group::Settings,
        summary: "leave",
        details: "Ctrl-D quits too.",
        examples: &[],
        run: |_, _| Ok(Outcome::Quit),
    },
];

fn set(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let value = arguments.get(2).map(|value| value.trim_start_matches("= ").trim());
    let (value, behind) = saving::without_switch(value);
    let saves = arguments.get(0).is_some() || behind;
    match (arguments.get(1), value) {
        (None, _) if saves => saving::save_all(session.settings()),
        (None, _) => command::with_data(listing(session.settings()), settings_data(session.settings())),
        (Some(key), None) if saves => saving::save_setting(session.settings(), key),
        (Some(key), None) => show(session.settings(), key),
        (Some("fact"), Some(value)) => super::facts::set_fact(session, value),
        (Some(key), Some(value)) => {
            let changed = change(session, key, value)?;
            if saves { saving::save_setting(session.settings(), key) } else { Ok(changed) }
        }
    }
}

/// Converts the settings to an object.
pub fn settings_data(settings: &Settings) -> serde_json::Value {
    SETTINGS.iter().map(|row| (row.key.to_owned(), json!(row.value(settings)))).collect::<Map<_, _>>().into()
}

fn listing(settings: &Settings) -> String {
    let row = |row: &Setting| vec![format!("  {}", row.key), row.value(settings), row.summary.to_owned()];
    let part =
        |language: bool| SETTINGS.iter().filter(move |row| row.is_language() == language).map(row).collect::<Vec<_>>();
    format!("The language\n{}\n\nThe display\n{}", columns(&part(true)), columns(&part(false)))
}

fn show(settings: &Settings, key: &str) -> CommandResult {
    let Some(row) = setting(&current_key(key, "")) else {
        let refused = settings.clone().set(key, "").err().map(|e| e.to_string()).unwrap_or_default();
        return Err(CommandError::new(IssueCode::UnknownSetting, refused));
    };
    let words = row.words().join(", ");
    let takes = if words.is_empty() { String::new() } else { format!("\nAccepts {words}.") };
    let value = row.value(settings);
    let text = format!("{} = {value}\n{}{takes}", row.key, row.summary);
    command::with_value(value.clone(), text, json!({ row.key: value }))
}

fn change(session: &mut Session, key: &str, value: &str) -> CommandResult {
    let value = if matches!(value, "''" | "\"\"") { "" } else { value };
    if key == "theme" {
        known_theme(session.settings().themes, value)?;
    }
    session.set(key, value).map_err(|message| CommandError::new(IssueCode::UnknownSetting, message.to_string()))?;
    let key = current_key(key, value);
    let now = session.settings().get(&key).unwrap_or_default();
    let text = format!("{key} = {now}");
    command::with_value(now, text, settings_data(session.settings()))
}

fn keys(_: &mut Session, arguments: &Arguments) -> CommandResult {
    let effect = Some(Effect::Keys(arguments.text(0).to_owned()));
    let text =
        "Keys belong to the prompt and the notebook. Type ':keys' at the prompt, or Alt-K in a notebook.".to_owned();
    Ok(Outcome::Command(Box::new(CommandAnswer { text, effect, ..CommandAnswer::default() })))
}

fn theme(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let Some(name) = arguments.get(0) else {
        let current = &session.settings().display.theme;
        let line = |name: &str| format!("{} {name}", if name == current { "*" } else { " " });
        let names: Vec<String> = std::iter::once("auto").chain(session.settings().themes.names()).map(line).collect();
        return command::text(names.join("\n"));
    };
    let changed = change(session, "theme", name)?;
    if session.settings().personal.file.is_none() {
        Ok(changed)
    } else {
        saving::save_setting(session.settings(), "theme")
    }
}

/// Rejects a theme that is neither built in nor a readable theme file.
fn known_theme(themes: Themes, name: &str) -> Result<(), Box<CommandError>> {
    if name == "auto" || themes.get(name).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = themes.names().collect();
    let unknown = || CommandError::new(IssueCode::UnknownTheme, format!("unknown theme '{name}'"));
    if !name.contains(['/', '.']) {
        return Err(unknown().with_help(match suggest::nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("the themes are auto, {}, or the path of a theme file", names.join(", ")),
        }));
    }
    themes.load(std::path::Path::new(name)).map(drop).map_err(|error| unknown().with_help(error.to_string()))
}

//! The values of settings: their types, the words that `:set` accepts for each, and the conversions.

use pprepl_files::Reach;
use pprepl_text::Severity;

use super::Edition;

/// The severity of questionable code (Puppet's setting of the same name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Strict {
    Off,
    #[default]
    Warning,
    Error,
}

/// The severity of attributes that the agent would reject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ValueChecks {
    Off,
    /// A note: Puppet compiles the resource without a word.
    Note,
    #[default]
    Warning,
    Error,
}

impl ValueChecks {
    /// Returns the severity of a finding; `None` when attributes are not checked.
    pub fn severity(self) -> Option<Severity> {
        match self {
            ValueChecks::Off => None,
            ValueChecks::Note => Some(Severity::Note),
            ValueChecks::Warning => Some(Severity::Warning),
            ValueChecks::Error => Some(Severity::Error),
        }
    }
}

/// The names of the type of all values and of the type of single values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Names {
    /// `Any` and `Scalar`.
    #[default]
    Any,
    /// `Object` and `Literal`, the names of the legacy type system.
    Object,
}

/// The static checker's treatment of an input before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum StaticCheck {
    /// Findings are shown, and the input runs.
    #[default]
    Warn,
    /// An input with a static error is rejected.
    Error,
    Off,
}

/// The values of an input to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Echo {
    /// The value of the last statement.
    #[default]
    Last,
    /// The value of each statement.
    All,
    Off,
}

/// How results and errors are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// Code frames, colors, previews.
    #[default]
    Full,
    /// Sentences, without drawings and colors.
    Plain,
}

/// The type shown below a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TypeLine {
    Detailed,
    /// The common type of a collection's elements.
    #[default]
    Reduced,
    /// The type without sizes and ranges.
    Generalized,
    Off,
}

/// The key bindings of the line editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Keys {
    #[default]
    Emacs,
    Vi,
}

/// The inputs of the history that Up and suggestions offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Recall {
    #[default]
    All,
    /// Those that ran in the same project: the directory with `.git`, `metadata.json` or the like around the current one.
    Project,
}

/// The values that a setting accepts.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Words(&'static [&'static str]),
    /// An integer in a range.
    Number(u64, u64),
    /// Any string.
    Text,
    /// Any one word (a theme's name; its user reports unknown ones).
    Word,
}

/// A type of values of settings.
pub(super) trait SettingValue: Sized {
    /// The values that `:set` accepts; a row with a range or a list of its own narrows it.
    const ALLOWED: Allowed;

    /// Formats the value as `:set` prints it.
    fn word(&self) -> String;

    /// Reads an accepted word; `None` for any other.
    fn from_word(word: &str) -> Option<Self>;
}

impl SettingValue for bool {
    const ALLOWED: Allowed = Allowed::Switch;

    fn word(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }

    fn from_word(word: &str) -> Option<bool> {
        Some(word == "on")
    }
}

impl SettingValue for String {
    const ALLOWED: Allowed = Allowed::Text;

    fn word(&self) -> String {
        self.clone()
    }

    fn from_word(word: &str) -> Option<String> {
        Some(word.to_owned())
    }
}

impl SettingValue for Edition {
    const ALLOWED: Allowed = Allowed::Words(&["8", "4x", "3x", "puppet8"]);

    fn word(&self) -> String {
        self.as_str().to_owned()
    }

    fn from_word(word: &str) -> Option<Edition> {
        Edition::named(word)
    }
}

macro_rules! number {
    ($type:ty) => {
        impl SettingValue for $type {
            const ALLOWED: Allowed = Allowed::Number(0, <$type>::MAX as u64);

            fn word(&self) -> String {
                self.to_string()
            }

            fn from_word(word: &str) -> Option<$type> {
                word.parse().ok()
            }
        }
    };
}

number!(u32);
number!(u64);

/// Gives each variant its word, in the order of the help.
macro_rules! words {
    ($type:ident: $($variant:ident $word:literal),+) => {
        impl SettingValue for $type {
            const ALLOWED: Allowed = Allowed::Words(&[$($word),+]);

            fn word(&self) -> String {
                match self {
                    $($type::$variant => $word,)+
                }
                .to_owned()
            }

            fn from_word(word: &str) -> Option<$type> {
                match word {
                    $($word => Some($type::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

words!(Strict: Off "off", Warning "warning", Error "error");
words!(ValueChecks: Off "off", Note "note", Warning "warning", Error "error");
words!(Names: Any "any", Object "object");
words!(StaticCheck: Warn "warn", Error "error", Off "off");
words!(Reach: Notebook "notebook", Modules "modules", All "all");
words!(Echo: Last "last", All "all", Off "off");
words!(Style: Full "full", Plain "plain");
words!(TypeLine: Detailed "detailed", Reduced "reduced", Generalized "generalized", Off "off");
words!(Keys: Emacs "emacs", Vi "vi");
words!(Recall: All "all", Project "project");

/// Returns the stored form of `value`, when the setting accepts it.
pub(super) fn accepted(allowed: Allowed, value: &str) -> Option<String> {
    match allowed {
        Allowed::Switch => switch_word(value).map(str::to_owned),
        Allowed::Words(words) => words.iter().find(|word| word.eq_ignore_ascii_case(value)).map(|w| (*w).to_owned()),
        Allowed::Number(from, to) => number_word(value).filter(|n| (from..=to).contains(n)).map(|n| n.to_string()),
        Allowed::Text => Some(value.to_owned()),
        Allowed::Word => (!value.is_empty()).then(|| value.to_owned()),
    }
}

pub(super) fn switch_word(value: &str) -> Option<&'static str> {
    match value.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Some("on"),
        "off" | "false" | "no" | "0" => Some("off"),
        _ => None,
    }
}

fn number_word(value: &str) -> Option<u64> {
    value.replace('_', "").parse().ok()
}

pub(super) fn takes(allowed: Allowed) -> String {
    match allowed {
        Allowed::Switch => "on or off".to_owned(),
        Allowed::Words(words) => format!("one of {}", words.join(", ")),
        Allowed::Number(from, to) => format!("a number from {from} to {to}"),
        Allowed::Word => "a word".to_owned(),
        Allowed::Text => "any text".to_owned(),
    }
}

//! Color roles: the kinds of text that a theme styles.

use std::fmt::{self, Display, Formatter};
use std::iter::successors;

/// Declares the roles by the section of a theme file that names them: only `[capture]`, both, only `[role]`.
macro_rules! roles {
    (
        capture { $($capture:ident = $capture_name:literal,)* }
        both { $($both:ident = $both_name:literal,)* }
        interface { $($interface:ident = $interface_name:literal,)* }
    ) => {
        /// The kind of a piece of text, for a theme to style: a capture of the highlight query or a role of the user
        /// interface.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Role {
            /// Text that no theme styles. Its name is empty.
            #[default]
            Plain,
            $($capture,)*
            $($both,)*
            $($interface,)*
        }

        impl Role {
            /// All roles that a theme may style.
            pub const ALL: &[Role] = &[$(Role::$capture,)* $(Role::$both,)* $(Role::$interface,)*];

            /// The captures of the highlight query, and their parents.
            pub const CAPTURES: &[Role] = &[$(Role::$capture,)* $(Role::$both,)*];

            /// The roles of the user interface.
            pub const INTERFACE: &[Role] = &[$(Role::$both,)* $(Role::$interface,)*];

            /// Returns the name in theme files.
            pub const fn as_str(self) -> &'static str {
                match self {
                    Role::Plain => "",
                    $(Role::$capture => $capture_name,)*
                    $(Role::$both => $both_name,)*
                    $(Role::$interface => $interface_name,)*
                }
            }
        }
    };
}

impl Role {
    /// The number of roles, with plain text: the length of a table by role.
    pub(super) const COUNT: usize = Role::ALL.len() + 1;

    /// Returns the role with this name, which is case-sensitive.
    pub fn from_name(name: &str) -> Option<Role> {
        Self::ALL.iter().copied().find(|role| role.as_str() == name)
    }

    /// Returns the role whose style this one takes when a theme has none for it: `string` for `string.escape`.
    pub fn parent(self) -> Option<Role> {
        let shorter = |name: &&'static str| name.rsplit_once('.').map(|(before, _)| before);
        successors(Some(self.as_str()), shorter).skip(1).find_map(Role::from_name)
    }
}

impl Display for Role {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

roles! {
    capture {
        Attribute = "attribute",
        Boolean = "boolean",
        Comment = "comment",
        Constant = "constant",
        ConstantBuiltin = "constant.builtin",
        Constructor = "constructor",
        Embedded = "embedded",
        Escape = "escape",
        Function = "function",
        FunctionBuiltin = "function.builtin",
        FunctionCall = "function.call",
        FunctionMethod = "function.method",
        Keyword = "keyword",
        KeywordControl = "keyword.control",
        KeywordOperator = "keyword.operator",
        Number = "number",
        Operator = "operator",
        Property = "property",
        Punctuation = "punctuation",
        PunctuationBracket = "punctuation.bracket",
        PunctuationDelimiter = "punctuation.delimiter",
        PunctuationSpecial = "punctuation.special",
        String = "string",
        StringEscape = "string.escape",
        StringHeredoc = "string.heredoc",
        StringRegexp = "string.regexp",
        StringSpecial = "string.special",
        Tag = "tag",
        Type = "type",
        TypeBuiltin = "type.builtin",
        TypeDefinition = "type.definition",
        Variable = "variable",
        VariableBuiltin = "variable.builtin",
        VariableParameter = "variable.parameter",
    }
    both {
        Label = "label",
    }
    interface {
        Blank = "blank",
        Border = "border",
        BorderActive = "border.active",
        BracketMatch = "bracket.match",
        BracketUnmatched = "bracket.unmatched",
        CellLocked = "cell.locked",
        CellNumber = "cell.number",
        Completion = "completion",
        CompletionKind = "completion.kind",
        CompletionSelected = "completion.selected",
        CursorLine = "cursor.line",
        Cut = "cut",
        Debug = "debug",
        Error = "error",
        Fault = "fault",
        Group = "group",
        Group1 = "group.1",
        Group2 = "group.2",
        Group3 = "group.3",
        Group4 = "group.4",
        Group5 = "group.5",
        Group6 = "group.6",
        Gutter = "gutter",
        Help = "help",
        Hint = "hint",
        HintPlace = "hint.place",
        Info = "info",
        Key = "key",
        LineNumber = "line.number",
        Log = "log",
        LogAlert = "log.alert",
        LogCrit = "log.crit",
        LogDebug = "log.debug",
        LogEmerg = "log.emerg",
        LogErr = "log.err",
        LogInfo = "log.info",
        LogNotice = "log.notice",
        LogWarning = "log.warning",
        Match = "match",
        Menu = "menu",
        MenuSelected = "menu.selected",
        NameAlias = "name.alias",
        NameFact = "name.fact",
        NameMatch = "name.match",
        NameUnknown = "name.unknown",
        NameUnused = "name.unused",
        Note = "note",
        Prompt = "prompt",
        PromptContinuation = "prompt.continuation",
        Result = "result",
        Screen = "screen",
        Search = "search",
        Selection = "selection",
        Status = "status",
        Success = "success",
        Title = "title",
        TypeLine = "type.line",
        Warning = "warning",
    }
}

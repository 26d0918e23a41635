//! The banned words: each rule is a pattern and what to write in its place.
//!
//! The regular expressions of `regex` look neither ahead nor behind. So a rule has two more patterns for its exceptions:
//! one for the text before a match, and one for the text from the match on.

use regex::{Regex, RegexBuilder};

/// Where a rule applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Prose,
    DocComments,
}

/// A banned form of words.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub id: &'static str,
    pub pattern: &'static str,
    pub hint: &'static str,
    pub scope: Scope,
    /// A match directly after this text is allowed.
    not_after: &'static str,
    /// A match is allowed where this pattern matches, too.
    unless: &'static str,
}

impl Rule {
    const fn not_after(mut self, pattern: &'static str) -> Rule {
        self.not_after = pattern;
        self
    }

    const fn unless(mut self, pattern: &'static str) -> Rule {
        self.unless = pattern;
        self
    }
}

const fn rule(id: &'static str, pattern: &'static str, hint: &'static str) -> Rule {
    Rule { id, pattern, hint, scope: Scope::Prose, not_after: "", unless: "" }
}

const fn doc_rule(id: &'static str, pattern: &'static str, hint: &'static str) -> Rule {
    Rule { scope: Scope::DocComments, ..rule(id, pattern, hint) }
}

/// A pattern with the words of ASCII: with those of Unicode the lazy automaton grows, and gives up on other text.
pub fn ascii(pattern: &str) -> String {
    pattern.replace(r"\b", r"(?-u:\b)").replace(r"\w", "[0-9A-Za-z_]")
}

fn compile(pattern: &str) -> Regex {
    RegexBuilder::new(&ascii(pattern))
        .case_insensitive(true)
        .build()
        .unwrap_or_else(|error| panic!("{pattern}: {error}"))
}

/// A compiled rule.
pub struct Matcher {
    pub rule: &'static Rule,
    pattern: Regex,
    not_after: Option<Regex>,
    unless: Option<Regex>,
}

impl Matcher {
    pub fn all() -> Vec<Matcher> {
        let exception = |pattern: &str, anchored: String| (!pattern.is_empty()).then(|| compile(&anchored));
        RULES
            .iter()
            .map(|rule| Matcher {
                rule,
                pattern: compile(rule.pattern),
                not_after: exception(rule.not_after, format!("(?:{})$", rule.not_after)),
                unless: exception(rule.unless, format!("^(?:{})", rule.unless)),
            })
            .collect()
    }

    /// The byte offsets at which the rule matches.
    pub fn hits(&self, text: &str) -> Vec<usize> {
        let allowed = |regex: &Option<Regex>, text: &str| regex.as_ref().is_some_and(|regex| regex.is_match(text));
        let starts = self.pattern.find_iter(text).map(|found| found.start());
        starts.filter(|at| !allowed(&self.not_after, &text[..*at]) && !allowed(&self.unless, &text[*at..])).collect()
    }
}

/// The rules of `src`, `crates`, `docs` and the Markdown files.
pub const RULES: &[Rule] = &[
    rule(
        "stands",
        r"\b(?:stands|stood|standing)\b|\b(?:may|can|cannot|must|should|could|would|will|to|that|what) stand\b",
        "is; occurs; appears; 'expected X, found Y'; 'stands for' -> means",
    )
    .unless("(?:stands|stood|standing)-"),
    rule("there-is-no", r"\bthere (?:is|are) no\b", "unknown X; no such X; X not found")
        .unless(r"there (?:is|are) no (?:need|longer)\b"),
    rule("is-no", r"\b(?:is|are) no [a-z`$]", "is not a X; not a valid X")
        .not_after("there ")
        .unless(r"(?:is|are) no (?:longer\b|more than\b|less than\b|such\b|need\b|match\b|reason\b)"),
    rule("is-none", r"\b(?:is|are) none\b", "say what it is, or 'is not a X'").unless("(?:is|are) none of"),
    rule(
        "there-is-not",
        r"\bthat there (?:is|are) not\b|\bthat is not there\b|\bwhich there is not\b",
        "unknown; missing",
    ),
    rule(
        "is-nothing",
        r"\bis nothing (?:that|in|of|to)\b|\bnothing is known of\b|\bknows? nothing of\b",
        "unknown; not found",
    ),
    rule("nobody", r"\b(?:nobody|somebody)\b", "name the subject, or 'no X is known'").not_after(r"\["),
    rule("wants", r"\bwants\b|\bis wanted\b|\bare wanted\b", "needs; requires; is missing its X; expected"),
    rule("no-use-for", r"\b(?:has|have) no use for\b", "does not take; unexpected argument"),
    rule("does-not-take", r"\b(?:does|do) not take\b", "does not accept; cannot be applied to"),
    rule("is-taken", r"\b(?:is|are) taken\b", "is accepted; is used")
        .unless("is taken (?:back|out|from)|are taken (?:by|back|out|from)"),
    rule(
        "already-last",
        r"\bis (?:declared|defined|set|used|assigned|included|open|taken) already\b|\balready has a value\b",
        "is already declared/defined/set",
    ),
    rule("belongs-into", r"\bbelongs? into\b", "belongs in; is only allowed in"),
    rule("not-so", r"(?-i:\bNot so\b|\bBut so\b)", "Wrong / Right"),
    rule("whole-number", r"\bwhole numbers?\b", "integer"),
    rule("full-path", r"\bis a full one\b|\bfull (?:path|one)s?\b", "absolute path"),
    rule("without-end", r"\bwithout (?:an )?end\b", "endless; infinite recursion")
        .unless("without (?:an )?end (?:tag|of)"),
    rule("no-match-end", r"\bthe input ends where\b|\bends? where\b", "unexpected end of input, expected X"),
    rule(
        "tell",
        r"\b(?:told|tells|telling)\b|\b(?:to|and|or|may|can|cannot|that|which|will|what) tell\b|^tell\b|(?-i:^Tells?\b)",
        "show; report; print; list; explain; warn",
    ),
    rule("speaks-of", r"\bspeaks? of\b|\bspoken of\b", "mentions; refers to"),
    rule("mend", r"\bmend(?:s|ed|ing)?\b", "fix"),
    rule("put-right", r"\bputs? (?:\w+ ){0,4}right\b|\bputting (?:\w+ )?right\b", "fix; apply the fix")
        .unless(r"puts? (?:\w+ ){0,4}right (?:side|of|in)"),
    rule("no-doubt", r"\b(?:leaves?|with) no doubt\b|\bdoubtful\b", "safe; unsafe; questionable"),
    rule("anew", r"\banew\b", "again; re-X"),
    rule("of-old", r"\bof (?:old|late)\b", "legacy; recent"),
    rule(
        "otherwise-than",
        r"\b(?:otherwise|other) than it\b|\bread otherwise\b|\bgives otherwise\b|\bis otherwise\b",
        "differently from; differs",
    ),
    rule("to-the-letter", r"\bto the letter\b", "strictly; exactly"),
    rule("by-itself", r"\bby (?:itself|themselves)\b", "automatically; alone"),
    rule("in-force", r"\bin force\b", "active; current; effective"),
    rule("take-back", r"\b(?:take|takes|taken|took|taking) (?:\w+ ){0,4}back\b", "undo; roll back"),
    rule("bring-back", r"\b(?:bring|brings|brought|bringing) (?:\w+ ){0,3}back\b", "restore; redo; reapply"),
    rule("give-back", r"\b(?:give|gives|gave|given) (?:\w+ ){0,4}back\b", "return; release; close"),
    rule("take-in", r"\b(?:take|takes|taken|took) (?:\w+ ){0,5}in(?: anew|[.,;:]|$)", "load; reload"),
    rule("go-on", r"\b(?:go|goes|going|went|gone) on\b", "continue; resume; next"),
    rule(
        "go-through",
        r"\bgo(?:es|ne)? through (?:it|them|all|every)\b|\bgone through\b",
        "iterate over; be iterated; visit",
    ),
    rule("break-off", r"\b(?:broken|breaks?|broke) off\b", "interrupt; cancel; abort"),
    rule("under-way", r"\bunder way\b", "in progress; running"),
    rule("circle", r"\bcircles?\b|\bin a circle\b", "cycle"),
    rule("changes-places", r"\bchanges? places\b", "moves; swaps with"),
    rule("parts-verb", r"(?-i:\bParts\b) (?:the|a|it|what)\b", "splits"),
    rule("the-way-to", r"\b(?:the|copy the|copies the) way to\b", "the path to"),
    rule("broken-pronoun", r"\bthe called one\b|\bthe other of the two\b|\bthe one that is there\b", "name the thing"),
    rule("blank", r"\bblanks?\b", "space; whitespace").unless("blanks?(?: (?:lines?|row|page|cell|string|screen)|-)"),
    rule("beside", r"\bbesides?\b", "next to; in addition to; also; except"),
    rule("behind", r"\bbehind\b", "after").not_after("look-").unless("behind the scenes"),
    rule("so-many", r"\b(?:so|this) many\b|\bhow manieth\b", "N; the given number of"),
    rule("texts", r"\btexts\b|\ba text\b|\bsome text\b", "string (value); source (code); input"),
    rule("folder", r"\bfolders?\b", "directory"),
    rule("points-of-time", r"\bpoints? (?:of|in) time\b", "timestamp"),
    rule("turned-round", r"\bturned? (?:a)?round\b|\bgo(?:es)? round\b", "inverted; reversed; negated"),
    rule(
        "left-out",
        r"\b(?:left|leave|leaves|leaving) (?:(?:it|them|the|a|that|one|`\w+`) )?(?:\w+ )?out\b",
        "omitted; omit; excluded",
    ),
    rule("happening", r"\bhappenings?\b", "event"),
    rule(
        "wish",
        r"\bwish(?:es)?\b|\bheeds?\b|\bwonders?\b|\bglimpses?\b|\bglances?\b",
        "request; effect; acknowledge; preview",
    ),
    rule("stray", r"\bhush(?:ed|es)?\b|\bstrays?\b", "suppressed; unexpected; unmatched"),
    rule(
        "seeds",
        r"\bseeds?['’]|\bseed 00\d|\bclaims?\.md\b|\bclaim [A-Z]-|\bthe seeds\b",
        "cite the Puppet manual, or 'language extension'",
    ),
    rule("fault", r"\bfault(?:s|y)?\b", "error"),
    rule("what-noun", r"(?-i:^What\b)", "start with the noun: 'The values that ...'").unless(r"What\b[^.?!]*\?"),
    rule(
        "what-there",
        r"\bwhat (?:is|was) (?:there|none|not|to be|what)\b|\bof what (?:is|was)\b|\bwhat stands\b",
        "name the thing",
    ),
    rule("is-to-be", r"\b(?:is|are|was|were) to be \w+", "must be; will be; is")
        .unless(r"(?:is|are|was|were) to be a\b"),
    rule(
        "comes-to",
        r"\b(?:comes?|came) (?:to be|to (?:it|them|what|nothing|its)|of it|out (?:of|as))\b",
        "becomes; results in; is computed",
    ),
    rule("gives", r"\bgives (?:an?|no|it|nothing|true|false|undef|what)\b", "returns; produces; shows")
        .unless(r"gives \w+ title"),
    rule("slip", r"\bslips?\b", "typo; mistake"),
    rule("take-away", r"\btakes? (?:it|them|the \w+) away\b|\btaken away\b|\btakes? off\b", "remove"),
    rule("surely", r"\bsurely\b|\bmost of all\b|\beveryday\b", "certainly; usually; common; or drop it"),
    rule("code-stopped", r"\bwhere code has stopped\b|\bthe program stands\b", "at a breakpoint; paused"),
    rule(
        "colour",
        r"\bcolour\w*|\bgrey\b|\banaly[s]e[ds]?\b",
        "American spelling, as in the code of the field: color, gray, analyze",
    ),
    rule(
        "one-can",
        r"(?:^|[;,:(.] ?|\bthat |\bwhat |\bwhere |\band )one (?:can|cannot|may|could)\b",
        "'you can'; 'can be'; active voice",
    ),
    rule("that-of", r"[,;:(] (?:that|those) of\b|\bfrom (?:that|those) of\b", "repeat the noun"),
    rule("put-into-form", r"\bin(?:to)? the form of\b", "format; convert to"),
    rule("gone", r"\b(?:is|are|was|be) gone\b|\bgone again\b", "removed; deleted; no longer exists"),
    doc_rule(
        "question-doc",
        r"(?-i:^(?:Is|Are|Does|Do|Has|Have|Was|Were|Can|May|Must|Should|Would|Will|Did)\b[^.]*\?)",
        "Returns whether ... / True if ...",
    ),
    doc_rule(
        "empty-doc",
        r"(?-i:^(?:The|A|An|Its|All|Every|Each|No) [a-z`_-]+(?: [a-z`_-]+)?\.$)",
        "delete it, or say what the name does not",
    ),
];

/// Parts of declared names, in snake_case or CamelCase, with the terms that replace them.
pub const NAME_PARTS: &[(&str, &str)] = &[
    ("told", "described, reported, formatted"),
    ("tell", "show, report, print"),
    ("tells", "shows"),
    ("shown", "display, formatted"),
    ("taken", "used, loaded, accepted"),
    ("kept", "saved, stored, cached"),
    ("held", "guard, saved"),
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("mending", "fix"),
    ("mendings", "fixes"),
    ("look", "view, inspect, watch"),
    ("looked", "inspected, read"),
    ("looks", "inspects"),
    ("glance", "preview"),
    ("glimpse", "preview"),
    ("heed", "acknowledge"),
    ("grant", "run_effect"),
    ("wish", "effect"),
    ("wishes", "effects"),
    ("wonder", "enqueue_query"),
    ("lose", "discard"),
    ("suiting", "matching, contextual"),
    ("foresight", "static_report"),
    ("foreseen", "predicted, static"),
    ("stray", "unexpected, without_span"),
    ("strays", "unexpected"),
    ("quiet", "suppress"),
    ("quietly", "without_reporting"),
    ("hushed", "suppressed"),
    ("shelf", "arena"),
    ("spot", "location, span"),
    ("sourced", "typed"),
    ("misfit", "mismatch"),
    ("misfits", "mismatches"),
    ("refusal", "error"),
    ("refusals", "errors"),
    ("refuse", "reject, error"),
    ("refused", "error, rejected"),
    ("passage", "line, spans"),
    ("book", "notebook, workspace"),
    ("stay", "keep_position"),
    ("heir", "inheriting_class"),
    ("within", "inside, scope_kind"),
    ("fault", "error"),
    ("faults", "errors"),
    ("faulty", "invalid"),
    ("stands", "occurs, is"),
    ("stand", "set"),
    ("anew", "re-"),
    ("beside", "next_to, concurrent"),
    ("besides", "extra"),
    ("behind", "after"),
    ("blank", "space, whitespace"),
    ("blanks", "whitespace"),
    ("gist", "description"),
    ("bare", "unqualified, unquoted, plain"),
    ("whole", "complete, integer, full"),
    ("wanted", "expected, query"),
    ("want", "expected"),
    ("asked", "query, target"),
    ("unsure", "maybe_unset"),
    ("doubt", "invalidate"),
    ("doubtful", "unsound"),
    ("spoil", "invalidate"),
    ("concerned", "affected"),
    ("touched", "effect, written"),
    ("said", "text, metadata"),
    ("ran", "result, output"),
    ("happening", "event"),
    ("slip", "mistake, error"),
    ("slips", "mistakes"),
    ("written", "source, annotation, literal"),
    ("anyhow", "always"),
    ("hull", "bounds"),
    ("idle", "no_effect"),
    ("suits", "matches"),
    ("suit", "match"),
    ("gone", "removed"),
    ("goes", "continues"),
    ("seat", "argument_slot"),
    ("ahead", "static"),
    ("others", "(name the family)"),
    ("elements", "(name the family)"),
    ("forms", "(name the family)"),
    ("brush", "painter"),
    ("tape", "recording"),
    ("twister", "mersenne_twister"),
    ("deepest", "MAX_DEPTH"),
    ("most", "MAX_"),
    ("few", "MIN_, SMALL_"),
    ("enough", "LIMIT"),
    ("clock", "deadline"),
];

/// Parts that are only bad as the name of a file.
pub const FILES_ONLY: &[&str] = &["others", "elements", "forms"];

/// Parts that are only bad in a constant.
pub const CONSTANTS_ONLY: &[&str] = &["most", "few", "enough", "deepest"];

//! Text as `man(7)` writes it.

/// Escapes a string for a line of its own or within one.
pub(super) fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq").replace('`', "\\(ga");
    let text = text.replace('^', "\\(ha").replace('~', "\\(ti");
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}

pub(super) fn bold(text: &str) -> String {
    format!("\\fB{}\\fP", escaped(text))
}

pub(super) fn italic(text: &str) -> String {
    format!("\\fI{}\\fP", escaped(text))
}

/// Maximum length of a line, in bytes, as mandoc advises.
const MAX_LINE: usize = 78;

/// A page in lines.
pub(super) struct Roff(String);

impl Roff {
    /// Starts a page. `name` is in upper case.
    pub(super) fn new(name: &str, date: &str, source: &str) -> Roff {
        Roff(format!(".TH \"{name}\" \"1\" \"{date}\" \"{source}\" \"User Commands\"\n"))
    }

    pub(super) fn section(&mut self, title: &str) {
        self.raw(&format!(".SH {title}"));
    }

    /// Adds a line that is roff already.
    pub(super) fn raw(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    /// Adds paragraphs of text, apart by empty lines.
    pub(super) fn text(&mut self, text: &str) {
        let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
        for (at, paragraph) in paragraphs.enumerate() {
            if at > 0 {
                self.raw(".PP");
            }
            let words = paragraph.split_whitespace().map(escaped);
            self.words(words);
        }
    }

    /// Adds words, which are roff already, in lines that are not too long.
    pub(super) fn words(&mut self, words: impl IntoIterator<Item = String>) {
        let mut line = String::new();
        for word in words {
            if !line.is_empty() && line.len() + 1 + word.len() > MAX_LINE {
                self.raw(&std::mem::take(&mut line));
            }
            // A word at the start of a line must not be a request.
            let is_request = line.is_empty() && word.starts_with('.');
            line.push_str(if line.is_empty() { if is_request { "\\&" } else { "" } } else { " " });
            line.push_str(&word);
        }
        if !line.is_empty() {
            self.raw(&line);
        }
    }

    /// Adds a term, which is roff already, and its text.
    pub(super) fn item(&mut self, term: &str, text: &str) {
        self.raw(".TP");
        self.raw(term);
        self.text(if text.is_empty() { "See the program's help." } else { text });
    }

    /// Adds lines of code with a description for each.
    pub(super) fn example(&mut self, line: &str, text: &str) {
        self.raw(".TP");
        self.raw(&bold(line));
        self.text(text);
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

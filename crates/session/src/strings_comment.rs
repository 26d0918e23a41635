//! The puppet-strings comments of definitions: a description, and tags such as `@param`.

/// A comment above a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocComment {
    /// The text before the first tag, with its line ends.
    pub text: String,
    pub tags: Vec<DocTag>,
}

/// A tag of a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocTag {
    /// The tag without `@`: `param`, `return`, `example`.
    pub tag: String,
    /// The type in brackets after the tag, if any.
    pub type_name: String,
    /// The parameter's name, for `param`, `option` and `raise`; the title, for `example`.
    pub name: String,
    pub text: String,
}

impl DocComment {
    /// Reads the lines of a comment, without `#`.
    pub(crate) fn read(lines: &[&str]) -> DocComment {
        let mut comment = DocComment::default();
        let mut text: Vec<&str> = Vec::new();
        for line in lines {
            match line.trim_start().strip_prefix('@').filter(|rest| rest.starts_with(char::is_alphabetic)) {
                Some(head) => {
                    comment.end_part(&mut text);
                    comment.tags.push(DocTag::read(head));
                }
                None => text.push(line),
            }
        }
        comment.end_part(&mut text);
        comment
    }

    /// Returns the first sentence, or the text of `@summary`.
    pub fn summary(&self) -> String {
        let tagged = self.tags.iter().find(|tag| tag.tag == "summary").map(|tag| tag.text.as_str());
        let text = tagged.unwrap_or(&self.text);
        let paragraph: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
        let text = paragraph.join(" ");
        let end = text.find(". ").map_or(text.len(), |at| at + 1);
        text.get(..end).unwrap_or("").to_owned()
    }

    /// Returns the tags of one kind.
    pub fn tagged(&self, tag: &str) -> impl Iterator<Item = &DocTag> {
        self.tags.iter().filter(move |one| one.tag == tag)
    }

    /// Adds the collected lines to the last tag, or to the text before all tags.
    fn end_part(&mut self, lines: &mut Vec<&str>) {
        let indent = lines.iter().filter(|line| !line.trim().is_empty()).map(|line| indent_of(line)).min().unwrap_or(0);
        let rest: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or("").trim_end()).collect();
        let rest = rest.join("\n").trim_matches('\n').to_owned();
        lines.clear();
        match self.tags.last_mut() {
            Some(tag) if rest.is_empty() => tag.text.truncate(tag.text.trim_end().len()),
            Some(tag) if tag.text.is_empty() => tag.text = rest,
            Some(tag) => tag.text = format!("{}\n{rest}", tag.text),
            None => self.text = rest,
        }
    }
}

impl DocTag {
    /// Reads the line of a tag without its `@`.
    fn read(head: &str) -> DocTag {
        let (tag, rest) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
        let mut rest = rest.trim();
        let mut found = DocTag { tag: tag.to_owned(), ..DocTag::default() };
        if let Some((type_name, after)) = bracketed(rest) {
            found.type_name = type_name.to_owned();
            rest = after.trim_start();
        }
        match tag {
            "param" | "option" | "raise" => {
                let (name, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                found.name = name.to_owned();
                rest = text.trim();
                if let Some((type_name, after)) = bracketed(rest) {
                    found.type_name = type_name.to_owned();
                    rest = after.trim_start();
                }
            }
            "example" => {
                found.name = rest.to_owned();
                rest = "";
            }
            _ => {}
        }
        found.text = rest.to_owned();
        found
    }
}

/// Splits off a type in brackets at the start.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix('[')?;
    let mut depth = 1;
    for (at, sign) in rest.char_indices() {
        match sign {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((rest.get(..at)?, rest.get(at + 1..)?));
        }
    }
    None
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns the lines of the comment that ends right above a position, without `#`.
pub(crate) fn comment_above(text: &str, offset: usize) -> Vec<&str> {
    let before = text.get(..offset).unwrap_or("");
    // The definition's own line is incomplete.
    let above = before.rfind('\n').and_then(|end| before.get(..end)).unwrap_or("");
    let comments = above.lines().rev().map(|line| line.trim().strip_prefix('#')).take_while(Option::is_some);
    let mut lines: Vec<&str> = comments.flatten().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.reverse();
    lines
}

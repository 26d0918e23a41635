//! Colors for terminals that have only sixteen.

/// Rewrites the first sixteen colors for terminals with only those: some read `38;5;9` as blinking and bold.
pub fn in_sixteen(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"\x1b[") {
        let (before, sequence) = rest.split_at(at + 2);
        all.extend_from_slice(before);
        let end = sequence.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b';')).unwrap_or(sequence.len());
        let (parameters, behind) = sequence.split_at(end);
        match (behind.first(), std::str::from_utf8(parameters)) {
            (Some(b'm'), Ok(parameters)) => all.extend_from_slice(sixteen(parameters).as_bytes()),
            _ => all.extend_from_slice(parameters),
        }
        rest = behind;
    }
    all.extend_from_slice(rest);
    all
}

/// Rewrites the parameters of a style, `38;5;9` to `91`.
fn sixteen(parameters: &str) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut words = parameters.split(';');
    while let Some(word) = words.next() {
        let mut ahead = words.clone();
        let color = match (word, ahead.next(), ahead.next().and_then(|color| color.parse::<u8>().ok())) {
            ("38" | "48", Some("5"), Some(color @ 0..16)) => color,
            _ => {
                told.push(word.to_owned());
                continue;
            }
        };
        let base = if color < 8 { 30 + color } else { 82 + color };
        told.push((if word == "38" { base } else { base + 10 }).to_string());
        words = ahead;
    }
    told.join(";")
}

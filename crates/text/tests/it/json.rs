//! Strings in JSON: the same escapes as serde_json, wherever in a string they stand.

use pprepl_text::push_json_string;

fn written(text: &str) -> String {
    let mut out = vec![b'"'];
    push_json_string(&mut out, text);
    out.push(b'"');
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn each_character_is_escaped_as_json_requires() {
    let odd = ["", "\u{7f}", "\u{80}", "\u{2028}", "\u{ffff}", "ä", "日本", "🦀", "\"\\\n\t\r\u{8}\u{c}\u{1f}"];
    let characters = (0..0x80u8).map(|byte| char::from(byte).to_string()).chain(odd.map(str::to_owned));
    for character in characters {
        for before in 0..18 {
            for after in [0, 1, 7, 8, 9] {
                let text = format!("{}{character}{}", "x".repeat(before), "é".repeat(after));
                assert_eq!(written(&text), serde_json::Value::from(&*text).to_string(), "{text:?}");
            }
        }
    }
}

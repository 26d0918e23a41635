//! `range`: the numbers or strings from one bound to the other.

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::{polled, ruby};
use super::arguments::{leading_integer, matches, received, to_integer, wants};

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "range",
    &[Signature::new(
        "Any $start, Any $end = undef, Any $step = 1, Any *$ignored, Optional[Callable] &$block",
        "Array",
        range,
    )],
    "Returns the numbers or strings from one to another: two arguments, or 'a-c', 'a..c' ('a...c' excludes the end).",
)
.shows("range('host01', 'host03')", "['host01', 'host02', 'host03']")];

/// Maximum length of a range.
pub(crate) const MAX: usize = 1_000_000;

/// Returns start and end as written, and whether the range includes the end.
fn bounds(call: &Call<'_>, args: &[Value]) -> EvalResult<(String, String, bool)> {
    if args.len() > 1 {
        return Ok((ruby::to_s(&args[0]), ruby::to_s(&args[1]), true));
    }
    let Some(Value::Str(text)) = args.first() else { return wants(call, "a string such as 'a-c'", call.arg(0)) };
    let text = text.text.as_str();
    if matches(r"^\w+(\.\.\.?|-)\w+$", text)? {
        for (mark, inclusive) in [("...", false), ("..", true), ("-", true)] {
            if let Some((start, end)) = text.split_once(mark) {
                return Ok((start.to_owned(), end.to_owned(), inclusive));
            }
        }
    }
    call.fail(format!("'{text}' is not a range"))
}

fn range(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let (start, end, inclusive) = bounds(call, &args)?;
    let step = args.get(2).map_or(1, |step| to_integer(step).unsigned_abs() as usize);
    if step == 0 {
        return call.fail("the step of a range is not 0");
    }
    if matches(r"^\d+$", &start)? {
        if let Some(end @ (Value::Array(_) | Value::Hash(_) | Value::Bool(_))) = args.get(1) {
            return wants(call, "a number as the end of the range", end);
        }
        let (from, to) = (leading_integer(&start), leading_integer(&end));
        let to = if inclusive { to } else { to - 1 };
        return polled::collect((from..=to).step_by(step).take(MAX).map(Value::Int)).map(Value::array);
    }
    // Strings that a step skips are generated, too.
    let mut made = Vec::new();
    for (at, text) in texts(&start, &end, inclusive).enumerate() {
        budget::poll()?;
        if made.len() == MAX {
            break;
        }
        if at % step == 0 {
            made.push(Value::from(text));
        }
    }
    Ok(Value::array(made))
}

/// Returns the strings from one to another, by Ruby's `succ`.
pub(crate) fn texts(start: &str, end: &str, inclusive: bool) -> Box<dyn Iterator<Item = String>> {
    if let ([from], [to]) = (start.as_bytes(), end.as_bytes()) {
        // Single letters go by their code points.
        let to = if inclusive { i32::from(*to) } else { i32::from(*to) - 1 };
        let letters = (i32::from(*from)..=to).filter_map(|code| char::from_u32(code as u32));
        return Box::new(letters.map(String::from));
    }
    let (end, longest) = (end.to_owned(), end.chars().count());
    let mut at = Some(start.to_owned()).filter(|start| *start <= end && (inclusive || *start != end));
    Box::new(std::iter::from_fn(move || {
        let current = at.take()?;
        if current != end {
            let next = successor(&current);
            at = Some(next)
                .filter(|next| !next.is_empty() && next.chars().count() <= longest && (inclusive || *next != end));
        }
        Some(current)
    }))
}

/// Returns the next string (Ruby's `succ`). It increments the last letter or digit, and carries into those before it.
fn successor(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let counted = |letter: &char| letter.is_ascii_alphanumeric();
    let Some(last) = letters.iter().rposition(counted) else {
        if let Some(letter) = letters.last_mut() {
            *letter = char::from_u32(u32::from(*letter) + 1).unwrap_or(*letter);
        }
        return letters.into_iter().collect();
    };
    let mut at = last;
    loop {
        let (next, carried) = match letters[at] {
            'z' => ('a', Some('a')),
            'Z' => ('A', Some('A')),
            '9' => ('0', Some('1')),
            other => (char::from_u32(u32::from(other) + 1).unwrap_or(other), None),
        };
        letters[at] = next;
        let Some(carried) = carried else { break };
        match letters[..at].iter().rposition(counted) {
            // Over other signs, digits carry into digits only, and letters into letters.
            Some(before) if before + 1 == at || letters[before].is_ascii_digit() == carried.is_ascii_digit() => {
                at = before;
            }
            _ => {
                letters.insert(at, carried);
                break;
            }
        }
    }
    letters.into_iter().collect()
}

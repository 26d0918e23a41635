//! The conversions of a value to a string: the formats of `String`, `sprintf` and `strftime` that suit its type, with
//! their results.

use puppet_pcore::{Value, format_value, interpolate, sprintf, timespan, timestamp};

use super::explore::CellValue;

/// A group of conversions by one function.
#[derive(Clone, Debug)]
pub struct ConversionGroup {
    /// The call, such as `String($x, FORMAT)`.
    pub call: &'static str,
    pub rows: Vec<ConversionRow>,
}

/// A conversion with its result.
#[derive(Clone, Debug)]
pub struct ConversionRow {
    pub format: &'static str,
    pub result: String,
    pub meaning: &'static str,
}

/// The kinds of values that formats tell apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Float,
    String,
    Boolean,
    Undef,
    Default,
    Array,
    Hash,
    Regexp,
    Type,
    Binary,
    Timestamp,
    Timespan,
    Other,
}

impl Kind {
    fn of(value: &Value) -> Kind {
        match value {
            Value::Int(_) | Value::Big(_) => Kind::Integer,
            Value::Float(_) => Kind::Float,
            Value::Str(_) => Kind::String,
            Value::Bool(_) => Kind::Boolean,
            Value::Unset | Value::Undef => Kind::Undef,
            Value::Default => Kind::Default,
            Value::Array(_) => Kind::Array,
            Value::Hash(_) => Kind::Hash,
            Value::Regexp(_) => Kind::Regexp,
            Value::Type(_) => Kind::Type,
            Value::Binary(_) => Kind::Binary,
            Value::Timestamp(_) => Kind::Timestamp,
            Value::Timespan(_) => Kind::Timespan,
            Value::Callable(_)
            | Value::Sensitive(_)
            | Value::SemVer(_)
            | Value::SemVerRange(_)
            | Value::Uri(_)
            | Value::Object(_)
            | Value::Iterator(_) => Kind::Other,
        }
    }
}

/// A format and its meaning for some kinds.
type Row = (&'static [Kind], &'static str, &'static str);

const NUMBERS: &[Kind] = &[Kind::Integer, Kind::Float, Kind::Boolean];
const INTEGERS: &[Kind] = &[Kind::Integer, Kind::Boolean];
const STRINGS: &[Kind] = &[Kind::String];
const LISTS: &[Kind] = &[Kind::Array, Kind::Hash];

const STRING_FORMATS: &[Row] = &[
    (&[], "%s", "the string"),
    (&[], "%p", "Puppet source"),
    (&[Kind::String, Kind::Array, Kind::Hash, Kind::Type, Kind::Boolean], "%#p", "the alternative source"),
    (STRINGS, "%#s", "in quotes"),
    (STRINGS, "%c", "the first letter in upper case"),
    (STRINGS, "%C", "each part between '::' with a capital"),
    (STRINGS, "%u", "upper case"),
    (STRINGS, "%d", "lower case"),
    (STRINGS, "%t", "without whitespace at both ends"),
    (STRINGS, "%.3s", "the first 3 characters"),
    (STRINGS, "%12s", "right-aligned in 12 columns"),
    (STRINGS, "%-12s", "left-aligned in 12 columns"),
    (NUMBERS, "%d", "decimal"),
    (INTEGERS, "%+d", "decimal with its sign"),
    (INTEGERS, "%08d", "decimal, filled with zeros to 8 digits"),
    (INTEGERS, "%x", "hexadecimal"),
    (INTEGERS, "%#X", "hexadecimal in upper case, with prefix"),
    (INTEGERS, "%#o", "octal with prefix"),
    (INTEGERS, "%b", "binary"),
    (INTEGERS, "%#b", "binary with prefix"),
    (&[Kind::Integer], "%c", "the character with this code"),
    (NUMBERS, "%f", "decimal fraction"),
    (NUMBERS, "%.2f", "2 decimal places"),
    (NUMBERS, "%e", "with exponent"),
    (NUMBERS, "%g", "the shorter of %e and %f"),
    (NUMBERS, "%a", "hexadecimal fraction"),
    (&[Kind::Boolean], "%t", "true or false"),
    (&[Kind::Boolean], "%T", "True or False"),
    (&[Kind::Boolean], "%y", "yes or no"),
    (&[Kind::Boolean], "%Y", "Yes or No"),
    (&[Kind::Boolean], "%#t", "t or f"),
    (&[Kind::Boolean], "%#y", "y or n"),
    (&[Kind::Undef], "%n", "nil"),
    (&[Kind::Undef], "%#n", "null"),
    (&[Kind::Undef], "%u", "undef"),
    (&[Kind::Undef], "%#u", "undefined"),
    (&[Kind::Undef], "%v", "n/a"),
    (&[Kind::Undef], "%V", "N/A"),
    (&[Kind::Undef], "%d", "not a number"),
    (&[Kind::Default], "%d", "lower case"),
    (&[Kind::Default], "%D", "with a capital"),
    (LISTS, "%a", "an array"),
    (LISTS, "%#a", "an array over several lines"),
    (LISTS, "% a", "an array without brackets"),
    (LISTS, "%(a", "an array in parentheses"),
    (LISTS, "%<a", "an array in angle brackets"),
    (&[Kind::Hash], "%h", "a hash"),
    (&[Kind::Hash], "%#h", "a hash over several lines"),
    (&[Kind::Regexp], "%r", "with delimiters"),
    (&[Kind::Type], "%q", "the type in quotes"),
    (&[Kind::Type], "%#q", "the type in quotes, alternative"),
    (&[Kind::Binary], "%b", "Base64 with line breaks"),
    (&[Kind::Binary], "%B", "Base64 on one line"),
    (&[Kind::Binary], "%u", "Base64 for URLs"),
    (&[Kind::Binary], "%t", "the name of the type"),
    (&[Kind::Binary], "%T", "the name in upper case"),
];

const PRINTABLE: &[Kind] = &[Kind::Integer, Kind::Float, Kind::String, Kind::Boolean, Kind::Array, Kind::Hash];

const SPRINTF_FORMATS: &[Row] = &[
    (PRINTABLE, "%s", "the string as in Ruby"),
    (PRINTABLE, "%p", "as Ruby inspects it"),
    (&[Kind::Integer, Kind::Float, Kind::String], "%d", "decimal"),
    (&[Kind::Integer, Kind::Float], "%05d", "decimal, filled with zeros to 5 digits"),
    (&[Kind::Integer], "%x", "hexadecimal"),
    (&[Kind::Integer], "%o", "octal"),
    (&[Kind::Integer], "%b", "binary"),
    (&[Kind::Integer, Kind::Float], "%+.1f", "1 decimal place, with its sign"),
    (&[Kind::Integer, Kind::Float], "%.2e", "with exponent"),
    (&[Kind::Integer, Kind::Float], "%g", "the shorter of %e and %f"),
    (&[Kind::Integer, Kind::String], "%c", "the character with this code, or the first one"),
    (&[Kind::Integer, Kind::Float, Kind::String], "%-8s|", "left-aligned in 8 columns"),
    (&[Kind::Integer, Kind::Float, Kind::String], "%8s|", "right-aligned in 8 columns"),
    (STRINGS, "%.3s", "the first 3 characters"),
];

const TIMESTAMP_FORMATS: &[(&str, &str)] = &[
    ("%FT%T%:z", "date, time and zone"),
    ("%Y", "year"),
    ("%y", "year without century"),
    ("%C", "century"),
    ("%m", "month"),
    ("%-m", "month without leading zero"),
    ("%B", "month by name"),
    ("%b", "month by short name"),
    ("%^b", "month by short name in upper case"),
    ("%d", "day"),
    ("%e", "day, filled with a space"),
    ("%j", "day of the year"),
    ("%A", "weekday"),
    ("%a", "weekday, short"),
    ("%u", "weekday as a number, Monday is 1"),
    ("%w", "weekday as a number, Sunday is 0"),
    ("%V", "ISO week"),
    ("%G", "year of the ISO week"),
    ("%H", "hour"),
    ("%I", "hour of 12"),
    ("%p", "AM or PM"),
    ("%M", "minute"),
    ("%S", "second"),
    ("%L", "milliseconds"),
    ("%N", "nanoseconds"),
    ("%6N", "microseconds"),
    ("%z", "zone offset"),
    ("%:z", "zone offset with colon"),
    ("%Z", "zone name"),
    ("%s", "seconds since 1970"),
    ("%F", "%Y-%m-%d"),
    ("%T", "%H:%M:%S"),
    ("%R", "%H:%M"),
    ("%D", "%m/%d/%y"),
    ("%c", "date and time"),
];

const TIMESPAN_FORMATS: &[(&str, &str)] = &[
    ("%D-%H:%M:%S.%-N", "days, hours, minutes, seconds, fraction"),
    ("%D", "days"),
    ("%H", "hours"),
    ("%M", "minutes"),
    ("%S", "seconds"),
    ("%L", "milliseconds"),
    ("%N", "nanoseconds"),
    ("%H:%M:%S", "hours, minutes and seconds"),
    ("%D days %-H hours", "without leading zeros"),
    ("%_5S", "seconds, filled with spaces to 5 columns"),
    ("%S.%3N", "seconds with 3 digits of the fraction"),
];

impl CellValue {
    /// Returns the conversions that suit the value; those that fail are omitted.
    pub fn conversions(&self) -> Vec<ConversionGroup> {
        let value = self.value();
        let kind = Kind::of(value);
        let of_string = |format: &str| format_value(value, Some(&Value::from(format.to_owned()))).ok();
        let of_sprintf = |format: &str| sprintf(format, std::slice::from_ref(value)).ok();
        let mut groups = vec![
            group("String(VALUE, FORMAT)", matching(STRING_FORMATS, kind), of_string),
            group("sprintf(FORMAT, VALUE)", matching(SPRINTF_FORMATS, kind), of_sprintf),
            ConversionGroup { call: "\"${VALUE}\"", rows: vec![in_string(value)] },
        ];
        if let Value::Timestamp(nanos) = value {
            let of_time = |format: &str| timestamp::format(**nanos, format, None, "UTC").ok();
            groups.push(group("VALUE.strftime(FORMAT)", TIMESTAMP_FORMATS.iter().copied(), of_time));
        }
        if let Value::Timespan(nanos) = value {
            let of_span = |format: &str| timespan::format(**nanos, format).ok();
            groups.push(group("VALUE.strftime(FORMAT)", TIMESPAN_FORMATS.iter().copied(), of_span));
        }
        groups.retain(|group| !group.rows.is_empty());
        groups
    }
}

fn in_string(value: &Value) -> ConversionRow {
    ConversionRow { format: "", result: interpolate(value), meaning: "interpolation" }
}

fn matching(rows: &'static [Row], kind: Kind) -> impl Iterator<Item = (&'static str, &'static str)> {
    rows.iter()
        .filter(move |(kinds, ..)| kinds.is_empty() || kinds.contains(&kind))
        .map(|(_, format, meaning)| (*format, *meaning))
}

fn group(
    call: &'static str,
    formats: impl Iterator<Item = (&'static str, &'static str)>,
    convert: impl Fn(&str) -> Option<String>,
) -> ConversionGroup {
    let row = |(format, meaning)| convert(format).map(|result| ConversionRow { format, result, meaning });
    ConversionGroup { call, rows: formats.filter_map(row).collect() }
}

//! The forms of `new`: the arguments that each type accepts, with an example each.
//!
//! Data for `:info`; a test runs each example. The other files of this module implement the forms.

/// A form of `new`.
#[derive(Clone, Copy, Debug)]
pub struct NewForm {
    /// The name of the created type.
    pub name: &'static str,
    /// The call with the types of its arguments.
    pub call: &'static str,
    /// The result of the call.
    pub meaning: &'static str,
    /// An input; empty where its value differs from run to run.
    pub example: &'static str,
    /// The value of the example.
    pub gives: &'static str,
}

const fn form(
    name: &'static str,
    call: &'static str,
    meaning: &'static str,
    example: &'static str,
    gives: &'static str,
) -> NewForm {
    NewForm { name, call, meaning, example, gives }
}

/// Returns the forms of a type.
pub fn new_forms(name: &str) -> impl Iterator<Item = &'static NewForm> {
    FORMS.iter().filter(move |form| form.name == name)
}

/// All forms, by type.
pub static FORMS: &[NewForm] = &[
    form("Array", "Array(String)", "the characters of a string", "Array('ab')", "['a', 'b']"),
    form("Array", "Array(Hash)", "the entries, each [key, value]", "Array({a => 1})", "[['a', 1]]"),
    form("Array", "Array(Iterable)", "the elements of an iteration", "Array(Integer[1, 3])", "[1, 2, 3]"),
    form("Array", "Array(Any, true)", "the value in an array, unless it is already one", "Array(5, true)", "[5]"),
    form("Array", "Array(Binary)", "the bytes", "Array(Binary('AQI='))", "[1, 2]"),
    form("Binary", "Binary(String)", "base 64, strict", "Binary('YWJj')", r#"Binary("YWJj")"#),
    form(
        "Binary",
        "Binary(String, Enum['%b', '%u', '%B', '%s', '%r'])",
        "%b base 64, %B strict, %u for URLs, %s string, %r raw bytes",
        "Binary('abc', '%s')",
        r#"Binary("YWJj")"#,
    ),
    form("Binary", "Binary(Array[Integer[0, 255]])", "bytes", "Binary([97, 98])", r#"Binary("YWI=")"#),
    form(
        "Binary",
        "Binary({value => .., format => ..})",
        "the same with named arguments",
        "Binary({value => 'abc', format => '%s'})",
        r#"Binary("YWJj")"#,
    ),
    form("Boolean", "Boolean(Integer)", "false for 0, true for other integers", "Boolean(2)", "true"),
    form("Boolean", "Boolean(Float)", "false for 0.0, true for other floats", "Boolean(0.0)", "false"),
    form(
        "Boolean",
        "Boolean(Enum['yes', 'no', 'true', 'false', 'y', 'n'])",
        "by the word, ignoring case",
        "Boolean('Yes')",
        "true",
    ),
    form(
        "Deferred",
        "Deferred(String, Array)",
        "the function's name and its arguments",
        "Deferred('size', [[1]])",
        "Deferred({'name' => 'size', 'arguments' => [[1]]})",
    ),
    form(
        "Error",
        "Error(String, String kind, Data details, String issue_code)",
        "the error message; other arguments are optional",
        "Error('it broke', 'app/broken')",
        "Error({'msg' => 'it broke', 'kind' => 'app/broken'})",
    ),
    form("Float", "Float(Numeric)", "the same number as a Float", "Float(3)", "3.0"),
    form(
        "Float",
        "Float(String)",
        "a numeric string: decimal, hexadecimal, octal or with an exponent",
        "Float('1.5e3')",
        "1500.0",
    ),
    form("Float", "Float(Boolean)", "1.0 or 0.0", "Float(true)", "1.0"),
    form("Float", "Float(Timespan)", "seconds", "Float(Timespan(1.5))", "1.5"),
    form("Float", "Float(Any, Boolean)", "the absolute value, if true", "Float('-2.5', true)", "2.5"),
    form(
        "Float",
        "Float({from => .., abs => ..})",
        "the same with named arguments",
        "Float({from => '-2.5', abs => true})",
        "2.5",
    ),
    form(
        "Hash",
        "Hash(Array)",
        "a flat list of keys and values, or a list of [key, value]",
        "Hash(['a', 1, 'b', 2])",
        "{'a' => 1, 'b' => 2}",
    ),
    form(
        "Hash",
        "Hash(Iterable)",
        "the same for the elements of an iteration",
        "Hash({a => 1}.map |$k, $v| { [$v, $k] })",
        "{1 => 'a'}",
    ),
    form(
        "Hash",
        "Hash(Array, Enum['tree', 'hash_tree'])",
        "a list of [path, value] as nested hashes",
        "Hash([[['a', 'b'], 1]], 'hash_tree')",
        "{'a' => {'b' => 1}}",
    ),
    form(
        "Init",
        "Init[T](Any)",
        "a T that new creates from the value and the arguments",
        "Init[Integer, 16].new('0x1F')",
        "31",
    ),
    form("Integer", "Integer(Numeric)", "the number without its fraction", "Integer(2.7)", "2"),
    form(
        "Integer",
        "Integer(String)",
        "a numeric string: decimal, 0x.. hexadecimal, 0b.. binary, 0.. octal",
        "Integer('0x1F')",
        "31",
    ),
    form("Integer", "Integer(String, Integer radix)", "with a radix of 2, 8, 10 or 16", "Integer('11', 2)", "3"),
    form("Integer", "Integer(Boolean)", "1 or 0", "Integer(true)", "1"),
    form("Integer", "Integer(Timespan)", "seconds", "Integer(Timespan(90))", "90"),
    form("Integer", "Integer(Any, radix, Boolean)", "the absolute value, if true", "Integer('-12', 10, true)", "12"),
    form(
        "Integer",
        "Integer({from => .., radix => .., abs => ..})",
        "the same with named arguments",
        "Integer({from => '-12', abs => true})",
        "12",
    ),
    form("NotUndef", "NotUndef[T](..)", "a value of T; bare, the value itself", "NotUndef[Integer].new('5')", "5"),
    form("Numeric", "Numeric(String)", "an Integer or a Float, by the form of the string", "Numeric('1.5')", "1.5"),
    form("Numeric", "Numeric(Boolean)", "1 or 0", "Numeric(true)", "1"),
    form("Numeric", "Numeric(Timespan)", "seconds", "Numeric(Timespan(1.5))", "1.5"),
    form("Numeric", "Numeric(Any, Boolean)", "the absolute value, if true", "Numeric('-5', true)", "5"),
    form("Optional", "Optional[T](..)", "a value of T", "Optional[Integer].new('5')", "5"),
    form("Regexp", "Regexp(String)", "the pattern", "Regexp('a+')", "/a+/"),
    form(
        "Regexp",
        "Regexp(String, true)",
        "the string with special characters escaped",
        "Regexp('a+', true)",
        r#"/a\+/"#,
    ),
    form("SemVer", "SemVer(String)", "a version string", "SemVer('1.2.3-rc1')", "SemVer('1.2.3-rc1')"),
    form(
        "SemVer",
        "SemVer(Integer major, Integer minor, Integer patch, String prerelease, String build)",
        "the parts; the last two are optional",
        "SemVer(1, 2, 3)",
        "SemVer('1.2.3')",
    ),
    form(
        "SemVer",
        "SemVer({major => .., minor => .., patch => ..})",
        "the same with named arguments",
        "SemVer({major => 1, minor => 2, patch => 3})",
        "SemVer('1.2.3')",
    ),
    form(
        "SemVerRange",
        "SemVerRange(String)",
        "a range string",
        "SemVerRange('>=1.0.0 <2.0.0')",
        "SemVerRange('>=1.0.0 <2.0.0')",
    ),
    form(
        "SemVerRange",
        "SemVerRange(min, max, Boolean exclude_max)",
        "bounds: each a SemVer or default",
        "SemVerRange(SemVer('1.0.0'), SemVer('2.0.0'))",
        "SemVerRange('>=1.0.0 <=2.0.0')",
    ),
    form(
        "SemVerRange",
        "SemVerRange({min => .., max => .., exclude_max => ..})",
        "the same with named arguments",
        "SemVerRange({min => SemVer('1.0.0'), max => default})",
        "SemVerRange('>=1.0.0')",
    ),
    form("Sensitive", "Sensitive(Any)", "the value, hidden", "Sensitive('secret').unwrap", "'secret'"),
    form("String", "String(Any)", "the value as a string", "String([1, undef])", "'[1, undef]'"),
    form("String", "String(Any, String)", "formatted with this format", "String(255, '%#x')", "'0xff'"),
    form(
        "String",
        "String(Any, {T => format})",
        "formatted with a format for each type",
        "String([1, 'a'], {Integer => '%03d'})",
        r#"'[1, \'a\']'"#,
    ),
    form(
        "Struct",
        "Struct[..](Any)",
        "converted like Hash, then checked",
        "Struct[{a => Integer}].new([['a', 1]])",
        "{'a' => 1}",
    ),
    form("Timespan", "Timespan(Numeric)", "seconds", "Timespan(90)", "Timespan('0-00:01:30')"),
    form(
        "Timespan",
        "Timespan(String)",
        "in the format D-HH:MM:SS.f, or a part of it",
        "Timespan('1-02:00:00')",
        "Timespan('1-02:00:00')",
    ),
    form(
        "Timespan",
        "Timespan(String, format..)",
        "in custom formats",
        "Timespan('90', '%S')",
        "Timespan('0-00:01:30')",
    ),
    form(
        "Timespan",
        "Timespan(Integer days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds)",
        "the parts; the last three are optional",
        "Timespan(1, 2, 3, 4)",
        "Timespan('1-02:03:04')",
    ),
    form(
        "Timespan",
        "Timespan({days => .., hours => ..})",
        "named parts",
        "Timespan({hours => 1, minutes => 30})",
        "Timespan('0-01:30:00')",
    ),
    form("Timestamp", "Timestamp()", "now", "", ""),
    form(
        "Timestamp",
        "Timestamp(Numeric)",
        "seconds since 1970 in UTC",
        "Timestamp(0)",
        "Timestamp('1970-01-01T00:00:00.000000000 UTC')",
    ),
    form(
        "Timestamp",
        "Timestamp(String)",
        "in the format 2016-08-24T12:13:14.123 UTC, or a part of it",
        "Timestamp('2016-08-24T12:13:14')",
        "Timestamp('2016-08-24T12:13:14.000000000 UTC')",
    ),
    form(
        "Timestamp",
        "Timestamp(String, format, timezone)",
        "in a custom format",
        "Timestamp('24/08/2016', '%d/%m/%Y')",
        "Timestamp('2016-08-24T00:00:00.000000000 UTC')",
    ),
    form(
        "Timestamp",
        "Timestamp({string => .., format => .., timezone => ..})",
        "the same with named arguments",
        "Timestamp({string => '2016', format => '%Y'})",
        "Timestamp('2016-01-01T00:00:00.000000000 UTC')",
    ),
    form(
        "Tuple",
        "Tuple[..](Any)",
        "converted like Array, then checked",
        "Tuple[Integer, Integer].new([1, 2])",
        "[1, 2]",
    ),
    form("Type", "Type(String)", "the type with this name", "Type('Integer[1, 5]')", "Integer[1, 5]"),
    form("URI", "URI(String)", "a URI string", "URI('http://example.com/a')", "URI('http://example.com/a')"),
    form(
        "URI",
        "URI({scheme => .., host => .., path => ..})",
        "the parts",
        "URI({scheme => 'http', host => 'example.com'})",
        "URI('http://example.com')",
    ),
];

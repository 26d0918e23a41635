//! The documentation of each built-in type beyond its summary: parameters, accepted and rejected values,
//! iteration and indexing.
//!
//! Data for `:info`; a test runs each line. The constructors are documented in `new::constructor_docs`.

/// A parameter between a type's brackets.
#[derive(Clone, Copy, Debug)]
pub struct TypeParameter {
    pub name: &'static str,
    /// The meaning of the parameter.
    pub meaning: &'static str,
    /// The default where it is omitted.
    pub default: &'static str,
}

/// An input with its value.
#[derive(Clone, Copy, Debug)]
pub struct DocExample {
    pub code: &'static str,
    /// The value in source form.
    pub gives: &'static str,
}

/// The documentation of a type.
#[derive(Clone, Copy, Debug)]
pub struct TypeFacts {
    pub name: &'static str,
    pub parameters: &'static [TypeParameter],
    /// Accepted values, or matches that hold (`'a' =~ Enum[a]`).
    pub takes: &'static [&'static str],
    /// Rejected values, or matches that do not hold.
    pub refuses: &'static [&'static str],
    /// An iteration over a value; `None` when the type is not iterable.
    pub iteration: Option<DocExample>,
    /// An index into a value; `None` when the type cannot be indexed.
    pub index: Option<DocExample>,
}

const fn parameter(name: &'static str, meaning: &'static str, default: &'static str) -> TypeParameter {
    TypeParameter { name, meaning, default }
}

const fn display(code: &'static str, gives: &'static str) -> Option<DocExample> {
    Some(DocExample { code, gives })
}

/// Returns the documentation of the built-in type with this name.
pub fn type_facts(name: &str) -> Option<&'static TypeFacts> {
    FACTS.iter().find(|facts| facts.name == name)
}

/// One row for each built-in type.
pub static FACTS: &[TypeFacts] = &[
    TypeFacts {
        name: "Any",
        parameters: &[],
        takes: &["1", "undef", "[1]"],
        refuses: &[],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Array",
        parameters: &[
            parameter("T", "the type of each element", "Any"),
            parameter("min", "minimum number of elements", "0"),
            parameter("max", "maximum number of elements", "no limit"),
        ],
        takes: &["[]", "[1, 'a']"],
        refuses: &["{a => 1}", "'ab'"],
        iteration: display("[3, 4].map |$x| { $x * 2 }", "[6, 8]"),
        index: display("['a', 'b', 'c'][1, 2]", "['b', 'c']"),
    },
    TypeFacts {
        name: "Binary",
        parameters: &[],
        takes: &["Binary('YWJj')"],
        refuses: &["'abc'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Boolean",
        parameters: &[parameter("value", "only this value", "both")],
        takes: &["true", "false"],
        refuses: &["'true'", "0", "undef"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Callable",
        parameters: &[
            parameter("T..", "the types of the parameters", "any"),
            parameter("min", "minimum number of arguments", "the number of types"),
            parameter("max", "maximum number of arguments", "the number of types"),
            parameter("block", "the type of the block, a Callable", "no block"),
            parameter("[params, R]", "the return type, after the parameters in brackets", "any"),
        ],
        takes: &["Callable[String] =~ Type[Callable]"],
        refuses: &["'size'", "1"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "CatalogEntry",
        parameters: &[],
        takes: &[],
        refuses: &["1", "Notify"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Class",
        parameters: &[parameter("name", "the class", "any class")],
        takes: &[],
        refuses: &["'apache'"],
        iteration: None,
        index: display("Class['apache']", "Class[apache]"),
    },
    TypeFacts {
        name: "Collection",
        parameters: &[
            parameter("min", "minimum number of elements", "0"),
            parameter("max", "maximum number of elements", "no limit"),
        ],
        takes: &["[]", "{a => 1}"],
        refuses: &["'ab'", "1"],
        iteration: display(r#"{a => 1}.map |$k, $v| { "${k}=${v}" }"#, "['a=1']"),
        index: display("{a => 1}['a']", "1"),
    },
    TypeFacts {
        name: "Data",
        parameters: &[],
        takes: &["1", "undef", "[1, {a => 'x'}]"],
        refuses: &["/x/", "default", "{1 => 2}"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Default",
        parameters: &[],
        takes: &["default"],
        refuses: &["'default'", "undef"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Deferred",
        parameters: &[],
        takes: &["Deferred('size', [[1]])"],
        refuses: &["'size'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Enum",
        parameters: &[
            parameter("string..", "the strings", "none"),
            parameter("ignore case", "true as the last parameter ignores case", "false"),
        ],
        takes: &["'red' =~ Enum[red, blue]", "'RED' =~ Enum[red, blue, true]"],
        refuses: &["'green' =~ Enum[red, blue]", "undef"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Error",
        parameters: &[
            parameter("kind", "an exact kind, an Enum or a Pattern", "any"),
            parameter("issue code", "an exact issue code, an Enum or a Pattern", "any"),
        ],
        takes: &["Error('it broke')"],
        refuses: &["'it broke'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Float",
        parameters: &[parameter("min", "minimum", "unbounded"), parameter("max", "maximum", "unbounded")],
        takes: &["1.5", "-0.0"],
        refuses: &["1", "'1.5'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Hash",
        parameters: &[
            parameter("K", "the type of each key", "Any"),
            parameter("V", "the type of each value", "Any"),
            parameter("min", "minimum number of entries", "0"),
            parameter("max", "maximum number of entries", "no limit"),
        ],
        takes: &["{}", "{a => 1}"],
        refuses: &["[a, 1]"],
        iteration: display("{a => 1, b => 2}.map |$k, $v| { $v }", "[1, 2]"),
        index: display("{a => 1}['a']", "1"),
    },
    TypeFacts {
        name: "Init",
        parameters: &[
            parameter("T", "the type to create", "any"),
            parameter("argument..", "further arguments of new", "none"),
        ],
        takes: &["'12' =~ Init[Integer]", "12"],
        refuses: &["'x' =~ Init[Integer]"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Integer",
        parameters: &[parameter("min", "minimum", "unbounded"), parameter("max", "maximum", "unbounded")],
        takes: &["1", "-5"],
        refuses: &["1.0", "'1'", "true"],
        iteration: display("Integer[1, 3].map |$x| { $x * 10 }", "[10, 20, 30]"),
        index: display("Integer[1, 10][2, 5]", "Integer[2, 5]"),
    },
    TypeFacts {
        name: "Iterable",
        parameters: &[parameter("T", "the type of the elements", "any")],
        takes: &["[1]", "{a => 1}", "'abc'", "5", "Integer[1, 3]"],
        refuses: &["-1", "1.5"],
        iteration: display("'abc'.map |$c| { upcase($c) }", "['A', 'B', 'C']"),
        index: None,
    },
    TypeFacts {
        name: "Iterator",
        parameters: &[parameter("T", "the type of the elements", "any")],
        takes: &["[1, 2].reverse_each"],
        refuses: &["[1, 2]"],
        iteration: display("[1, 2, 3].reverse_each.map |$x| { $x }", "[3, 2, 1]"),
        index: None,
    },
    TypeFacts {
        name: "NotUndef",
        parameters: &[parameter("T", "the type of the value", "Any")],
        takes: &["1", "false"],
        refuses: &["undef"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Numeric",
        parameters: &[],
        takes: &["1", "1.5"],
        refuses: &["'1'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Object",
        parameters: &[parameter(
            "{definition}",
            "a hash: name, parent, attributes, constants, functions, equality, ..",
            "any object",
        )],
        takes: &["Error('it broke')"],
        refuses: &["1", "{}"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Optional",
        parameters: &[parameter("T", "the type of values other than undef", "only undef")],
        takes: &["undef", "1 =~ Optional[Integer]"],
        refuses: &["1", "''"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Pattern",
        parameters: &[parameter("regex..", "a string must match one of them", "every string")],
        takes: &["'abc' =~ Pattern[/b/]"],
        refuses: &["'x' =~ Pattern[/b/]", "/b/"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Regexp",
        parameters: &[parameter("regex", "exactly this regular expression", "any")],
        takes: &["/a/"],
        refuses: &["'a'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Resource",
        parameters: &[
            parameter("type", "the type of resource", "any"),
            parameter("title..", "the title; several titles return an array", "any"),
        ],
        takes: &[],
        refuses: &["'file'", "Notify"],
        iteration: None,
        index: display("File['/tmp/x']", "File['/tmp/x']"),
    },
    TypeFacts {
        name: "RichData",
        parameters: &[],
        takes: &["1", "/x/", "default", "Timespan(1)", "Integer"],
        refuses: &[],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "RichDataKey",
        parameters: &[],
        takes: &["'a'", "1"],
        refuses: &["undef", "/x/"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Runtime",
        parameters: &[
            parameter("runtime", "ruby", "any"),
            parameter("name", "the class name, or a regular expression with its replacement", "any"),
        ],
        takes: &[],
        refuses: &["1"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Scalar",
        parameters: &[],
        takes: &["1", "'a'", "true", "/x/"],
        refuses: &["undef", "[1]"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "ScalarData",
        parameters: &[],
        takes: &["1", "'a'", "true"],
        refuses: &["/x/", "undef"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "SemVer",
        parameters: &[parameter("range..", "a version must be in one of these ranges", "any version")],
        takes: &["SemVer('1.2.3')"],
        refuses: &["'1.2.3'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "SemVerRange",
        parameters: &[],
        takes: &["SemVerRange('>=1.0.0')"],
        refuses: &["'>=1.0.0'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Sensitive",
        parameters: &[parameter("T", "the type of the hidden value", "Any")],
        takes: &["Sensitive('secret')"],
        refuses: &["'secret'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "String",
        parameters: &[
            parameter("min", "minimum number of characters", "0"),
            parameter("max", "maximum number of characters", "no limit"),
        ],
        takes: &["''", "'text'"],
        refuses: &["1", "undef"],
        iteration: display("'ab'.map |$c| { $c }", "['a', 'b']"),
        index: display("'hello'[1, 3]", "'ell'"),
    },
    TypeFacts {
        name: "Struct",
        parameters: &[parameter(
            "{key => T}",
            "the type of each value; Optional['key'] may be missing, NotUndef['key'] is required",
            "any hash",
        )],
        takes: &["{a => 1}"],
        refuses: &["[1]"],
        iteration: display("{a => 1}.map |$k, $v| { $k }", "['a']"),
        index: display("{a => 1}['a']", "1"),
    },
    TypeFacts {
        name: "Timespan",
        parameters: &[parameter("from", "minimum", "unbounded"), parameter("to", "maximum", "unbounded")],
        takes: &["Timespan(90)"],
        refuses: &["90", "'1m'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Timestamp",
        parameters: &[parameter("from", "minimum", "unbounded"), parameter("to", "maximum", "unbounded")],
        takes: &["Timestamp(0)"],
        refuses: &["0", "'1970-01-01'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Tuple",
        parameters: &[
            parameter("T..", "the type at each position; the last one repeats", "any"),
            parameter("min", "minimum number of elements", "the number of types"),
            parameter("max", "maximum number of elements", "the number of types"),
        ],
        takes: &["[1, 'a']"],
        refuses: &["{a => 1}"],
        iteration: display("[1, 'a'].map |$x| { $x }", "[1, 'a']"),
        index: display("[1, 'a'][0]", "1"),
    },
    TypeFacts {
        name: "Type",
        parameters: &[parameter("T", "a supertype of the described types", "any")],
        takes: &["Integer", "Array[String]"],
        refuses: &["1", "'Integer'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "TypeSet",
        parameters: &[parameter("{definition}", "a hash: pcore_version, version, types, references, ..", "any set")],
        takes: &[],
        refuses: &["1"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "URI",
        parameters: &[parameter("parts", "a URI, or a hash with a requirement for each part", "any")],
        takes: &["URI('http://example.com')"],
        refuses: &["'http://example.com'"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Undef",
        parameters: &[],
        takes: &["undef"],
        refuses: &["''", "false"],
        iteration: None,
        index: None,
    },
    TypeFacts {
        name: "Variant",
        parameters: &[parameter("T..", "the alternatives", "none")],
        takes: &["1 =~ Variant[Integer, String]"],
        refuses: &["1"],
        iteration: None,
        index: None,
    },
];

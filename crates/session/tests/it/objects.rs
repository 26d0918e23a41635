//! Object types, TypeSets and other types made from definitions, as transcripts. What stands below an input is what the
//! reference answered to it: the value, or the issue and its place.

use pprepl_session::{Edition, Session, Settings, SystemHost};
use pprepl_text::Severity;

fn session() -> Session {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

fn answer(session: &mut Session, input: &str) -> String {
    let got = session.evaluate("input", input);
    match got.reports.iter().find(|report| report.severity == Severity::Error) {
        Some(report) => {
            let (line, column) = report.position.unwrap_or_default();
            format!("{} at {line}:{column}", report.code)
        }
        None => got.value.unwrap_or_else(|| "(no form)".to_owned()),
    }
}

#[test]
fn definitions_answer_as_the_reference() {
    let mut wrong = String::new();
    for (what, transcript) in CASES {
        let mut session = session();
        let mut lines = transcript.trim().lines().map(str::trim);
        while let (Some(input), Some(expected)) = (lines.next(), lines.next()) {
            let input = input.strip_prefix("> ").unwrap_or(input);
            let got = answer(&mut session, input);
            if got != expected {
                wrong.push_str(&format!("{what}\n> {input}\n  {expected}\n  got {got}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn types_that_hold_themselves_come_to_an_end() {
    let mut session = session();
    for input in ["type X = Optional[X]", "type Y = Object[{attributes => {a => Y}}]"] {
        assert_eq!(answer(&mut session, input), "undef");
    }
    for input in ["X(1)", "X.new('a')", "Y({})", "assert_type(Y, {'a' => 1})"] {
        assert!(answer(&mut session, input).starts_with("RUNTIME_ERROR") || input.starts_with("assert"), "{input}");
    }
}

/// What a transcript shows, and the transcript.
const CASES: &[(&str, &str)] = &[
    (
        "constants are attributes of kind constant, and print as such",
        r#"
        > type Ring = Object[{attributes => {r => {type => Integer, kind => constant, value => 3}, w => Float}}]
        undef
        > Ring
        Object[{name => 'Ring', attributes => {'w' => Float}, constants => {'r' => 3}}]
        > Ring(1.5).r
        3
        > Ring(1.5)
        Ring({'w' => 1.5})
"#,
    ),
    (
        "a faulty definition is told of once; what was understood stays",
        r#"
        > type Bad = Object[{attributes => {a => Integer}, equality => nope}]
        undef
        > Bad
        RUNTIME_ERROR at 1:1
        > Bad(1)
        Bad({'a' => 1})
        > Bad
        Object[{name => 'Bad', attributes => {'a' => Integer}}]
"#,
    ),
    (
        "a definition has only known keys",
        r#"
        > Object[{serialization => [a]}]
        RUNTIME_ERROR at 1:1
        > Object[{attributes => {a => {type => Integer, bad => 1}}}]
        RUNTIME_ERROR at 1:1
        > Object[{attributes => {'1x' => Integer}}]
        RUNTIME_ERROR at 1:1
        > Object[{attributes => {aB => Integer}}]
        Object[{attributes => {'aB' => Integer}}]
"#,
    ),
    (
        "flags are booleans",
        r#"
        > Object[{attributes => {a => {type => Integer, final => 1}}}]
        RUNTIME_ERROR at 1:1
        > Object[{functions => {f => {type => Callable, override => 1}}}]
        RUNTIME_ERROR at 1:1
        > Object[{equality_include_type => 1}]
        RUNTIME_ERROR at 1:1
"#,
    ),
    (
        "an overriding member says so, and its type fits",
        r#"
        > type Base = Object[{attributes => {a => Numeric, z => {type => Any, final => true}}, functions => {f => Callable}}]
        undef
        > Object[{parent => Base, attributes => {a => Integer}}]
        RUNTIME_ERROR at 1:1
        > Object[{parent => Base, attributes => {a => {type => Integer, override => true}}}]
        Object[{parent => Base, attributes => {'a' => {type => Integer, override => true}}}]
        > Object[{parent => Base, attributes => {a => {type => String, override => true}}}]
        RUNTIME_ERROR at 1:1
        > Object[{parent => Base, attributes => {z => {type => Any, override => true}}}]
        RUNTIME_ERROR at 1:1
        > Object[{parent => Base, attributes => {f => {type => Any, override => true}}}]
        RUNTIME_ERROR at 1:1
        > Object[{parent => Base, functions => {f => Callable}}]
        RUNTIME_ERROR at 1:1
        > Object[{parent => Base, attributes => {b => {type => Any, override => true}}}]
        RUNTIME_ERROR at 1:1
        > Object[{functions => {g => {type => Callable, override => true}}}]
        RUNTIME_ERROR at 1:1
"#,
    ),
    (
        "equality names attributes that the parent does not compare",
        r#"
        > type P = Object[{attributes => {a => Any}}]
        undef
        > Object[{parent => P, equality => a}]
        RUNTIME_ERROR at 1:1
        > Object[{parent => P, attributes => {b => Any}, equality => [b]}]
        Object[{parent => P, attributes => {'b' => Any}, equality => ['b']}]
        > Object[{attributes => {b => Any}, functions => {f => Callable}, equality => f}]
        RUNTIME_ERROR at 1:1
        > Object[{constants => {k => 1}, equality => k}]
        RUNTIME_ERROR at 1:1
        > Object[{attributes => {b => Any}, equality => b, equality_include_type => false}]
        RUNTIME_ERROR at 1:1
"#,
    ),
    (
        "no type inherits itself",
        r#"
        > type Self = Object[{parent => Self}]
        undef
        > Self
        RUNTIME_ERROR at 1:1
"#,
    ),
    (
        "what is derived is not given, and nothing computes it",
        r#"
        > type D = Object[{attributes => {a => {type => Integer, kind => given_or_derived}, b => {type => Integer, kind => derived}}}]
        undef
        > D()
        RUNTIME_ERROR at 1:1
        > D(1).a
        1
        > D(1).b
        RUNTIME_ERROR at 1:5
        > Object[{attributes => {b => {type => Integer, kind => derived, value => 1}}}]
        RUNTIME_ERROR at 1:1
        > Object[{attributes => {b => {type => Integer, kind => constant}}}]
        RUNTIME_ERROR at 1:1
"#,
    ),
    (
        "a function has no implementation",
        r#"
        > type F = Object[{attributes => {a => Any}, functions => {f => {type => Callable[[], String]}}}]
        undef
        > F(1).f
        RUNTIME_ERROR at 1:5
        > F
        Object[{name => 'F', attributes => {'a' => Any}, functions => {'f' => Callable[[0, 0], String]}}]
"#,
    ),
    (
        "type parameters have types and values that fit",
        r#"
        > Object[{type_parameters => {p => {type => String, value => 1}}}]
        RUNTIME_ERROR at 1:1
        > Object[{type_parameters => {p => {type => String, value => 'x'}, q => Integer}}]
        Object[{type_parameters => {'p' => {'type' => String, 'value' => 'x'}, 'q' => Integer}}]
        > Object[{type_parameters => {}}]
        Object[{}]
"#,
    ),
    (
        "annotations and checks are kept",
        r#"
        > Object[{attributes => {a => {type => Any, annotations => {}}}, checks => 1, annotations => {}}]
        Object[{annotations => {}, attributes => {'a' => {type => Any, annotations => {}}}, checks => 1}]
        > Object[{annotations => 1}]
        RUNTIME_ERROR at 1:1
"#,
    ),
    (
        "a name or nothing defines a type, too",
        r#"
        > Object['Foo']
        Object[{name => 'Foo'}]
        > Object['foo']
        RUNTIME_ERROR at 1:1
        > Object[undef]
        Object[{}]
        > TypeSet['Foo']
        TypeSet[{pcore_version => '', name => 'Foo'}]
"#,
    ),
    (
        "parameters are given once",
        r#"
        > Error['k']
        Error['k']
        > Error['k']['x']
        OPERATOR_NOT_APPLICABLE at 1:1
"#,
    ),
    (
        "an object prints its attributes on lines",
        r#"
        > String(Deferred('f', [1, [2]]), '%#p')
        "Deferred({\n  'name' => 'f',\n  'arguments' => [\n    1,\n    [2]\n  ]\n})"
        > String([[Deferred('f')]], '%#a')
        "[\n  [Deferred({\n      'name' => 'f'\n    })]]"
"#,
    ),
    (
        "the definition of a type computes nothing",
        r#"
        > type Sum = Integer[1 + 1]
        undef
        > Sum
        RUNTIME_ERROR at 1:1
        > type Neg = Integer[-1]
        undef
        > Neg
        Neg = Integer[-1]
"#,
    ),
    (
        "a mapping names a class of the runtime ruby",
        r#"
        > type Runtime[ruby, 'A'] = Foo
        undef
        > type Runtime[ruby, /x/] = Foo
        RUNTIME_ERROR at 1:20
        > type Runtime[ruby, [/^A::(.*)$/, 'B']] = Foo
        ILLEGAL_TYPE_MAPPING at 1:6
        > type Runtime[go, 'A'] = Foo
        RUNTIME_ERROR at 1:14
        > type Runtime[ruby] = Foo
        RUNTIME_ERROR at 1:6
"#,
    ),
    (
        "names of one TypeSet see each other",
        r#"
        > type Ts = TypeSet[{pcore_version => '1.0.0', version => '1.0.0', types => {Id => Integer[1], Thing => Object[{attributes => {id => Id}}], Big => {parent => Thing, attributes => {n => Array[Id]}}}}]
        undef
        > Ts::Thing(3)
        UNKNOWN_RESOURCE_TYPE at 1:1
        > Ts
        TypeSet[{pcore_version => '1.0.0', name_authority => 'http://puppet.com/2016.1/runtime', name => 'Ts', version => '1.0.0', types => {Id => Integer[1], Thing => Object[{attributes => {'id' => Id}}], Big => Object[{parent => Thing, attributes => {'n' => Array[Id]}}]}}]
        > Ts::Thing(3)
        Ts::Thing({'id' => 3})
        > Ts::Thing(0)
        RUNTIME_ERROR at 1:1
        > Ts::Big(1, [2])
        Ts::Big({'id' => 1, 'n' => [2]})
        > Ts::Big < Ts::Thing
        true
        > 5 =~ Ts::Id
        true
        > Ts =~ TypeSet
        true
"#,
    ),
    (
        "a TypeSet refers to another one",
        r#"
        > type Other = TypeSet[{pcore_version => '1.0.0', version => '1.1.0', types => {Z => String[1]}}]
        undef
        > type Ts = TypeSet[{pcore_version => '1.0.0', version => '1.0.0', types => {B => Object[{attributes => {v => O::Z}}]}, references => {O => {name => 'Other', version_range => '1.x'}}}]
        undef
        > Ts::B
        UNKNOWN_RESOURCE_TYPE at 1:1
        > [Ts] =~ Array
        true
        > Ts::B('x')
        Ts::B({'v' => 'x'})
        > Ts::B('')
        RUNTIME_ERROR at 1:1
"#,
    ),
    (
        "a reference finds a version that suits",
        r#"
        > type Other = TypeSet[{pcore_version => '1.0.0', version => '1.1.0'}]
        undef
        > type Ts = TypeSet[{pcore_version => '1.0.0', version => '1.0.0', references => {O => {name => 'Other', version_range => '>2'}}}]
        undef
        > Ts
        RUNTIME_ERROR at 1:1
"#,
    ),
    (
        "a TypeSet needs a known format",
        r#"
        > TypeSet[{version => '1.0.0'}]
        RUNTIME_ERROR at 1:1
        > TypeSet[{pcore_version => '2.0.0', version => '1.0.0', name => 'X'}]
        RUNTIME_ERROR at 1:1
        > TypeSet[{pcore_version => '1.0.0', types => {}}]
        RUNTIME_ERROR at 1:1
        > TypeSet[{pcore_version => '1.0.0', version => '1.0', name => 'X'}]
        RUNTIME_ERROR at 1:1
"#,
    ),
    (
        "the bounds of a span print as they were given",
        r#"
        > Timespan[1.5]
        Timespan['0-00:00:01.500000000']
        > Timespan['0-00:00:01.5']
        Timespan['0-00:00:01.5']
        > Timespan[0.005, 2]
        Timespan['0-00:00:00.5000000', '0-00:00:02.0']
        > Timespan[1.5] == Timespan['0-00:00:01.5']
        true
"#,
    ),
    (
        "a URI is one of RFC 3986",
        r#"
        > URI('http://[bad')
        RUNTIME_ERROR at 1:1
        > URI('http://[::1]:80/')
        URI('http://[::1]/')
        > URI('a[b')
        RUNTIME_ERROR at 1:1
        > URI('1a:b')
        RUNTIME_ERROR at 1:1
        > URI({scheme => 'http', host => 'a b'})
        RUNTIME_ERROR at 1:1
        > URI({scheme => 'http', host => 'a', query => 'x y'})
        URI('http://a?x%20y')
        > URI({scheme => 'file', path => '/a'})
        URI('file:///a')
        > URI('mailto:')
        RUNTIME_ERROR at 1:1
"#,
    ),
    (
        "a range of versions begins with itself",
        r#"
        > SemVerRange(' >1')
        RUNTIME_ERROR at 1:1
        > SemVerRange('>1 ')
        >=2.0.0
"#,
    ),
    (
        "sprintf gets resources for references",
        r#"
        > sprintf('%s', Notify[a])
        'Notify[a]'
        > sprintf('%p', File['/x'])
        'File[/x]{:path=>"/x"}'
        > sprintf('%s', [Class[foo]])
        '[Class[Foo]{:name=>"Foo"}]'
        > sprintf('%s', Class)
        RUNTIME_ERROR at 1:1
        > sprintf('%p', URI('http://a'))
        '#<URI::HTTP http://a>'
"#,
    ),
    (
        "the text of a resource type names it",
        r#"
        > Type('File')
        File
        > Type('Nowhere')
        TypeReference['Nowhere']
"#,
    ),
];

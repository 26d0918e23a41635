//! The parameters of functions in Ruby, as they are read from a file without running it.

use puppet_eval::ruby_parameters::{Declared, Parameter, declared};

fn read(code: &str) -> String {
    let Some(declared) = declared(code, "m::f") else { return "no function".to_owned() };
    let shown = |param: &Parameter| format!("{:?} {}", param.kind, param.ty);
    let list = |params: &Vec<Parameter>| params.iter().map(shown).collect::<Vec<_>>().join(", ");
    match declared {
        Declared::Overloads(all) => {
            let all = all.iter().map(|params| params.as_ref().map_or_else(|| "unreadable".to_owned(), list));
            all.collect::<Vec<_>>().join("; ")
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn parameters_of_ruby_functions_are_read() {
    let new = |body: &str| format!("Puppet::Functions.create_function(:'m::f') do\n  {body}\nend\n");
    for (body, expected) in [
        (
            "dispatch :f do\n param 'String', :a # it's\n optional_param \"Enum['x']\", :b\n end",
            "Required String, Optional Enum['x']",
        ),
        ("dispatch(:f) { param 'String', :a; repeated_param 'Any', :b }", "Required String, Repeated Any"),
        ("dispatch :f do\n required_repeated_param('Any', :b)\n return_type 'Any'\n end", "Required Any, Repeated Any"),
        ("dispatch :f do\n scope_param\n param 'Hash', :a\n block_param\n end", "Required Hash, Block Callable"),
        ("dispatch :f do\n optional_block_param :block\n end", "OptionalBlock Callable"),
        ("dispatch :f do\n param TYPE, :a\n end", "unreadable"),
        (
            "dispatch :f do\n end\n dispatch :g do\n param 'Struct[{\na => Any}]', :a\n end",
            "; Required Struct[{\na => Any}]",
        ),
        ("def f(a, b = 1, *c, &d)\n end", "Required Any, Optional Any, Repeated Any, OptionalBlock Callable"),
        ("def f(*args)\n end", "Unchecked"),
    ] {
        assert_eq!(read(&new(body)), expected, "{body}");
    }
    assert_eq!(read("newfunction(:f, :type => :rvalue, :arity => 2) do |args|"), "Count(Some(2))");
    assert_eq!(read("newfunction(:f, :arity => -2) do |args|"), "Count(None)");
    assert_eq!(read("newfunction(:f) do |args|"), "Count(None)");
    assert_eq!(read("# Ruby"), "no function");
}

//! Catalogs as Puppet compiled them (7.23; the same rules hold in 8.11): resources in order with all that the JSON tells
//! of them, containment, classes, tags. Where Puppet failed, at whatever point, a session finds something wrong, too.

use serde_json::{Value, json};

use pprepl_session::{Edition, Secrets, Session, Settings, SystemHost};

const REFERENCE: &str = include_str!("../../../../tests/catalog/reference.jsonl");

fn session(case: &Value) -> Session {
    let mut settings = Settings::of(Edition::Puppet8);
    settings.environment.node = case["node"].as_str().unwrap_or_default().to_owned();
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// The catalog in the reference's shape; `None` when something is wrong, but for cycles, which a compiler does not see.
fn compile(case: &Value) -> Option<Value> {
    let mut session = session(case);
    if session.evaluate("input", case["code"].as_str()?).failed() {
        return None;
    }
    let export = session.catalog().export();
    if export.findings.iter().any(|found| found.code != "DEPENDENCY_CYCLE") {
        return None;
    }
    let sorted = |tags: &[String]| {
        let mut tags = tags.to_vec();
        tags.sort();
        tags
    };
    let resource = |(resource, mut shape): (&pprepl_session::ResourceExport, Value)| {
        if let Some(object) = shape.as_object_mut() {
            object.shift_remove("file");
            object.shift_remove("exported");
            object.insert("tags".to_owned(), json!(sorted(&resource.tags)));
        }
        shape
    };
    let edges: Vec<String> = export.edges.iter().map(|(from, to)| format!("{from} {to}")).collect();
    Some(json!({
        "tags": sorted(&export.tags),
        "classes": export.classes,
        "resources": export.resources.iter().zip(written(&session, Secrets::Redacted)).skip(1).map(resource).collect::<Vec<_>>(),
        "edges": edges,
    }))
}

#[test]
fn catalogs_are_those_of_the_reference() {
    let mut different = Vec::new();
    for line in REFERENCE.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let got = compile(&case);
        if got.as_ref() != case.get("catalog") {
            let got = got.unwrap_or_default();
            different.push(format!(
                "{}\n  got      {got}\n  expected {}",
                case["code"].as_str().unwrap(),
                case["catalog"]
            ));
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

/// The resources of a catalog as its JSON has them.
fn written(session: &Session, secrets: Secrets) -> Vec<Value> {
    let mut catalog: Value = serde_json::from_str(&session.catalog().finish().to_json(secrets)).unwrap();
    let rows = catalog["resources"].take();
    let exported = session.catalog().export_with(secrets);
    let rows = rows.as_array().cloned().unwrap_or_default();
    for (row, data) in rows.iter().zip(&exported.resources) {
        assert_eq!(row.get("parameters").cloned().unwrap_or(json!({})), json!(data.parameters), "{}", data.title);
        let sensitive = row.get("sensitive_parameters").cloned().unwrap_or(json!([]));
        assert_eq!(sensitive, json!(data.sensitive), "{}", data.title);
    }
    rows
}

/// The resources of a catalog by title, with the given secrets.
fn resources(session: &Session, secrets: Secrets) -> Vec<(String, Value)> {
    let export = session.catalog().export_with(secrets);
    let rows = export.resources.iter().zip(written(session, secrets));
    rows.map(|(resource, row)| (resource.title.clone(), row)).collect()
}

fn found<'a>(resources: &'a [(String, Value)], title: &str) -> &'a Value {
    &resources.iter().find(|(known, _)| known == title).unwrap_or_else(|| panic!("{title}")).1
}

#[test]
fn tags_are_in_the_order_of_the_reference() {
    let mut session = session(&json!({}));
    let code = "define d::e($a=1) { notify { \"x-${title}\": } tag('dtag','a::b') tag('mm') }\n\
        class q::r { tag('early') d::e { 'Tit::Le': tag=>'mm' } tag('late') }\n\
        class q { tag('qq') class { 'q::r': tag => ['ct','c::t'] } tag('q2') }\n\
        class w inherits q { tag('ww') }\ninclude w\nNotify<| |> { tag +> 'coll' }\nnotify { 'p': }\n\
        notify { 'p2': tag => 'p2t' }";
    assert!(!session.evaluate("input", code).failed());
    let resources = resources(&session, Secrets::Redacted);
    let tags = |title: &str| found(&resources, title)["tags"].to_string().replace('"', "");
    assert_eq!(tags("Q"), "[class,q,qq,q2]");
    assert_eq!(tags("W"), "[class,w,ww]");
    assert_eq!(tags("Q::R"), "[ct,c::t,c,t,class,q::r,q,r,qq,early,late]");
    let inner = "mm,d::e,d,e,tit::le,tit,le,ct,c::t,c,t,class,q::r,q,r,qq,early,late,dtag,a::b,a,b";
    assert_eq!(tags("Tit::Le"), format!("[{inner}]"));
    assert_eq!(tags("p"), "[notify,p,coll,class]");
    assert_eq!(tags("p2"), "[p2t,notify,p2,coll,class]");
}

#[test]
fn rich_data_are_those_of_the_reference() {
    let cases = [
        (
            "Deferred('foo', [1, Deferred('b')])",
            r#"{"__ptype":"Deferred","name":"foo","arguments":[1,{"__ptype":"Deferred","name":"b"}]}"#,
        ),
        ("Integer[1, 2]", r#"{"__ptype":"Pcore::IntegerType","from":1,"to":2}"#),
        ("Integer", r#"{"__ptype":"Pcore::IntegerType"}"#),
        ("[String]", r#"[{"__ptype":"Pcore::StringType"}]"#),
        ("Error('x')", r#"{"__ptype":"Error","msg":"x"}"#),
        ("{1 => default}", r#"{"__ptype":"Hash","__pvalue":[1,{"__ptype":"Default"}]}"#),
        ("Integer[default, 2]", r#"{"__ptype":"Pcore::IntegerType","from":null,"to":2}"#),
        ("Enum['a', true]", r#"{"__ptype":"Pcore::EnumType","values":["a"],"case_insensitive":true}"#),
        (
            "Array[String[1]]",
            r#"{"__ptype":"Pcore::ArrayType","element_type":{"__ptype":"Pcore::StringType","size_type_or_value":{"__ptype":"Pcore::IntegerType","from":1}}}"#,
        ),
        (
            "Array[Any, 0, 3]",
            r#"{"__ptype":"Pcore::ArrayType","element_type":{"__ptype":"Pcore::AnyType"},"size_type":{"__ptype":"Pcore::IntegerType","from":0,"to":3}}"#,
        ),
        ("Hash[Scalar, Any]", r#"{"__ptype":"Pcore::HashType","key_type":{"__ptype":"Pcore::ScalarType"}}"#),
        (
            "Pattern[/a/]",
            r#"{"__ptype":"Pcore::PatternType","patterns":[{"__ptype":"Pcore::RegexpType","pattern":"a"}]}"#,
        ),
        (
            "SemVer['>=1.0.0']",
            r#"{"__ptype":"Pcore::SemVerType","ranges":[{"__ptype":"SemVerRange","__pvalue":">=1.0.0"}]}"#,
        ),
        ("NotUndef", r#"{"__ptype":"Pcore::NotUndefType"}"#),
        ("NotUndef[Integer]", r#"{"__ptype":"Pcore::NotUndefType","type":{"__ptype":"Pcore::IntegerType"}}"#),
        ("Optional[Integer]", r#"{"__ptype":"Pcore::OptionalType","type":{"__ptype":"Pcore::IntegerType"}}"#),
        ("Type", r#"{"__ptype":"Pcore::TypeType"}"#),
        ("Type[Integer]", r#"{"__ptype":"Pcore::TypeType","type":{"__ptype":"Pcore::IntegerType"}}"#),
        ("Init[Integer]", r#"{"__ptype":"Pcore::InitType","type":{"__ptype":"Pcore::IntegerType"}}"#),
        ("Iterable[Integer]", r#"{"__ptype":"Pcore::IterableType","type":{"__ptype":"Pcore::IntegerType"}}"#),
        (
            "Collection[1]",
            r#"{"__ptype":"Pcore::CollectionType","size_type":{"__ptype":"Pcore::IntegerType","from":1}}"#,
        ),
        ("Boolean[true]", r#"{"__ptype":"Pcore::BooleanType"}"#),
        ("Runtime['ruby', 'x']", r#"{"__ptype":"Pcore::RuntimeType","runtime":"ruby","name_or_pattern":"x"}"#),
        (
            "Tuple[Integer, 1, 2]",
            r#"{"__ptype":"Pcore::TupleType","types":[{"__ptype":"Pcore::IntegerType"}],"size_type":{"__ptype":"Pcore::IntegerType","from":1,"to":2}}"#,
        ),
        ("Callable", r#"{"__ptype":"Pcore::CallableType","param_types":null,"block_type":null,"return_type":null}"#),
        (
            "Error({ 'msg' => 'm', 'issue_code' => 'c' })",
            r#"{"__ptype":"Error","msg":"m","kind":null,"details":null,"issue_code":"c"}"#,
        ),
        ("Sensitive('z')", r#""z""#),
        ("Sensitive(Deferred('x'))", r#"{"__ptype":"Deferred","name":"x"}"#),
        ("{'a' => Sensitive('y')}", r#"{"a":{"__ptype":"Sensitive","__pvalue":"y"}}"#),
    ];
    for (code, expected) in cases {
        let mut session = session(&json!({}));
        assert!(!session.evaluate("input", &format!("notify {{ 'a': message => {code} }}")).failed(), "{code}");
        let shown = resources(&session, Secrets::Shown);
        assert_eq!(found(&shown, "a")["parameters"]["message"].to_string(), expected, "{code}");
        let redacted = found(&resources(&session, Secrets::Redacted), "a").to_string();
        assert_eq!(redacted.contains("redacted"), code.contains("Sensitive"), "{redacted}");
    }
}

#[test]
fn compiler_sets_the_variables_of_the_reference() {
    let code = "[$module_name, $caller_module_name, $servername, $settings::vardir, $settings::all_local['ssldir'], \
        fqdn_rand(100), fqdn_rand(100, 'a')]";
    let mut compiling = session(&json!({}));
    compiling.begin_compilation();
    let expected =
        "['', '', 'puppet.example.com', '/opt/puppetlabs/puppet/cache', '/etc/puppetlabs/puppet/ssl', 79, 67]";
    assert_eq!(compiling.evaluate("input", code).value.as_deref(), Some(expected));
    let mut named = session(&json!({"node": "web"}));
    assert_eq!(named.evaluate("input", "$servername").value.as_deref(), Some("'puppet.example.com'"));
    let mut bare = session(&json!({}));
    assert_eq!(bare.evaluate("input", "$module_name").value.as_deref(), Some("undef"));
}

#[test]
fn all_wrong_parameters_are_reported_at_once() {
    for (kind, declaration) in [("class", "class { 'c': "), ("define", "c { 'c': ")] {
        let mut session = session(&json!({}));
        let code =
            format!("{kind} c(Integer $a, String $b, $c) {{}}\n{declaration} a => 'x', b => 1, d => 2, e => 3 }}");
        let evaluation = session.evaluate("input", &code);
        let message = &evaluation.reports[0].message;
        for part in
            ["parameter 'a' expects", "parameter 'b' expects", "`c` has no value", "parameter `d`", "parameter `e`"]
        {
            assert!(message.contains(part), "{message}");
        }
    }
}

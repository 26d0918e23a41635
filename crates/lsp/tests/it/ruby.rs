//! Functions and resource types that modules write in Ruby: names, signatures, attributes and descriptions.

use serde_json::Value;

use crate::client::Client;

const FUNCTION: &str = "\
# @summary Hashes a password.
#
# @param password The plain text.
Puppet::Functions.create_function(:'app::hash') do
  dispatch :plain do
    required_param 'String[1]', :password
    optional_param 'Integer', :rounds
    return_type 'String'
  end
  dispatch :many do
    repeated_param 'Variant[String, Integer]', :passwords
    block_param
  end

  def plain(password, rounds = 1)
    password
  end
end
";

const OLD: &str = "\
module Puppet::Parser::Functions
  newfunction(:app_old, :type => :rvalue, :doc => <<-DOC
    An old function.
    DOC
  ) do |args|
  end
end
";

const TYPE: &str = "\
Puppet::Type.newtype(:app_user) do
  @doc = <<-PUPPET
    Manages a user of the app.
  PUPPET

  ensurable

  newparam(:name, namevar: true) do
    desc 'The name of the user.'
  end

  newproperty(:groups, array_matching: :all) do
    desc \"The groups,
      by name.\"
    defaultto []
  end
end
";

const API: &str = "\
Puppet::ResourceApi.register_type(
  name: 'app_key',
  docs: <<-EOS,
    @summary Manages a key.
  EOS
  features: [],
  attributes: {
    ensure: {
      type: 'Enum[present, absent]',
      desc: 'Whether it exists.',
    },
    secret: {
      type: 'Sensitive[String]',
      desc: 'The key itself.',
    },
  },
)
";

const SITE: &str = "\
$x = app::hash('a', 1)
$y = app_old('b')
app_user { 'me':
  groups => ['a'],
}
app_key { 'k':
  secret => 'x',
}
";

fn client() -> Client {
    let client = Client::start(&[
        ("environment.conf", ""),
        ("modules/app/lib/puppet/functions/app/hash.rb", FUNCTION),
        ("modules/app/lib/puppet/parser/functions/app_old.rb", OLD),
        ("modules/app/lib/puppet/type/app_user.rb", TYPE),
        ("modules/app/lib/puppet/type/app_key.rb", API),
        ("manifests/site.pp", SITE),
    ]);
    client.open("manifests/site.pp");
    client
}

fn hover(client: &mut Client, at: &str) -> String {
    let found = client.ask_at("textDocument/hover", "manifests/site.pp", SITE, at);
    found["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn hovers_show_signatures_and_descriptions() {
    let mut client = client();
    let mut shown = String::new();
    for at in ["app::ha|sh", "app_o|ld", "app_u|ser", "app_k|ey", "gro|ups", "sec|ret"] {
        let text = hover(&mut client, at);
        shown.push_str(&format!("-- {at}\n{text}\n"));
    }
    insta::assert_snapshot!(shown);
}

/// The same in other styles: attributes before the description, a part in braces that is no attribute, computed names.
const STYLES: [(&str, &str); 4] = [
    (
        "modules/app/lib/puppet/functions/app/mixed.rb",
        "\
require 'digest'
# Mixes.
#   More.
Puppet::Functions.create_function(:'app::mixed') do
  dispatch(:first) do
    required_repeated_param \"Array[String]\", :parts
    optional_repeated_param 'A::B', :more_parts
    block_param 'Callable[1]', :maker
    return_type SOME
  end
  param 'String', :\"#{computed}\"
  dispatch :second do
    param COMPUTED, :one
    return_type(OTHER)
  end
end
",
    ),
    (
        "modules/app/lib/puppet/parser/functions/app_brief.rb",
        "\
# undocumented: nothing

newfunction(:app_brief, doc: \"Briefly,
    in two lines.

      Deeper.
    \", arity: 1) do |args|
end
",
    ),
    (
        "modules/app/lib/puppet/type/app_host.rb",
        "\
Puppet::Type.newtype(:app_host) do
  newparam(:'quoted', namevar: true) do
    desc(\"The name.\")
    desc 'Not this.'
  end
  newparam(:\"#{computed}\") do
    desc 'Nor this.'
  end
  newproperty 'two_words' do
    desc <<~'TEXT'
      The first line.

        The second.
    TEXT
  end
  newparam :attributes do
    @doc= 'Its attributes.'
  end
  newparam(:plain)
  newparam(:computed) do
    desc TEXT
  end
end
",
    ),
    (
        "modules/app/lib/puppet/type/app_lock.rb",
        "\
Puppet::ResourceApi.register_type({
  :name => 'app_lock',
  autorequire: {
    file: '$source',
  },
  :docs => \"Manages
    a lock.\",
  attributes: {
    :mode => {
      type: 'String',
      :desc => 'How strict it is.',
    },
    description: 'nothing',
    path: {
      desc: <<-EOS,
        Where it is.
      EOS
      behaviour: :namevar,
    },
    attributes: {
      desc: 'Its attributes.',
    },
  },
})
",
    ),
];

#[test]
fn hovers_read_other_styles_of_ruby() {
    let site = "\
$x = app::mixed([])
$y = app_brief('b')
app_host { 'h':
  quoted     => 1,
  two_words  => 2,
  attributes => 3,
  plain      => 4,
  computed   => 5,
}
app_lock { 'l':
  mode       => 1,
  path       => 2,
}
app_lock { 'm':
  attributes => 4,
}
";
    let mut files = vec![("environment.conf", ""), ("manifests/site.pp", site)];
    files.extend(STYLES);
    let mut client = Client::start(&files);
    client.open("manifests/site.pp");
    let mut shown = String::new();
    let places = [
        "app::mi|xed",
        "app_br|ief",
        "app_ho|st",
        "quo|ted",
        "two_w|ords",
        "attri|butes => 3",
        "pla|in",
        "com|puted",
        "app_lo|ck",
        "mo|de",
        "pa|th",
        "attri|butes => 4",
    ];
    for at in places {
        let found = client.ask_at("textDocument/hover", "manifests/site.pp", site, at);
        shown.push_str(&format!("-- {at}\n{}\n", found["contents"]["value"].as_str().unwrap_or_default()));
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn line_ends_of_windows_lose_no_comment() {
    let windows = FUNCTION.replace('\n', "\r\n");
    let mut client = Client::start(&[
        ("environment.conf", ""),
        ("modules/app/lib/puppet/functions/app/hash.rb", &windows),
        ("manifests/site.pp", SITE),
    ]);
    client.open("manifests/site.pp");
    let shown = hover(&mut client, "app::ha|sh");
    assert!(shown.contains("The plain text."), "{shown}");
    assert_eq!(shown, hover(&mut self::client(), "app::ha|sh"));
}

#[test]
fn a_definition_in_ruby_is_its_file() {
    let mut client = client();
    for (at, file) in [("app::ha|sh", "functions/app/hash.rb"), ("app_u|ser", "type/app_user.rb")] {
        let found = client.ask_at("textDocument/definition", "manifests/site.pp", SITE, at);
        assert!(found.to_string().contains(file), "{at}: {found}");
    }
}

#[test]
fn a_call_of_a_function_in_ruby_has_signatures() {
    let mut client = client();
    let found = client.ask_at("textDocument/signatureHelp", "manifests/site.pp", SITE, "app::hash('a', |1");
    let labels: Vec<&Value> = found["signatures"].as_array().unwrap().iter().map(|one| &one["label"]).collect();
    assert_eq!(
        labels,
        [
            "app::hash(String[1] $password, Integer $rounds = ..) >> String",
            "app::hash(Variant[String, Integer] *$passwords)"
        ]
    );
    assert_eq!(found["activeParameter"], 1);
}

#[test]
fn attributes_of_types_in_ruby_are_completed() {
    let mut client = client();
    for (at, expected) in [("  |groups", ["ensure", "name", "groups"]), ("  |secret", ["ensure", "secret", "require"])]
    {
        let found = client.ask_at("textDocument/completion", "manifests/site.pp", SITE, at);
        let items = found["items"].as_array().unwrap();
        let labels: Vec<&str> = items.iter().filter_map(|one| one["label"].as_str()).collect();
        assert!(expected.iter().all(|name| labels.contains(name)), "{at}: {labels:?}");
    }
    let found = client.ask_at("textDocument/completion", "manifests/site.pp", SITE, "  |groups");
    let items = found["items"].as_array().unwrap();
    let item = items.iter().find(|one| one["label"] == "groups").unwrap().clone();
    let resolved = client.ask("completionItem/resolve", item);
    assert_eq!(resolved["documentation"]["value"], "`groups` of `app_user`\n\nThe groups,\nby name.");
}

//! Code in Ruby runs in another directory: relative paths of the command line lead to the same files there.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A control repository whose modules have code in Ruby.
fn repository() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, text) in [
        (
            "modules/m/lib/puppet/functions/m/add.rb",
            "require 'puppet_x/m/sum'\nPuppet::Functions.create_function(:'m::add') do\n  dispatch :add do\n    \
             param 'Integer', :x\n  end\n  def add(x) PuppetX::M.sum(x, 1) end\nend\n",
        ),
        ("modules/m/lib/puppet_x/m/sum.rb", "module PuppetX; module M; def self.sum(x, y) x + y end; end; end\n"),
        (
            "modules/m/lib/puppet/parser/functions/old.rb",
            "module Puppet::Parser::Functions\n  newfunction(:old, :type => :rvalue) do |args|\n    \
             File.read(Puppet::Parser::Files.find_file('m/text.txt', nil)) + args[0]\n  end\nend\n",
        ),
        (
            "modules/m/lib/puppet/functions/m/data.rb",
            "Puppet::Functions.create_function(:'m::data') do\n  dispatch :data do\n    param 'Hash', :options\n    \
             param 'Any', :context\n  end\n  def data(options, context)\n    \
             { 'k' => File.read(options['path']).strip }\n  end\nend\n",
        ),
        (
            "modules/m/lib/puppet/functions/m/folder.rb",
            "Puppet::Functions.create_function(:'m::folder') do\n  def folder\n    \
             File.read(call_function('module_directory', 'm') + '/files/text.txt')\n  end\nend\n",
        ),
        ("modules/m/files/text.txt", "text"),
        ("modules/m/templates/t.erb", "<% def twice(x) x * 2 end %><%= twice(21) %>"),
        ("hiera.yaml", "version: 5\nhierarchy:\n  - {name: A, data_hash: 'm::data', path: value.txt}\n"),
        ("data/value.txt", "from ruby\n"),
        ("manifests/site.pp", "notice(m::add(1), old('!'), lookup('k'), m::folder(), template('m/t.erb'))\n"),
    ] {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn relative_paths_lead_to_the_same_files_in_ruby() {
    if !Path::new("/usr/bin/ruby").exists() {
        return pprepl_testing::skip("/usr/bin/ruby is not installed");
    }
    let root = repository();
    fs::create_dir(root.path().join("below")).unwrap();
    std::os::unix::fs::symlink("/usr/bin/ruby", root.path().join("own-ruby")).unwrap();
    let all = "2 text! from ruby text 42";
    for (folder, arguments) in [
        (".", ["--ruby", "-e", "1", "--environment", "."]),
        ("below", ["--ruby", "-e", "1", "--environment", ".."]),
        ("below", ["--ruby=../own-ruby", "-e", "1", "--environment", ".."]),
        ("manifests", ["--ruby=./../own-ruby", "-e", "1", "--environment", "../below/.."]),
    ] {
        let shown = run(&root.path().join(folder), &arguments);
        assert!(shown.contains(all), "{folder} {arguments:?}: {shown}");
    }
    for (folder, modules) in [(".", "modules"), ("modules", "."), ("below", "../modules")] {
        let code = "notice(m::add(1), old('!'), m::folder(), template('m/t.erb'))";
        let shown = run(&root.path().join(folder), &["--ruby", "--modulepath", modules, "-e", code]);
        assert!(shown.contains("2 text! text 42"), "{folder} {modules}: {shown}");
    }
    let hiera = ["--ruby", "--modulepath", "modules", "--hiera", "hiera.yaml", "-e", "notice(lookup('k'))"];
    let shown = run(root.path(), &hiera);
    assert!(shown.contains("from ruby"), "{shown}");
}

/// The values of functions are absolute paths, as in Puppet.
#[test]
fn paths_of_modules_are_absolute_values() {
    let root = repository();
    let code = "notice(module_directory('m'), find_file('m/text.txt'))";
    let shown = run(root.path(), &["--modulepath", "modules", "-e", code]);
    let module = pprepl_files::slashed(&root.path().canonicalize().unwrap().join("modules/m"));
    assert!(shown.contains(&format!("{module} {module}/files/text.txt")), "{shown}");
}

//! Settings of the output, files that are played, keys of the user, and the history: what the prompt shows of each.

use std::fs;

use crate::terminal::Terminal;

const CTRL_C: &str = "\u{3}";
const CTRL_R: &str = "\u{12}";
const LEFT: &str = "\u{1b}[D";
const UP: &str = "\u{1b}[A";
const ALT_F: &str = "\u{1b}f";
const ALT_LESS: &str = "\u{1b}<";
const ALT_MORE: &str = "\u{1b}>";
const CTRL_HOME: &str = "\u{1b}[1;5H";
const CTRL_END: &str = "\u{1b}[1;5F";

#[test]
fn settings_change_what_is_shown() {
    let mut t = Terminal::ready();
    t.line("[{ 'a' => 1 }, { 'a' => 2 }]").see("=> [{'a' => 1}, {'a' => 2}]").see("pprepl:2>");
    t.line("sprintf('%01100000d', 1)").see("... at least ").see("':out' shows all").see("pprepl:3>");
    t.line(":set output_lines 0").see("output_lines = 0").line("Integer[1, 600].map |$n| { $n }");
    t.see("600]").see("pprepl:4>").wait("the whole value", |s| s.matches("shows all").count() == 1);
    t.line(":set timing on").see("timing = on").line("5").see("=> 5").see("s\npprepl:5>");
    t.line(":set timing off").see("timing = off").line(":set echo off").see("echo = off").line("444 + 444");
    t.see("pprepl:6>").line(":set echo last").see("echo = last").line("6").see("=> 6");
    assert!(!t.screen().contains("888"), "{}", t.screen());
    t.line(":set log_level warning").line("notice('hidden')").see("pprepl:8>").line("warning('shown')");
    t.see("Warning: shown");
    assert!(!t.screen().contains("Notice: hidden"), "{}", t.screen());
    t.line(":keys nosuchkey").see("no key matches 'nosuchkey'").line(":keys alt-;").see("The other keys are those of");
    t.line(":set gutter on").line("   ").line("9").see("=> 9").see("pprepl:10>");
    t.resize(10, 60).line(":keys").see("1-9 of").keys("q").see("\npprepl:10>");
}

#[test]
fn a_file_is_played_step_by_step() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("steps.pp"), "$a = 1\n$b = $a + 1\n$c = $b + 1\nnotice($c)\n").unwrap();
    fs::write(home.path().join("wrong.pp"), "$d = 1\nfail('no')\n$e = 1\n").unwrap();
    let mut t = Terminal::start_in(home.path(), &[], &[]);
    t.see("pprepl:1>").line(":play rest").see("Nothing is played. Start with ':play FILE'.");
    t.line(":play steps.pp").see("steps.pp:1  step 1 of 4").see("1> $a = 1").keys("\r").see("=> 1");
    t.see("step 2 of 4").see("2> $b = $a + 1").keys(CTRL_C).see("Paused steps.pp; 3 steps").line("7").see("=> 7");
    t.line(":play").see("3> $b = $a + 1").keys("\r").see("=> 2").see("step 3 of 4").see("4> $c = $b + 1").keys(CTRL_C);
    t.see("2 steps left").line(":play rest").see("Notice: 3").see("is played to its end");
    t.line(":play wrong.pp").see("step 1 of 3").see("6> $d = 1").keys(CTRL_C).see("Paused wrong.pp").line(":play rest");
    t.see("error[failed-on-purpose]: no")
        .see("8> fail('no')")
        .keys(CTRL_C)
        .see("Paused wrong.pp; 2 steps")
        .line(":play skip");
    t.see("step 3 of 3").see("> $e = 1").keys("\r").see("=> 1").see("wrong.pp is played to its end.");
    t.line(":play wrong.pp").see("step 1 of 3").see("9> $d = 1").keys(CTRL_C).line(":play stop");
    t.see("3 steps did not run.");
    t.line(":play skip").wait("nothing", |s| s.matches("Nothing is played.").count() == 1);
}

#[test]
fn every_key_can_have_an_action_of_the_user() {
    let home = tempfile::tempdir().unwrap();
    let keys = [
        ("ctrl-y", "\u{19}"),
        ("alt-z", "\u{1b}z"),
        ("alt-enter", "\u{1b}\r"),
        ("tab", "\t"),
        ("backtab", "\u{1b}[Z"),
        ("backspace", "\u{7f}"),
        ("delete", "\u{1b}[3~"),
        ("insert", "\u{1b}[2~"),
        ("left", "\u{1b}[D"),
        ("right", "\u{1b}[C"),
        ("up", "\u{1b}[A"),
        ("down", "\u{1b}[B"),
        ("home", "\u{1b}[H"),
        ("end", "\u{1b}[F"),
        ("pageup", "\u{1b}[5~"),
        ("pagedown", "\u{1b}[6~"),
        ("f6", "\u{1b}[17~"),
        ("ctrl-left", "\u{1b}[1;5D"),
        ("ctrl-x c", "\u{18}c"),
        ("esc", "\u{1b}"),
    ];
    let names: Vec<String> = keys.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    fs::create_dir_all(home.path().join("pprepl")).unwrap();
    let text = format!("[keys]\n\"prompt.comment\" = [{}]\n", names.join(", "));
    fs::write(home.path().join("pprepl/config.toml"), text).unwrap();
    let mut t = Terminal::start_in(home.path(), &[], &[("XDG_CONFIG_HOME", home.path().to_str().unwrap())]);
    t.see("pprepl:1>").line(":keys prompt.").see("prompt.comment (config.toml)").line(":set suggestions off");
    t.see("suggestions = off").keys("4711").see("pprepl:1> 4711");
    for (at, (_, key)) in keys.iter().enumerate() {
        t.keys(key).see(if at % 2 == 0 { "pprepl:1> # 4711" } else { "pprepl:1> 4711" });
    }
    t.keys("\r").see("=> 4711");
}

#[test]
fn the_history_has_ages_places_and_ends() {
    let home = tempfile::tempdir().unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let entry = |text: &str, ago: u64, folder: &str| {
        format!("{{\"at\":{},\"text\":\"{text}\",\"session\":\"x\",\"folder\":\"{folder}\"}}\n", now - ago)
    };
    fs::create_dir_all(home.path().join("pprepl")).unwrap();
    let rows = entry("1001", 3 * 86_400, "")
        + &entry("1002", 2 * 3600, "/srv")
        + &entry("1003", 150, "/srv")
        + &entry("1004", 1, "/srv");
    fs::write(home.path().join("pprepl/history.jsonl"), rows).unwrap();
    let mut t = Terminal::start_in(home.path(), &[], &[]);
    t.see("pprepl:1>").keys(CTRL_R).see("1004").see("2 min").see("2 h").see("3 d").see(" ago in /srv");
    t.keys("1001").see("1 of 4").see("3 d ago\n").lose("ago in");
    // Delete, the cursor keys and the groups of the picker.
    t.keys("\u{7f}\u{7f}").see("4 of 4").keys("x").see("0 of 4").keys(LEFT).keys("\u{1b}[3~").see("4 of 4");
    t.keys("\u{1b}[Z").see("[failed]").keys("\u{1b}[Z").see("[this project]").keys("\t").keys("\t").see("[all]");
    t.keys("\u{1b}").lose("[all]").see("pprepl:1>");
    // Both ends of the line lead to both ends of the history, with Alt only.
    t.keys(CTRL_HOME).keys(CTRL_END).keys("55").see("pprepl:1> 55").keys(ALT_LESS).keys(CTRL_HOME).keys("4");
    t.see("pprepl:1> 455").keys(ALT_LESS).keys(ALT_LESS).see("pprepl:1> 1001").keys(CTRL_END).keys("9");
    t.see("pprepl:1> 10019").keys(ALT_MORE).see("pprepl:1> 455").keys(CTRL_C);
    // A line that is in the history is not its own match, and without its end any entry is one.
    t.keys("1004").keys(UP).see("pprepl:1> 455").keys(UP).see("pprepl:1> 1003").keys(CTRL_C);
    t.keys("45").see("pprepl:1> 45").keys(LEFT).keys(UP).see("pprepl:1> 1003").keys(CTRL_C);
    // An input after a space is kept out of the history.
    t.line(" 2000 + 2").see("=> 2002").see("pprepl:2>").keys(UP).see("pprepl:2> 1003").keys(CTRL_C);
    t.line("$long_name = 5").see("=> 5").keys("$lo").see("ng_name = 5").keys(ALT_F).keys(" + 1\r").see("=> 6");
    t.line("class web { $port_nr = 80 }").line("include web").see("pprepl:6>").line("$web::port_nr + 1").see("=> 81");
    t.keys("$we").see("b::port_nr + 1").keys(ALT_F).keys(" + 2\r").see("=> 82");
}

#[test]
fn pasted_transcripts_keep_their_inputs() {
    let mut t = Terminal::ready();
    t.paste("pprepl:1> \n").paste("pprepl:1> $a = 1\npprepl:2> fail('no')\npprepl:3> $a\n").see("$a").keys("\r");
    t.see("1 more input did not run. Press Up to restore them.").keys(CTRL_C);
    // Behind other text the inputs are one.
    t.keys("$z = ").see("$z =").paste("pprepl:1> 5\npprepl:2> 6\n").see("$z = 5\n6").keys("\r").see("=> 6");
    // A tab is a part of the paste.
    t.paste("'a\tb'.length").see(".length").keys("\r").see("=> 3");
    t.line("$h = { 'alpha' => 1, 'beta' => 2 }").see("'beta' => 2}").keys("$h['al']").see("$h['al']").keys(LEFT);
    t.keys(LEFT).keys("\t").see("$h['alpha']").keys("\r").see("=> 1");
    // A menu closes when the text before its word changes.
    t.keys("[fi]").see("[fi]").keys(LEFT).keys("\t").see("Esc: close").keys("l").see("[fil]").see("Esc: close");
    t.keys("\u{7f}\u{7f}").lose("Esc: close").keys(CTRL_C).keys("fi\t").see("Esc: close").keys(CTRL_HOME);
    t.lose("Esc: close").keys(CTRL_C);
    t.keys("fi\t").see("Esc: close").keys(" ").lose("Esc: close").keys(CTRL_C);
}

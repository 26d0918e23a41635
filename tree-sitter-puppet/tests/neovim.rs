//! The README's steps for Neovim, run by a Neovim without a screen: `PPREPL_NVIM` names it, or it is `nvim` on the path.

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");

/// What the editor reports of a manifest and a template.
const ASK: &str = r#"
local function captures(row, column)
  local names = {}
  for _, capture in ipairs(vim.treesitter.get_captures_at_pos(0, row, column)) do table.insert(names, capture.capture) end
  return table.concat(names, ' ')
end
local function report(file)
  vim.cmd.edit(file)
  vim.treesitter.get_parser(0):parse(true)
  print(vim.bo.filetype .. ': ' .. captures(0, 0) .. '; ' .. captures(1, 4) .. '; fold ' .. vim.treesitter.foldexpr(2) .. '\n')
end
report('a.pp')
report('a.epp')
vim.cmd.quitall()
"#;

/// The block of the README in this language below this heading.
fn block(heading: &str, language: &str) -> &'static str {
    let section = README.split_once(heading).unwrap().1;
    let block = section.split_once(&format!("```{language}\n")).unwrap().1;
    block.split_once("```").unwrap().0
}

#[test]
fn neovim_shows_manifests_and_templates() {
    let nvim = std::env::var("PPREPL_NVIM").unwrap_or_else(|_| "nvim".to_owned());
    match version(&nvim) {
        None => return pprepl_testing::skip("no Neovim (set PPREPL_NVIM)"),
        // An error in its first commands would keep an older one open.
        Some(version) if version < (0, 11) => {
            return pprepl_testing::skip(format!("Neovim {}.{} is older than 0.11", version.0, version.1));
        }
        Some(_) => {}
    }
    let home = tempfile::tempdir().unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let steps = block("### Neovim", "sh").replace("PATH", root);
    let built = Command::new("sh").args(["-euc", &steps]).env("XDG_DATA_HOME", home.path()).status().unwrap();
    assert!(built.success());
    let write = |name: &str, text: &str| std::fs::write(home.path().join(name), text).unwrap();
    write("init.lua", block("### Neovim", "lua"));
    write("ask.lua", ASK);
    write("a.pp", "class a {\n  # a comment\n}\n");
    write("a.epp", "<%- | $a | -%>\n<%# a comment %>\n");
    let said = ask(&nvim, home.path());
    for expected in ["puppet: keyword", "comment spell", "fold 1", "epuppet: punctuation.special"] {
        assert!(said.contains(expected), "{expected} is not in:\n{said}");
    }
    assert!(!said.contains("Error"), "{said}");
}

/// The version of a Neovim, `NVIM v0.11.4` in its first line; none without the program.
fn version(nvim: &str) -> Option<(u32, u32)> {
    let output = Command::new(nvim).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // A version under development has more behind: `NVIM v0.12.0-dev-1+g2`.
    let mut parts = text.lines().next()?.strip_prefix("NVIM v")?.split('.').map_while(|part| part.parse().ok());
    Some((parts.next()?, parts.next()?))
}

fn ask(nvim: &str, home: &Path) -> String {
    let output = Command::new(nvim)
        .args(["--headless", "-n", "-u", "init.lua", "-c", "luafile ask.lua"])
        .current_dir(home)
        .env("XDG_DATA_HOME", home)
        .env("XDG_STATE_HOME", home)
        .env("XDG_CONFIG_HOME", home)
        .output()
        .unwrap();
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

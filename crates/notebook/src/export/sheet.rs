//! The style sheet of a page: the colors of the light and the dark theme as variables; the reader's system selects
//! one. Every text color has a contrast of 4.5 or more with every background; a test computes it.

use std::fmt::Write as _;

use pprepl_text::theme::{Color, Role, Theme, Themes};
use puppet_tree::CAPTURES;

/// The backgrounds: name, light, dark. The themes leave backgrounds to the terminal.
const GROUNDS: [(&str, &str, &str); 3] =
    [("page", "#ffffff", "#14161e"), ("code", "#f8f9fb", "#191c26"), ("result", "#fbfbfd", "#161922")];

/// The colors of text other than code: name, light, dark.
const INKS: [(&str, &str, &str); 2] = [("ink", "#1f2430", "#e6e9f0"), ("link", "#1a54b0", "#8fb4ff")];

/// The colors of lines and edges: name, light, dark.
const EDGES: [(&str, &str, &str); 2] = [("edge", "#c9ced8", "#3a4054"), ("mark", "#1f5fbf", "#82aaff")];

/// The theme roles that color other text than code.
const ROLES: [Role; 6] = [Role::Error, Role::Warning, Role::Hint, Role::Note, Role::Success, Role::TypeLine];

pub(super) fn sheet(themes: Themes) -> String {
    let light = themes.get_or_plain("light");
    let dark = themes.get_or_plain("dark");
    let mut out = String::from(":root{color-scheme:light dark;");
    push_colors(&mut out, &light, |(_, light, _)| light, &|_| true);
    out.push_str("}\n@media (prefers-color-scheme:dark){:root{");
    push_colors(&mut out, &dark, |(_, _, dark)| dark, &|_| true);
    out.push_str("}}\n");
    for &role in CAPTURES.iter().chain(&ROLES) {
        push_rule(&mut out, &light, role);
    }
    out.push_str(LAYOUT);
    out
}

/// Returns the style sheet of a picture: the same colors, as fills, for the roles that it uses.
pub(super) fn fills(themes: Themes, is_used: &dyn Fn(Role) -> bool) -> String {
    let light = themes.get_or_plain("light");
    let dark = themes.get_or_plain("dark");
    let mut out = String::from(":root{");
    push_colors(&mut out, &light, |(_, light, _)| light, is_used);
    out.push_str("}\n@media (prefers-color-scheme:dark){:root{");
    push_colors(&mut out, &dark, |(_, _, dark)| dark, is_used);
    out.push_str(
        "}}\ntext{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;white-space:pre;\
         fill:var(--ink)}\n.page{fill:var(--page)}\n.source{fill:var(--code);stroke:var(--edge)}\n\
         .result{fill:var(--result);stroke:var(--edge)}\n.heading{fill:var(--ink);font-weight:bold}\n",
    );
    for &role in CAPTURES.iter().chain(&ROLES).filter(|role| is_used(**role)) {
        push_fill(&mut out, &light, role);
    }
    out
}

/// Returns rules for a part of another program's page: the roles that it uses below `scope`, in the colors of the light
/// theme, and in those of the dark theme where that program shows a dark page.
pub(super) fn scoped(themes: Themes, scope: &str, is_used: &dyn Fn(Role) -> bool) -> String {
    let mut out = String::new();
    for (name, pages) in [("light", &[""][..]), ("dark", &DARK_PAGES)] {
        let theme = themes.get_or_plain(name);
        for &role in CAPTURES.iter().chain(&ROLES).filter(|role| is_used(**role)) {
            let Some(Color::Rgb(red, green, blue)) = theme.style(role).fg else { continue };
            let selectors: Vec<String> = pages.iter().map(|page| format!("{page}{scope} .{}", class(role))).collect();
            let _ = write!(out, "{}{{color:#{red:02x}{green:02x}{blue:02x}}}", selectors.join(","));
        }
    }
    out
}

/// The selectors of dark pages: JupyterLab, and the notebooks of VS Code.
const DARK_PAGES: [&str; 2] = ["[data-jp-theme-light=\"false\"] ", ".vscode-dark "];

fn push_fill(out: &mut String, theme: &Theme, role: Role) {
    let style = theme.style(role);
    if let Some(Color::Rgb(..)) = style.fg {
        let weight = if style.bold { ";font-weight:bold" } else { "" };
        let _ = writeln!(out, ".{0}{{fill:var(--{0}){weight}}}", class(role));
    }
}

/// Returns the CSS class of a role.
pub(super) fn class(role: Role) -> String {
    role.as_str().replace('.', "-")
}

fn push_colors(
    out: &mut String,
    theme: &Theme,
    pick: fn((&str, &'static str, &'static str)) -> &'static str,
    is_used: &dyn Fn(Role) -> bool,
) {
    for color in GROUNDS.iter().chain(&INKS).chain(&EDGES) {
        let _ = write!(out, "--{}:{};", color.0, pick(*color));
    }
    for &role in CAPTURES.iter().chain(&ROLES).filter(|role| is_used(**role)) {
        if let Some(Color::Rgb(red, green, blue)) = theme.style(role).fg {
            let _ = write!(out, "--{}:#{red:02x}{green:02x}{blue:02x};", class(role));
        }
    }
}

fn push_rule(out: &mut String, theme: &Theme, role: Role) {
    let style = theme.style(role);
    if style.is_plain() {
        return;
    }
    let _ = write!(out, ".{}{{", class(role));
    if let Some(Color::Rgb(..)) = style.fg {
        let _ = write!(out, "color:var(--{});", class(role));
    }
    let attributes = [
        (style.bold, "font-weight:bold;"),
        (style.italic, "font-style:italic;"),
        (style.underline, "text-decoration:underline;"),
    ];
    attributes.iter().filter(|(on, _)| *on).for_each(|(_, rule)| out.push_str(rule));
    out.push_str("}\n");
}

/// All rules but the colors. Long lines wrap, so that nothing scrolls sideways at any width.
const LAYOUT: &str = "\
*{box-sizing:border-box}
html{background:var(--page);color:var(--ink)}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:min(92ch,100%);\
font:1rem/1.6 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif}
code,pre,samp{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",\"Noto Sans Mono\",monospace;\
font-size:.875rem;line-height:1.5;font-variant-ligatures:none}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:2rem 0 .75rem}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
.skip{position:absolute;left:-999rem}
.skip:focus{position:static}
nav{border:1px solid var(--edge);border-radius:.5rem;padding:.5rem 1.25rem;margin:1.5rem 0}
nav h2{font-size:1rem;margin:.25rem 0}
nav ol{list-style:none;margin:0;padding:0}
nav .deep{padding-inline-start:1.25rem}
nav .deeper{padding-inline-start:2.5rem}
figure{margin:1.25rem 0}
figcaption{color:var(--hint);font-size:.8125rem;margin:0 0 .25rem}
figcaption b{color:var(--ink)}
.source,main pre{background:var(--code);border:1px solid var(--edge);border-radius:.375rem;padding:.625rem .875rem}
main .prose code{background:var(--code);border-radius:.25rem;padding:.1em .3em}
main .prose pre code{padding:0}
.result{background:var(--result);border-inline-start:3px solid var(--edge);margin:.375rem 0 0;padding:.25rem .875rem}
.result pre{background:none;border:0;border-radius:0;padding:.125rem 0}
.result p{margin:.125rem 0;font-size:.8125rem}
.result pre.error,.result pre.warning{font-weight:normal}
.failed{border-inline-start-color:var(--error)}
.logs{list-style:none;margin:.125rem 0;padding:0}
.logs li{white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.5}
table{border-collapse:collapse;margin:.5rem 0;font-size:.9375rem;max-width:100%;overflow-wrap:anywhere}
th,td{border:1px solid var(--edge);padding:.25rem .625rem;text-align:start;vertical-align:top}
th{background:var(--code)}
blockquote{border-inline-start:3px solid var(--edge);margin-inline:0;padding-inline-start:1rem}
img{max-width:100%;height:auto}
footer{color:var(--hint);font-size:.8125rem;margin-top:3rem}
@media print{nav,.skip{display:none}figure{break-inside:avoid}}
@media (forced-colors:active){.result,.source{border:1px solid}}
";

//! Functions that a module's file defines: looked for when a name with `::` is called that nothing defines yet. What the
//! file defines belongs to the session then, as if it had been typed. (Classes, types and data are the loader's matter.)

use std::borrow::Cow;
use std::rc::Rc;

use crate::syntax::{self, ast::Program};
use crate::text::{Diagnostic, Source};

use super::{Flow, FunctionEntry, R, Site, Vm};

impl Vm {
    /// Takes in the file that should define the function; `false` when there is none.
    pub(crate) fn autoload_function(&mut self, entry: &Rc<FunctionEntry>, site: Site) -> R<bool> {
        let name = entry.name.strip_prefix("::").unwrap_or(&entry.name).to_owned();
        let Some((module, rest)) = name.split_once("::") else { return Ok(false) };
        let reference = format!("{module}/{}.pp", rest.replace("::", "/"));
        let Some(path) = self.host.module_file("functions", &reference) else { return Ok(false) };
        let shown = path.display().to_string();
        let text = self.host.read_file(&path).map_err(|fault| {
            Flow::at("RUNTIME_ERROR", site, format!("{shown} cannot be read: {}", fault.to_string().to_lowercase()))
        })?;
        let source = Source::new(shown, text);
        let program = self.read_module_file(&source, &name)?;
        let mut aliases = Vec::new();
        self.define_in(&source, &program.body, &mut aliases).map_err(|mut flow| {
            flow.enter_source(&source);
            flow
        })?;
        Ok(entry.defined.get())
    }

    /// Reads and checks a file whose path says that it defines `name`.
    fn read_module_file(&mut self, source: &std::sync::Arc<Source>, name: &str) -> R<Program> {
        let parsed = syntax::parse(source.text(), self.settings.lex);
        let mut found = parsed.diagnostics;
        if !found.iter().any(Diagnostic::is_error) {
            found.extend(self.validate(&parsed.program, source.text()));
            found.extend(syntax::validate_location(&parsed.program, name));
        }
        match found.into_iter().find(Diagnostic::is_error) {
            Some(fault) => Err(as_flow(fault, source)),
            None => Ok(parsed.program),
        }
    }
}

/// A finding in a module's file as the fault of the call that needed it.
fn as_flow(found: Diagnostic, source: &std::sync::Arc<Source>) -> Box<Flow> {
    let code = match found.code {
        Cow::Borrowed(code) => code,
        Cow::Owned(_) => "SYNTAX_ERROR",
    };
    let mut flow = match found.span {
        Some(span) => Flow::at(code, Site { span, at: found.at.unwrap_or(span.start) }, found.message),
        None => Flow::nowhere(code, found.message),
    };
    flow.enter_source(source);
    flow.advise(|| found.help);
    flow
}

//! Pauses: whether code is compiled for them.

use pprepl_text::Source;

use super::Vm;

/// Forgets the pauses of the last input, and looks for new ones.
pub(super) fn start_stops(vm: &mut Vm, source: &Source) {
    vm.debugger.frames.clear();
    vm.debugger.stepping = false;
    vm.debugger.looking = false;
    watch_for_stops(vm, source);
}

/// Compiles code for pauses from now on if a source contains `breakpoint`.
pub(super) fn watch_for_stops(vm: &mut Vm, source: &Source) {
    if !vm.debugger.on && vm.host.is_attended() && source.text().contains("breakpoint") {
        vm.debugger.on = true;
        vm.functions.forget_bodies();
    }
}

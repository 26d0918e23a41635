-- Indents Puppet manifests by the brackets that are open, as they are while code is typed.

if vim.b.did_indent then return end
vim.b.did_indent = 1

vim.bo.indentexpr = "v:lua.require'puppet_indent'.columns()"
vim.bo.indentkeys = '0{,0},0),0],!^F,o,O'
vim.b.undo_indent = 'setlocal indentexpr< indentkeys<'

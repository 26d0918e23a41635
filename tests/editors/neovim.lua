-- Reports what Neovim shows of a file. A report is a table in ~/result.json.

local function report(result)
  local file = assert(io.open(vim.fn.expand('~/result.json'), 'w'))
  file:write(vim.json.encode(result))
  file:close()
end

local function wait(what, done)
  assert(vim.wait(60000, done, 20), 'no ' .. what .. ' after a minute')
end

local function ask(method, line, column)
  local client = vim.lsp.get_clients({ name = 'pprepl' })[1]
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(0),
    position = { line = line, character = column },
  }
  return client:request_sync(method, params, 60000, 0).result
end

function server_report()
  wait('client', function() return #vim.lsp.get_clients({ bufnr = 0 }) > 0 end)
  wait('finding', function() return #vim.diagnostic.get(0) > 0 end)
  local hover, definition
  wait('definition', function()
    definition = ask('textDocument/definition', 0, 9)
    return type(definition) == 'table' and (definition.uri or definition[1])
  end)
  hover = ask('textDocument/hover', 0, 9)
  vim.api.nvim_buf_set_lines(0, 2, 2, false, { 'noti' })
  local list
  wait('completion', function()
    list = ask('textDocument/completion', 2, 4)
    return type(list) == 'table' and #(list.items or list) < 20
  end)
  local first = definition[1] or definition
  report({
    client = vim.lsp.get_clients({ bufnr = 0 })[1].name,
    diagnostics = vim.tbl_map(function(one) return one.message end, vim.diagnostic.get(0)),
    hover = hover.contents.value or hover.contents,
    definition = first.uri or first.targetUri,
    completion = vim.tbl_map(function(one) return one.label end, list.items or list),
    symbols = #ask('textDocument/documentSymbol', 0, 0),
  })
end

--- The messages of Neovim that are errors.
local function errors()
  local found = {}
  for line in vim.gsplit(vim.api.nvim_exec2('messages', { output = true }).output, '\n') do
    if line:match('[Ee]rror') or line:match('^E%d+') then table.insert(found, line) end
  end
  return found
end

local function language() return vim.treesitter.get_parser(0):lang() end

local function captures_at(text)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  for row, line in ipairs(lines) do
    local column = line:find(text, 1, true)
    if column then
      return vim.tbl_map(function(one) return one.capture end, vim.treesitter.get_captures_at_pos(0, row - 1, column - 1))
    end
  end
end

local function parse() vim.treesitter.get_parser(0):parse(true) end

function colors_report()
  parse()
  local captures = {}
  for _, word in ipairs({ 'class web', 'Integer', '# A class', '$port' }) do captures[word] = captures_at(word) end
  local folds = 0
  for row = 1, vim.fn.line('$') do folds = math.max(folds, vim.fn.foldlevel(row)) end
  local comment = captures_at('# A class')
  report({
    errors = errors(),
    language = language(),
    captures = captures,
    injected = vim.tbl_keys(vim.treesitter.get_parser(0):children()),
    folds = folds,
    spell = vim.tbl_contains(comment, 'spell'),
  })
end

function template_report()
  parse()
  report({ filetype = vim.bo.filetype, language = language(), errors = errors() })
end

function install_parsers()
  local done = require('nvim-treesitter').install({ 'puppet', 'epp' }):wait(300000)
  report({ done = done })
end

--- Uses an expression for indentation, if one is given.
local function indent_by(expression)
  vim.bo.shiftwidth, vim.bo.expandtab = 2, true
  if expression then vim.bo.indentexpr = expression end
end

--- Types lines into an empty buffer; gives the column of the line that Enter starts after each.
local function typed(lines, expression)
  vim.cmd('enew! | setfiletype puppet')
  indent_by(expression)
  local result = {}
  for _, line in ipairs(lines) do
    vim.api.nvim_feedkeys(vim.keycode('A' .. line .. '<CR>x<Esc>'), 'xt', false)
    table.insert(result, { line, vim.fn.indent('.') })
    vim.api.nvim_feedkeys(vim.keycode('x'), 'xt', false)
  end
  return result
end

--- Indents all lines, and types lists of lines.
function indentation_report(lists, expression)
  indent_by(expression)
  parse()
  vim.cmd('normal! gg=G')
  local indented = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n'
  local all = vim.tbl_map(function(lines) return typed(lines, expression) end, lists)
  report({ errors = errors(), indented = indented, typed = all })
end


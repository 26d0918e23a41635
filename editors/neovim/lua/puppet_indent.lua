-- The indentation of a line of Puppet: one level for each line with open brackets, one more for a continuation after an
-- operator or under a title. The text of strings, heredocs and comments stays as it is. It needs the parser of Puppet.

local M = {}

local CLOSERS = { ['{'] = '}', ['${'] = '}', ['['] = ']', ['('] = ')' }
local OPERATORS = { '=', '=>', '+>', '+', '-', '*', '/', '==', '!=', '=~', '!~', 'and', 'or', 'in', '?' }
local TEXTS = { string = true, interpolated_string = true, heredoc_body = true, comment = true }

--- Adds the brackets of a node that are open before a row. A node that ends before it without errors has none.
local function add_open(node, row, open)
  local first, _, last, column = node:range()
  if first >= row or node:missing() then return end
  if node:child_count() == 0 then
    local kind = node:type()
    if CLOSERS[kind] then
      table.insert(open, { row = first, closer = CLOSERS[kind], last = last, column = column })
      return
    end
    for at = #open, 1, -1 do
      if open[at].closer == kind then
        while #open >= at do table.remove(open) end
        return
      end
    end
    return
  end
  if last < row and not node:has_error() then return end
  for child in node:iter_children() do add_open(child, row, open) end
end

--- Returns whether the text of a string, a heredoc or a comment continues at the start of a row.
local function is_text(root, row)
  local node = root:descendant_for_range(row, 0, row, 0)
  while node do
    if node:type() == 'interpolation' then return false end
    if TEXTS[node:type()] then
      local first, column, last = node:range()
      local starts_before = first < row or (first == row and column == 0 and node:type() == 'heredoc_body')
      if starts_before and last >= row then return true end
    end
    node = node:parent()
  end
  return false
end

local function trimmed(row) return vim.trim(vim.fn.getline(row + 1)) end

--- Returns whether the line before a row ends with an operator, not in a comment.
local function continues(root, row)
  local line = vim.fn.getline(row):gsub('%s+$', '')
  local last = root:descendant_for_range(row - 1, math.max(#line - 1, 0), row - 1, #line)
  if last and last:type() == 'comment' then return false end
  for _, operator in ipairs(OPERATORS) do
    local is_word = operator:match('^%a')
    if vim.endswith(line, (is_word and ' ' or '') .. operator) then return true end
  end
  return false
end

--- Returns whether the last body after a brace has its title on a line of its own.
local function is_below_title(bracket, row)
  if bracket.closer ~= '}' then return false end
  local lines = vim.api.nvim_buf_get_text(0, bracket.last, bracket.column, row, 0, {})
  local body = table.concat(lines, '\n'):match('[^;]*$')
  if not body:match('^[ \t\r]*\n') then return false end
  for line in vim.gsplit(body, '\n') do
    line = vim.trim(line)
    if line ~= '' and line:sub(1, 1) ~= '#' then return line:match(':$') ~= nil and line:match('::$') == nil end
  end
  return false
end

--- Returns the columns of a line, the current one without a number; -1 keeps those of an editor without syntax.
function M.columns(number)
  local row = (number or vim.v.lnum) - 1
  local found, parser = pcall(vim.treesitter.get_parser, 0, 'puppet')
  if not found or not parser then return -1 end
  if row == 0 then return 0 end
  local root = parser:parse()[1]:root()
  if is_text(root, row) then return -1 end
  local open = {}
  add_open(root, row, open)
  local level = vim.fn.shiftwidth()
  local inner = open[#open]
  if not inner then return continues(root, row) and level or 0 end
  local base = vim.fn.indent(inner.row + 1)
  if vim.startswith(trimmed(row), inner.closer) then return base end
  local is_deeper = continues(root, row) or is_below_title(inner, row)
  return base + (is_deeper and 2 or 1) * level
end

return M

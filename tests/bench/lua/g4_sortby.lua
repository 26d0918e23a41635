local rows = {}
for i = 1, 100000 do rows[i] = { id = i, n = (i * 7919 + 13) % 100003 } end
function main()
  local copy = {}
  for i = 1, #rows do copy[i] = rows[i] end
  table.sort(copy, function(a, b) return b.n < a.n end)
  return copy[50001].id
end

; Where variables live: blocks of `if`, `unless` and `case` share the scope around them.

[
  (class_definition)
  (resource_type_definition)
  (function_definition)
  (plan_definition)
  (node_definition)
  (lambda)
] @local.scope

(parameter name: (variable) @local.definition)
(assignment left: (variable) @local.definition operator: "=")
(assignment left: (array element: (variable) @local.definition) operator: "=")
(function_definition name: (name) @local.definition)

(variable) @local.reference

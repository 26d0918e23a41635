; Where variables live: blocks of `if`, `unless` and `case` share the scope around them.

[
  (class_definition)
  (resource_type_definition)
  (function_definition)
  (plan_definition)
  (node_definition)
  (lambda)
] @local.scope

(parameter name: (variable) @local.definition.variable.parameter)
(assignment left: (variable) @local.definition.variable operator: "=")
(assignment left: (array element: (variable) @local.definition.variable) operator: "=")
(function_definition name: (name) @local.definition.function)

(variable) @local.reference

; Definitions and references by name, as code navigation asks for them.

(class_definition name: (_) @name) @definition.class
(resource_type_definition name: (_) @name) @definition.class
(node_definition host: (_) @name) @definition.module
(function_definition name: (_) @name) @definition.function
(plan_definition name: (_) @name) @definition.function
(type_alias name: (type_name) @name) @definition.type
(type_definition name: (type_name) @name) @definition.type

(class_definition parent: (name) @name) @reference.class
(resource_declaration type: (name) @name) @reference.class
(type_name) @name @reference.type
(function_call function: (name) @name) @reference.call
(method_call method: (method_name) @name) @reference.call
(statement_call function: (name) @name) @reference.call
(statement_call
  function: (name) @ignore
  argument: (name) @name @reference.class
  (#any-of? @ignore "include" "contain" "require"))

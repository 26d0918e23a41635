; What the outline lists.

(class_definition "class" @context name: (_) @name) @item
(resource_type_definition "define" @context name: (_) @name) @item
(function_definition "function" @context name: (_) @name) @item
(plan_definition "plan" @context name: (_) @name) @item
(node_definition "node" @context host: (_) @name) @item
(type_alias "type" @context name: (type_name) @name) @item
(type_definition "type" @context name: (type_name) @name) @item
(resource_body title: (_) @name) @item

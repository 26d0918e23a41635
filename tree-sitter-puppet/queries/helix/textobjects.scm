; What selections and jumps know.

(class_definition body: (_) @class.inside) @class.around
(resource_type_definition body: (_) @class.inside) @class.around
(function_definition body: (_) @function.inside) @function.around
(plan_definition body: (_) @function.inside) @function.around
(lambda body: (_) @function.inside) @function.around
(parameter) @parameter.inside
(argument_list argument: (_) @parameter.inside)
(comment) @comment.inside
(comment)+ @comment.around
(pair) @entry.around
(attribute) @entry.around

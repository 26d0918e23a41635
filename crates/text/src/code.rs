//! The codes of diagnostics: Puppet's issue codes, codes of pprepl, the rules of the checker, and those of style.

use std::fmt::{self, Display, Formatter};

use pprepl_budget::Exhausted;
use serde::{Serialize, Serializer};

/// Declares an enum of codes, each with the name that the user sees.
macro_rules! codes {
    ($(#[$doc:meta])* $enum:ident as $kind:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $enum {
            $($variant,)*
        }

        impl $enum {
            /// All codes, in the order of the table.
            pub const ALL: &[$enum] = &[$($enum::$variant,)*];

            /// Returns the name that the user sees.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($enum::$variant => $name,)*
                }
            }

            /// Returns the code with this name, in uppercase or lowercase.
            pub fn from_name(name: &str) -> Option<$enum> {
                Self::ALL.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(name))
            }
        }

        impl Display for $enum {
            fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
                out.pad(self.as_str())
            }
        }

        impl Serialize for $enum {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl PartialEq<&str> for $enum {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl From<$enum> for Code {
            fn from(code: $enum) -> Code {
                Code::$kind(code)
            }
        }

        impl PartialEq<$enum> for Code {
            fn eq(&self, other: &$enum) -> bool {
                *self == Code::$kind(*other)
            }
        }
    };
}

/// The code of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// An issue of the language or of pprepl.
    Issue(IssueCode),
    /// A rule of the checker.
    Rule(RuleCode),
    /// A rule of style.
    Style(StyleCode),
}

impl Code {
    /// Returns the name that the user sees.
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::Issue(code) => code.as_str(),
            Code::Rule(code) => code.as_str(),
            Code::Style(code) => code.as_str(),
        }
    }

    /// Returns the issue; a rule of the checker is a runtime error where only issues have a place.
    pub const fn issue(self) -> IssueCode {
        match self {
            Code::Issue(code) => code,
            Code::Rule(_) | Code::Style(_) => IssueCode::RuntimeError,
        }
    }

    /// Returns the code with this name, in uppercase or lowercase.
    pub fn from_name(name: &str) -> Option<Code> {
        let issue = IssueCode::from_name(name).map(Code::Issue);
        issue.or_else(|| RuleCode::from_name(name).map(Code::Rule))
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Display for Code {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

impl PartialEq<&str> for Code {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl From<Exhausted> for IssueCode {
    fn from(exhausted: Exhausted) -> IssueCode {
        match exhausted {
            Exhausted::Canceled => IssueCode::Cancelled,
            Exhausted::Time(_) => IssueCode::TimeLimit,
            Exhausted::Steps(_) => IssueCode::StepLimit,
            Exhausted::Memory(_) | Exhausted::Text(_) => IssueCode::MemoryLimit,
        }
    }
}

impl From<Exhausted> for Code {
    fn from(exhausted: Exhausted) -> Code {
        Code::Issue(exhausted.into())
    }
}

codes! {
    /// An issue of the language, or of pprepl itself. The names of Puppet's issues are Puppet's, misspellings included.
    IssueCode as Issue {
        AppendsDeletesNoLongerSupported = "APPENDS_DELETES_NO_LONGER_SUPPORTED",
        AppendWithoutTitle = "APPEND_WITHOUT_TITLE",
        BadArraySliceArity = "BAD_ARRAY_SLICE_ARITY",
        BadCollectionSliceType = "BAD_COLLECTION_SLICE_TYPE",
        BadIntegerSliceArity = "BAD_INTEGER_SLICE_ARITY",
        BadIntegerSliceType = "BAD_INTEGER_SLICE_TYPE",
        BadNotUndefSliceType = "BAD_NOT_UNDEF_SLICE_TYPE",
        BadSliceKeyType = "BAD_SLICE_KEY_TYPE",
        BadStringSliceArity = "BAD_STRING_SLICE_ARITY",
        BadStringSliceKeyType = "BAD_STRING_SLICE_KEY_TYPE",
        BadTypeSliceArity = "BAD_TYPE_SLICE_ARITY",
        BadTypeSliceType = "BAD_TYPE_SLICE_TYPE",
        BadTypeSpecialization = "BAD_TYPE_SPECIALIZATION",
        BuiltinFunction = "BUILTIN_FUNCTION",
        Cancelled = "CANCELLED",
        CapturesRestNotLast = "CAPTURES_REST_NOT_LAST",
        CapturesRestNotSupported = "CAPTURES_REST_NOT_SUPPORTED",
        CircularCells = "CIRCULAR_CELLS",
        ClassAsName = "CLASS_AS_NAME",
        ClassNotVirtualizable = "CLASS_NOT_VIRTUALIZABLE",
        CommandArgument = "COMMAND_ARGUMENT",
        CommandArity = "COMMAND_ARITY",
        ComparisonNotPossible = "COMPARISON_NOT_POSSIBLE",
        CrossScopeAssignment = "CROSS_SCOPE_ASSIGNMENT",
        DefinedTwice = "DEFINED_TWICE",
        DependencyCycle = "DEPENDENCY_CYCLE",
        DiscontinuedImport = "DISCONTINUED_IMPORT",
        DivByZero = "DIV_BY_ZERO",
        DoubtfulAttributeValue = "DOUBTFUL_ATTRIBUTE_VALUE",
        DuplicateAttribue = "DUPLICATE_ATTRIBUE",
        DuplicateDefault = "DUPLICATE_DEFAULT",
        DuplicateDefinition = "DUPLICATE_DEFINITION",
        DuplicateKey = "DUPLICATE_KEY",
        DuplicateParameter = "DUPLICATE_PARAMETER",
        DuplicateTitle = "DUPLICATE_TITLE",
        EmptyStringTitleAt = "EMPTY_STRING_TITLE_AT",
        EppUnbalancedComment = "EPP_UNBALANCED_COMMENT",
        EppUnbalancedExpression = "EPP_UNBALANCED_EXPRESSION",
        EppUnbalancedTag = "EPP_UNBALANCED_TAG",
        ErbNeedsRuby = "ERB_NEEDS_RUBY",
        ExpectedCollection = "EXPECTED_COLLECTION",
        ExpectedIntegerIndex = "EXPECTED_INTEGER_INDEX",
        ExpressionNotSupportedWhenCompiling = "EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING",
        ExpressionNotSupportedWhenScripting = "EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING",
        FileNotAllowed = "FILE_NOT_ALLOWED",
        FileNotRead = "FILE_NOT_READ",
        FloatOverflow = "FLOAT_OVERFLOW",
        FormatKept = "FORMAT_KEPT",
        FutureReservedWord = "FUTURE_RESERVED_WORD",
        HeredocEmptyEndtag = "HEREDOC_EMPTY_ENDTAG",
        HeredocInvalidEscape = "HEREDOC_INVALID_ESCAPE",
        HeredocInvalidSyntax = "HEREDOC_INVALID_SYNTAX",
        HeredocInHeredoc = "HEREDOC_IN_HEREDOC",
        HeredocMultipleAtEscapes = "HEREDOC_MULTIPLE_AT_ESCAPES",
        HeredocUnclosedParenthesis = "HEREDOC_UNCLOSED_PARENTHESIS",
        HeredocWithoutEndTaggedLine = "HEREDOC_WITHOUT_END_TAGGED_LINE",
        HeredocWithoutText = "HEREDOC_WITHOUT_TEXT",
        HieraBackendMultiplyDefined = "HIERA_BACKEND_MULTIPLY_DEFINED",
        HieraConfig = "HIERA_CONFIG",
        HieraConversion = "HIERA_CONVERSION",
        HieraData = "HIERA_DATA",
        HieraDataProviderFunctionNotFound = "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND",
        HieraDefaultHierarchyNotInModule = "HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE",
        HieraDefaultOptionReservedByPuppet = "HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET",
        HieraHierarchyNameMultiplyDefined = "HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED",
        HieraInterpolationAliasNotEntireString = "HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING",
        HieraInterpolationMethodSyntaxNotAllowed = "HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED",
        HieraInterpolationUnknownInterpolationMethod = "HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD",
        HieraMerge = "HIERA_MERGE",
        HieraMissingDataProviderFunction = "HIERA_MISSING_DATA_PROVIDER_FUNCTION",
        HieraMultipleDataProviderFunctions = "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS",
        HieraMultipleDataProviderFunctionsInDefault = "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT",
        HieraMultipleLocationSpecs = "HIERA_MULTIPLE_LOCATION_SPECS",
        HieraOptionReservedByPuppet = "HIERA_OPTION_RESERVED_BY_PUPPET",
        HieraRecursion = "HIERA_RECURSION",
        HieraUndefinedVariable = "HIERA_UNDEFINED_VARIABLE",
        HieraUnsupportedVersion = "HIERA_UNSUPPORTED_VERSION",
        HieraUri = "HIERA_URI",
        HieraVersion3NotGlobal = "HIERA_VERSION_3_NOT_GLOBAL",
        HostKeepsFiles = "HOST_KEEPS_FILES",
        IdemExpressionNotLast = "IDEM_EXPRESSION_NOT_LAST",
        IdemNotAllowedLast = "IDEM_NOT_ALLOWED_LAST",
        IllegalAssignment = "ILLEGAL_ASSIGNMENT",
        IllegalAssignmentContext = "ILLEGAL_ASSIGNMENT_CONTEXT",
        IllegalAttributeAppend = "ILLEGAL_ATTRIBUTE_APPEND",
        IllegalBase64 = "ILLEGAL_BASE64",
        IllegalBom = "ILLEGAL_BOM",
        IllegalBreak = "ILLEGAL_BREAK",
        IllegalClassref = "ILLEGAL_CLASSREF",
        IllegalClassReference = "ILLEGAL_CLASS_REFERENCE",
        IllegalCommaList = "ILLEGAL_COMMA_LIST",
        IllegalDefinitionLocation = "ILLEGAL_DEFINITION_LOCATION",
        IllegalDefinitionName = "ILLEGAL_DEFINITION_NAME",
        IllegalEpp = "ILLEGAL_EPP",
        IllegalEppParameters = "ILLEGAL_EPP_PARAMETERS",
        IllegalExpression = "ILLEGAL_EXPRESSION",
        IllegalFullyQualifiedClassReference = "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE",
        IllegalFullyQualifiedName = "ILLEGAL_FULLY_QUALIFIED_NAME",
        IllegalHostclassName = "ILLEGAL_HOSTCLASS_NAME",
        IllegalHostnameChars = "ILLEGAL_HOSTNAME_CHARS",
        IllegalHostnameInterpolation = "ILLEGAL_HOSTNAME_INTERPOLATION",
        IllegalIndexedAssignment = "ILLEGAL_INDEXED_ASSIGNMENT",
        IllegalJson = "ILLEGAL_JSON",
        IllegalMultiAssignmentSize = "ILLEGAL_MULTI_ASSIGNMENT_SIZE",
        IllegalName = "ILLEGAL_NAME",
        IllegalNext = "ILLEGAL_NEXT",
        IllegalNodeInheritance = "ILLEGAL_NODE_INHERITANCE",
        IllegalNonliteralParameterType = "ILLEGAL_NONLITERAL_PARAMETER_TYPE",
        IllegalNumber = "ILLEGAL_NUMBER",
        IllegalNumericAssignment = "ILLEGAL_NUMERIC_ASSIGNMENT",
        IllegalNumericParameter = "ILLEGAL_NUMERIC_PARAMETER",
        IllegalNumericVarName = "ILLEGAL_NUMERIC_VAR_NAME",
        IllegalOverriddenType = "ILLEGAL_OVERRIDDEN_TYPE",
        IllegalParamName = "ILLEGAL_PARAM_NAME",
        IllegalPp = "ILLEGAL_PP",
        IllegalQueryExpression = "ILLEGAL_QUERY_EXPRESSION",
        IllegalReassignment = "ILLEGAL_REASSIGNMENT",
        IllegalRelationshipOperandType = "ILLEGAL_RELATIONSHIP_OPERAND_TYPE",
        IllegalReservedAssignment = "ILLEGAL_RESERVED_ASSIGNMENT",
        IllegalResourceSpecialization = "ILLEGAL_RESOURCE_SPECIALIZATION",
        IllegalResourceType = "ILLEGAL_RESOURCE_TYPE",
        IllegalReturn = "ILLEGAL_RETURN",
        IllegalTitleTypeAt = "ILLEGAL_TITLE_TYPE_AT",
        IllegalTopConstructLocation = "ILLEGAL_TOP_CONSTRUCT_LOCATION",
        IllegalTypeMapping = "ILLEGAL_TYPE_MAPPING",
        IllegalUnicodeEscape = "ILLEGAL_UNICODE_ESCAPE",
        IllegalVarName = "ILLEGAL_VAR_NAME",
        InternalError = "INTERNAL_ERROR",
        InvalidAttributeValue = "INVALID_ATTRIBUTE_VALUE",
        InvalidDecimalNumber = "INVALID_DECIMAL_NUMBER",
        InvalidFacts = "INVALID_FACTS",
        InvalidHexNumber = "INVALID_HEX_NUMBER",
        InvalidOctalNumber = "INVALID_OCTAL_NUMBER",
        InvalidRegexp = "INVALID_REGEXP",
        InvalidUtf8 = "INVALID_UTF8",
        LessonCheck = "LESSON_CHECK",
        LessonExpectation = "LESSON_EXPECTATION",
        LessonOption = "LESSON_OPTION",
        LessonQuiz = "LESSON_QUIZ",
        LessonRun = "LESSON_RUN",
        LessonSolution = "LESSON_SOLUTION",
        LessonWhen = "LESSON_WHEN",
        LessonWrong = "LESSON_WRONG",
        MatchNotRegexp = "MATCH_NOT_REGEXP",
        MatchNotString = "MATCH_NOT_STRING",
        MemoryLimit = "MEMORY_LIMIT",
        MissingMultiAssignmentKey = "MISSING_MULTI_ASSIGNMENT_KEY",
        MissingMultiAssignmentVariable = "MISSING_MULTI_ASSIGNMENT_VARIABLE",
        MissingRequiredParameter = "MISSING_REQUIRED_PARAMETER",
        MissingTitle = "MISSING_TITLE",
        MissingTitleAt = "MISSING_TITLE_AT",
        MultipleAttributesUnfold = "MULTIPLE_ATTRIBUTES_UNFOLD",
        NestedTooDeeply = "NESTED_TOO_DEEPLY",
        NotAbsoluteTopLevel = "NOT_ABSOLUTE_TOP_LEVEL",
        NotAResource = "NOT_A_RESOURCE",
        NotCatalogType = "NOT_CATALOG_TYPE",
        NotNumeric = "NOT_NUMERIC",
        NotRvalue = "NOT_RVALUE",
        NotTopLevel = "NOT_TOP_LEVEL",
        NotVirtualizeable = "NOT_VIRTUALIZEABLE",
        NoSuchKey = "NO_SUCH_KEY",
        NumericCoercion = "NUMERIC_COERCION",
        NumericOverflow = "NUMERIC_OVERFLOW",
        OperatorNotApplicable = "OPERATOR_NOT_APPLICABLE",
        OperatorNotApplicableWhen = "OPERATOR_NOT_APPLICABLE_WHEN",
        ProgramNotRun = "PROGRAM_NOT_RUN",
        QuotedName = "QUOTED_NAME",
        RegexpModifier = "REGEXP_MODIFIER",
        RegexpTooBig = "REGEXP_TOO_BIG",
        RegexpTooHard = "REGEXP_TOO_HARD",
        ReloadFailed = "RELOAD_FAILED",
        RequiredParameterAfterOptional = "REQUIRED_PARAMETER_AFTER_OPTIONAL",
        ReservedParameter = "RESERVED_PARAMETER",
        ReservedTypeName = "RESERVED_TYPE_NAME",
        ReservedWord = "RESERVED_WORD",
        ResourceWithoutTitle = "RESOURCE_WITHOUT_TITLE",
        ResultIsInfinity = "RESULT_IS_INFINITY",
        ResultIsNan = "RESULT_IS_NAN",
        RtNoStoreconfigs = "RT_NO_STORECONFIGS",
        RtNoStoreconfigsExport = "RT_NO_STORECONFIGS_EXPORT",
        RubyFunction = "RUBY_FUNCTION",
        RuntimeError = "RUNTIME_ERROR",
        StackLevelTooDeep = "STACK_LEVEL_TOO_DEEP",
        StepLimit = "STEP_LIMIT",
        StringTooDeep = "STRING_TOO_DEEP",
        SyntaxError = "SYNTAX_ERROR",
        TimeLimit = "TIME_LIMIT",
        TypeMismatch = "TYPE_MISMATCH",
        UnclosedMlcomment = "UNCLOSED_MLCOMMENT",
        UnclosedQuote = "UNCLOSED_QUOTE",
        UndoneInput = "UNDONE_INPUT",
        UnknownAttribute = "UNKNOWN_ATTRIBUTE",
        UnknownCommand = "UNKNOWN_COMMAND",
        UnknownFunction = "UNKNOWN_FUNCTION",
        UnknownResource = "UNKNOWN_RESOURCE",
        UnknownResourceParameter = "UNKNOWN_RESOURCE_PARAMETER",
        UnknownResourceType = "UNKNOWN_RESOURCE_TYPE",
        UnknownSetting = "UNKNOWN_SETTING",
        UnknownTheme = "UNKNOWN_THEME",
        UnknownVariable = "UNKNOWN_VARIABLE",
        UnmatchedSelector = "UNMATCHED_SELECTOR",
        UnreadableFile = "UNREADABLE_FILE",
        UnrecognizedEscape = "UNRECOGNIZED_ESCAPE",
        UnsupportedExpression = "UNSUPPORTED_EXPRESSION",
        UnwritableFile = "UNWRITABLE_FILE",
        UsedBeforeSet = "USED_BEFORE_SET",
        ValidationFailed = "VALIDATION_FAILED",
    }
}

codes! {
    /// A rule of the static checker.
    RuleCode as Rule {
        TypeMismatch = "type-mismatch",
        ElementMismatch = "element-mismatch",
        MissingKey = "missing-key",
        UnrecognizedKey = "unrecognized-key",
        Arity = "arity",
        Argument = "argument",
        MissingBlock = "missing-block",
        UnexpectedBlock = "unexpected-block",
        BlockArity = "block-arity",
        LambdaParam = "lambda-param",
        Operand = "operand",
        DivisionByZero = "division-by-zero",
        NotIndexable = "not-indexable",
        BadKey = "bad-key",
        NotIterable = "not-iterable",
        NotCallable = "not-callable",
        Conversion = "conversion",
        Dig = "dig",
        MultiAssignSize = "multi-assign-size",
        UnmatchedSelector = "unmatched-selector",
        Title = "title",
        SplatHash = "splat-hash",
        UnknownAttribute = "unknown-attribute",
        BadType = "bad-type",
        UnknownType = "unknown-type",
        UnknownFunction = "unknown-function",
        UnknownVariable = "unknown-variable",
        UnknownClass = "unknown-class",
        Reassignment = "reassignment",
        DuplicateDeclaration = "duplicate-declaration",
        UnknownResourceType = "unknown-resource-type",
        TakenName = "taken-name",
        PointlessVariant = "pointless-variant",
        DefaultUndef = "default-undef",
        ReturnUnchecked = "return-unchecked",
        MissingAttribute = "missing-attribute",
        Unresolved = "unresolved",
        NeverEqual = "never-equal",
        PointlessTest = "pointless-test",
        ImpossibleBranch = "impossible-branch",
        Unreachable = "unreachable",
        UnusedVariable = "unused-variable",
        UnusedParameter = "unused-parameter",
        MaybeUnset = "maybe-unset",
        TypeComparison = "type-comparison",
        StringOrder = "string-order",
        IgnoredCase = "ignored-case",
        NegatedOperand = "negated-operand",
        StringAccessor = "string-accessor",
        ForeignInterpolation = "foreign-interpolation",
        NotInterpolated = "not-interpolated",
        ForeignWord = "foreign-word",
        MissingDollar = "missing-dollar",
        UnusedResult = "unused-result",
        NearKey = "near-key",
        MissingIndex = "missing-index",
        IntegerDivision = "integer-division",
        OctalNumber = "octal-number",
        EscapeInPath = "escape-in-path",
        AdjacentValues = "adjacent-values",
        SpacedMinus = "spaced-minus",
        ClassAsValue = "class-as-value",
        ArrayTypes = "array-types",
        OptionalValue = "optional-value",
        HeredocMargin = "heredoc-margin",
        RegexpString = "regexp-string",
        FirstMatchOnly = "first-match-only",
        TemplateTag = "template-tag",
        ShallowMerge = "shallow-merge",
        ValueInHash = "value-in-hash",
        NoMatch = "no-match",
        OlderMatch = "older-match",
        UndeclaredReference = "undeclared-reference",
        DependencyCycle = "dependency-cycle",
        Deferred = "deferred",
    }
}

codes! {
    /// The rules of style, by the names that puppet-lint gives them.
    StyleCode as Style {
        ArrowAlignment = "arrow_alignment",
        ArrowOnRightOperandLine = "arrow_on_right_operand_line",
        CaseWithoutDefault = "case_without_default",
        Documentation = "documentation",
        DoubleQuotedStrings = "double_quoted_strings",
        EnsureFirstParam = "ensure_first_param",
        EnsureNotSymlinkTarget = "ensure_not_symlink_target",
        FileMode = "file_mode",
        HardTabs = "hard_tabs",
        LineLength = "140chars",
        OnlyVariableString = "only_variable_string",
        PuppetUrlWithoutModules = "puppet_url_without_modules",
        QuotedBooleans = "quoted_booleans",
        RightToLeftRelationship = "right_to_left_relationship",
        SingleQuoteStringWithVariables = "single_quote_string_with_variables",
        SlashComments = "slash_comments",
        SoftTabs = "2sp_soft_tabs",
        StarComments = "star_comments",
        TrailingNewline = "trailing_newline",
        TrailingWhitespace = "trailing_whitespace",
        UnquotedFileMode = "unquoted_file_mode",
        UnquotedNodeName = "unquoted_node_name",
        UnquotedResourceTitle = "unquoted_resource_title",
        VariableIsLowercase = "variable_is_lowercase",
        VariablesNotEnclosed = "variables_not_enclosed",
    }
}

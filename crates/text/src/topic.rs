//! Topics: the subjects of errors, in the reader's words. A topic is finer than Puppet's `RUNTIME_ERROR`, and joins
//! issue codes that have one cause.

use std::fmt::{self, Display, Formatter};

use serde::{Serialize, Serializer};

use pprepl_budget::Exhausted;

use super::{IssueCode, RuleCode};

/// Declares the topics, each with its name and its group.
macro_rules! topics {
    ($($group:ident { $($variant:ident = $name:literal,)* })*) => {
        /// The subject of an error, in the reader's words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Topic {
            $($($variant,)*)*
        }

        impl Topic {
            /// All topics, by group.
            pub const ALL: &[Topic] = &[$($(Topic::$variant,)*)*];

            /// Returns the name that the user sees.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Topic::$variant => $name,)*)*
                }
            }

            /// Returns the group that a listing shows it in.
            pub const fn group(self) -> TopicGroup {
                match self {
                    $($(Topic::$variant)|* => TopicGroup::$group,)*
                }
            }

            /// Returns the topic with this name, in uppercase or lowercase.
            pub fn from_name(name: &str) -> Option<Topic> {
                Self::ALL.iter().copied().find(|topic| topic.as_str().eq_ignore_ascii_case(name))
            }
        }
    };
}

/// A group of topics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopicGroup {
    Syntax,
    Variables,
    Functions,
    ValuesTypes,
    Resources,
    DataFiles,
    Session,
}

impl TopicGroup {
    /// All groups, in the order of a listing.
    pub const ALL: &[TopicGroup] = &[
        TopicGroup::Syntax,
        TopicGroup::Variables,
        TopicGroup::Functions,
        TopicGroup::ValuesTypes,
        TopicGroup::Resources,
        TopicGroup::DataFiles,
        TopicGroup::Session,
    ];

    /// Returns the title of a listing.
    pub const fn title(self) -> &'static str {
        match self {
            TopicGroup::Syntax => "Syntax",
            TopicGroup::Variables => "Variables",
            TopicGroup::Functions => "Functions",
            TopicGroup::ValuesTypes => "Values and types",
            TopicGroup::Resources => "Resources",
            TopicGroup::DataFiles => "Data and files",
            TopicGroup::Session => "Session",
        }
    }
}

impl Display for Topic {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

impl Serialize for Topic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

topics! {
    Syntax {
        Syntax = "syntax",
        UnclosedString = "unclosed-string",
        UnclosedComment = "unclosed-comment",
        RegexpSyntax = "regexp-syntax",
        Heredoc = "heredoc",
        HeredocContent = "heredoc-content",
        TemplateTag = "template-tag",
        NumberSyntax = "number-syntax",
        StringEscape = "string-escape",
        Nesting = "nesting",
        ReservedWord = "reserved-word",
        NameSyntax = "name-syntax",
        CallParentheses = "call-parentheses",
        UnusedValue = "unused-value",
        NoValue = "no-value",
        WrongPlace = "wrong-place",
        UnsupportedExpression = "unsupported-expression",
        RemovedFeature = "removed-feature",
        DuplicateDefault = "duplicate-default",
        DuplicateKey = "duplicate-key",
        SeveralErrors = "several-errors",
    }
    Variables {
        UnsetVariable = "unset-variable",
        VariableName = "variable-name",
        AssignedTwice = "assigned-twice",
        AssignmentTarget = "assignment-target",
        ReservedVariable = "reserved-variable",
        MultipleAssignment = "multiple-assignment",
        UndoneInput = "undone-input",
    }
    Functions {
        UndefinedFunction = "undefined-function",
        ArgumentType = "argument-type",
        ArgumentCount = "argument-count",
        ArgumentValue = "argument-value",
        Callable = "callable",
        ParameterName = "parameter-name",
        ParameterOrder = "parameter-order",
        ParameterType = "parameter-type",
        ReturnType = "return-type",
        LoopControl = "loop-control",
        CallDepth = "call-depth",
        HiddenFunction = "hidden-function",
        RubyCode = "ruby-code",
        PlanFunction = "plan-function",
        FailedOnPurpose = "failed-on-purpose",
        Deprecated = "deprecated",
        Template = "template",
    }
    ValuesTypes {
        UndefinedType = "undefined-type",
        TypeParameters = "type-parameters",
        TypeDefinition = "type-definition",
        ObjectType = "object-type",
        WrongType = "wrong-type",
        ConversionFailed = "conversion-failed",
        NotANumber = "not-a-number",
        NumberInString = "number-in-string",
        NumberRange = "number-range",
        DividedByZero = "divided-by-zero",
        OperatorOperand = "operator-operand",
        Comparison = "comparison",
        MatchOperand = "match-operand",
        NoMatchingOption = "no-matching-option",
        Index = "index",
        Iteration = "iteration",
        StringFormat = "string-format",
        RegexpLimit = "regexp-limit",
        DateAndTime = "date-and-time",
    }
    Resources {
        ResourceSyntax = "resource-syntax",
        ResourceTitle = "resource-title",
        UnknownParameter = "unknown-parameter",
        MissingParameter = "missing-parameter",
        AttributeValue = "attribute-value",
        AttributeTwice = "attribute-twice",
        AttributeAppend = "attribute-append",
        DeclaredTwice = "declared-twice",
        DefinedTwice = "defined-twice",
        UndefinedClass = "undefined-class",
        ClassInheritance = "class-inheritance",
        UndeclaredResource = "undeclared-resource",
        Override = "override",
        VirtualResource = "virtual-resource",
        ExportedResource = "exported-resource",
        Collector = "collector",
        Relationship = "relationship",
        DependencyCycle = "dependency-cycle",
        Metaparameter = "metaparameter",
        Node = "node",
    }
    DataFiles {
        HieraData = "hiera-data",
        HieraInterpolation = "hiera-interpolation",
        HieraConfig = "hiera-config",
        FactsFile = "facts-file",
        FileRead = "file-read",
        FileWrite = "file-write",
        FileEncoding = "file-encoding",
        ModuleLoading = "module-loading",
    }
    Session {
        Command = "command",
        Setting = "setting",
        Stopped = "stopped",
        TimeLimit = "time-limit",
        StepLimit = "step-limit",
        MemoryLimit = "memory-limit",
        Formatting = "formatting",
        CellOrder = "cell-order",
        DefinedInTwoCells = "defined-in-two-cells",
        LessonFormat = "lesson-format",
        LessonTest = "lesson-test",
        InternalError = "internal-error",
        Failed = "failed",
    }
}

impl RuleCode {
    /// Returns the rule with this name, or the first one with this topic.
    pub fn from_name_or_topic(name: &str) -> Option<RuleCode> {
        let of_topic = || Self::ALL.iter().copied().find(|rule| rule.topic().eq_ignore_ascii_case(name));
        Self::from_name(name).or_else(of_topic)
    }

    /// Returns the topic that users see: one topic for an error that the checker and a run both report.
    pub const fn topic(self) -> &'static str {
        match self {
            RuleCode::UnknownVariable => Topic::UnsetVariable.as_str(),
            RuleCode::UnknownFunction => Topic::UndefinedFunction.as_str(),
            RuleCode::UnknownType => Topic::UndefinedType.as_str(),
            RuleCode::DivisionByZero => Topic::DividedByZero.as_str(),
            RuleCode::Reassignment => Topic::AssignedTwice.as_str(),
            RuleCode::UnmatchedSelector => Topic::NoMatchingOption.as_str(),
            _ => self.as_str(),
        }
    }
}

impl IssueCode {
    /// Returns what the issue is about, where the error itself does not say it more exactly.
    pub const fn topic(self) -> Topic {
        match self {
            IssueCode::SyntaxError => Topic::Syntax,
            IssueCode::UnclosedQuote => Topic::UnclosedString,
            IssueCode::UnclosedMlcomment => Topic::UnclosedComment,
            IssueCode::InvalidRegexp | IssueCode::RegexpModifier => Topic::RegexpSyntax,
            IssueCode::HeredocEmptyEndtag
            | IssueCode::HeredocInvalidEscape
            | IssueCode::HeredocInvalidSyntax
            | IssueCode::HeredocInHeredoc
            | IssueCode::HeredocMultipleAtEscapes
            | IssueCode::HeredocUnclosedParenthesis
            | IssueCode::HeredocWithoutEndTaggedLine
            | IssueCode::HeredocWithoutText => Topic::Heredoc,
            IssueCode::IllegalBase64 | IssueCode::IllegalEpp | IssueCode::IllegalJson | IssueCode::IllegalPp => {
                Topic::HeredocContent
            }
            IssueCode::EppUnbalancedComment
            | IssueCode::EppUnbalancedExpression
            | IssueCode::EppUnbalancedTag
            | IssueCode::IllegalEppParameters => Topic::TemplateTag,
            IssueCode::IllegalNumber
            | IssueCode::InvalidDecimalNumber
            | IssueCode::InvalidHexNumber
            | IssueCode::InvalidOctalNumber => Topic::NumberSyntax,
            IssueCode::IllegalUnicodeEscape | IssueCode::UnrecognizedEscape => Topic::StringEscape,
            IssueCode::NestedTooDeeply | IssueCode::StringTooDeep => Topic::Nesting,
            IssueCode::ClassAsName | IssueCode::FutureReservedWord | IssueCode::ReservedWord => Topic::ReservedWord,
            IssueCode::IllegalClassref
            | IssueCode::IllegalClassReference
            | IssueCode::IllegalDefinitionName
            | IssueCode::IllegalFullyQualifiedClassReference
            | IssueCode::IllegalFullyQualifiedName
            | IssueCode::IllegalHostclassName
            | IssueCode::IllegalName
            | IssueCode::QuotedName
            | IssueCode::ReservedTypeName => Topic::NameSyntax,
            IssueCode::IllegalCommaList => Topic::CallParentheses,
            IssueCode::IdemExpressionNotLast | IssueCode::IdemNotAllowedLast => Topic::UnusedValue,
            IssueCode::NotRvalue => Topic::NoValue,
            IssueCode::ExpressionNotSupportedWhenCompiling
            | IssueCode::ExpressionNotSupportedWhenScripting
            | IssueCode::IllegalDefinitionLocation
            | IssueCode::IllegalTopConstructLocation
            | IssueCode::NotAbsoluteTopLevel
            | IssueCode::NotTopLevel => Topic::WrongPlace,
            IssueCode::IllegalExpression | IssueCode::UnsupportedExpression => Topic::UnsupportedExpression,
            IssueCode::AppendsDeletesNoLongerSupported
            | IssueCode::DiscontinuedImport
            | IssueCode::IllegalNodeInheritance => Topic::RemovedFeature,
            IssueCode::DuplicateDefault => Topic::DuplicateDefault,
            IssueCode::DuplicateKey => Topic::DuplicateKey,
            IssueCode::ValidationFailed => Topic::SeveralErrors,
            IssueCode::UnknownVariable => Topic::UnsetVariable,
            IssueCode::IllegalNumericVarName | IssueCode::IllegalVarName => Topic::VariableName,
            IssueCode::IllegalReassignment => Topic::AssignedTwice,
            IssueCode::CrossScopeAssignment
            | IssueCode::IllegalAssignment
            | IssueCode::IllegalAssignmentContext
            | IssueCode::IllegalIndexedAssignment
            | IssueCode::IllegalNumericAssignment => Topic::AssignmentTarget,
            IssueCode::IllegalReservedAssignment => Topic::ReservedVariable,
            IssueCode::IllegalMultiAssignmentSize
            | IssueCode::MissingMultiAssignmentKey
            | IssueCode::MissingMultiAssignmentVariable => Topic::MultipleAssignment,
            IssueCode::UndoneInput => Topic::UndoneInput,
            IssueCode::UnknownFunction => Topic::UndefinedFunction,
            IssueCode::DuplicateParameter
            | IssueCode::IllegalNumericParameter
            | IssueCode::IllegalParamName
            | IssueCode::ReservedParameter => Topic::ParameterName,
            IssueCode::CapturesRestNotLast
            | IssueCode::CapturesRestNotSupported
            | IssueCode::RequiredParameterAfterOptional => Topic::ParameterOrder,
            IssueCode::IllegalNonliteralParameterType => Topic::ParameterType,
            IssueCode::IllegalBreak | IssueCode::IllegalNext | IssueCode::IllegalReturn => Topic::LoopControl,
            IssueCode::StackLevelTooDeep => Topic::CallDepth,
            IssueCode::BuiltinFunction => Topic::HiddenFunction,
            IssueCode::ErbNeedsRuby | IssueCode::RubyFunction => Topic::RubyCode,
            IssueCode::UnknownResourceType => Topic::UndefinedType,
            IssueCode::BadCollectionSliceType
            | IssueCode::BadIntegerSliceArity
            | IssueCode::BadIntegerSliceType
            | IssueCode::BadNotUndefSliceType
            | IssueCode::BadTypeSliceArity
            | IssueCode::BadTypeSliceType
            | IssueCode::BadTypeSpecialization => Topic::TypeParameters,
            IssueCode::IllegalTypeMapping => Topic::TypeDefinition,
            IssueCode::TypeMismatch => Topic::WrongType,
            IssueCode::NotNumeric => Topic::NotANumber,
            IssueCode::NumericCoercion => Topic::NumberInString,
            IssueCode::FloatOverflow
            | IssueCode::NumericOverflow
            | IssueCode::ResultIsInfinity
            | IssueCode::ResultIsNan => Topic::NumberRange,
            IssueCode::DivByZero => Topic::DividedByZero,
            IssueCode::OperatorNotApplicable | IssueCode::OperatorNotApplicableWhen => Topic::OperatorOperand,
            IssueCode::ComparisonNotPossible => Topic::Comparison,
            IssueCode::MatchNotRegexp | IssueCode::MatchNotString => Topic::MatchOperand,
            IssueCode::UnmatchedSelector => Topic::NoMatchingOption,
            IssueCode::BadArraySliceArity
            | IssueCode::BadSliceKeyType
            | IssueCode::BadStringSliceArity
            | IssueCode::BadStringSliceKeyType
            | IssueCode::ExpectedCollection
            | IssueCode::ExpectedIntegerIndex
            | IssueCode::NoSuchKey => Topic::Index,
            IssueCode::RegexpTooBig | IssueCode::RegexpTooHard => Topic::RegexpLimit,
            IssueCode::AppendWithoutTitle
            | IssueCode::IllegalResourceSpecialization
            | IssueCode::IllegalResourceType
            | IssueCode::NotAResource
            | IssueCode::ResourceWithoutTitle => Topic::ResourceSyntax,
            IssueCode::DuplicateTitle
            | IssueCode::EmptyStringTitleAt
            | IssueCode::IllegalTitleTypeAt
            | IssueCode::MissingTitle
            | IssueCode::MissingTitleAt => Topic::ResourceTitle,
            IssueCode::UnknownAttribute | IssueCode::UnknownResourceParameter => Topic::UnknownParameter,
            IssueCode::MissingRequiredParameter => Topic::MissingParameter,
            IssueCode::DoubtfulAttributeValue | IssueCode::InvalidAttributeValue => Topic::AttributeValue,
            IssueCode::DuplicateAttribue | IssueCode::MultipleAttributesUnfold => Topic::AttributeTwice,
            IssueCode::IllegalAttributeAppend => Topic::AttributeAppend,
            IssueCode::DuplicateDefinition => Topic::DefinedTwice,
            IssueCode::UnknownResource => Topic::UndeclaredResource,
            IssueCode::IllegalOverriddenType => Topic::Override,
            IssueCode::ClassNotVirtualizable | IssueCode::NotVirtualizeable => Topic::VirtualResource,
            IssueCode::RtNoStoreconfigs | IssueCode::RtNoStoreconfigsExport => Topic::ExportedResource,
            IssueCode::IllegalQueryExpression => Topic::Collector,
            IssueCode::IllegalRelationshipOperandType | IssueCode::NotCatalogType => Topic::Relationship,
            IssueCode::DependencyCycle => Topic::DependencyCycle,
            IssueCode::IllegalHostnameChars | IssueCode::IllegalHostnameInterpolation => Topic::Node,
            IssueCode::HieraConversion
            | IssueCode::HieraData
            | IssueCode::HieraDataProviderFunctionNotFound
            | IssueCode::HieraMerge
            | IssueCode::HieraRecursion
            | IssueCode::HieraUri => Topic::HieraData,
            IssueCode::HieraInterpolationAliasNotEntireString
            | IssueCode::HieraInterpolationMethodSyntaxNotAllowed
            | IssueCode::HieraInterpolationUnknownInterpolationMethod
            | IssueCode::HieraUndefinedVariable => Topic::HieraInterpolation,
            IssueCode::HieraBackendMultiplyDefined
            | IssueCode::HieraConfig
            | IssueCode::HieraDefaultHierarchyNotInModule
            | IssueCode::HieraDefaultOptionReservedByPuppet
            | IssueCode::HieraHierarchyNameMultiplyDefined
            | IssueCode::HieraMissingDataProviderFunction
            | IssueCode::HieraMultipleDataProviderFunctions
            | IssueCode::HieraMultipleDataProviderFunctionsInDefault
            | IssueCode::HieraMultipleLocationSpecs
            | IssueCode::HieraOptionReservedByPuppet
            | IssueCode::HieraUnsupportedVersion
            | IssueCode::HieraVersion3NotGlobal => Topic::HieraConfig,
            IssueCode::InvalidFacts => Topic::FactsFile,
            IssueCode::FileNotAllowed
            | IssueCode::FileNotRead
            | IssueCode::HostKeepsFiles
            | IssueCode::ProgramNotRun
            | IssueCode::UnreadableFile => Topic::FileRead,
            IssueCode::UnwritableFile => Topic::FileWrite,
            IssueCode::IllegalBom | IssueCode::InvalidUtf8 => Topic::FileEncoding,
            IssueCode::ReloadFailed => Topic::ModuleLoading,
            IssueCode::CommandArgument | IssueCode::CommandArity | IssueCode::UnknownCommand => Topic::Command,
            IssueCode::UnknownSetting | IssueCode::UnknownTheme => Topic::Setting,
            IssueCode::Cancelled => Topic::Stopped,
            IssueCode::TimeLimit => Topic::TimeLimit,
            IssueCode::StepLimit => Topic::StepLimit,
            IssueCode::MemoryLimit => Topic::MemoryLimit,
            IssueCode::FormatKept => Topic::Formatting,
            IssueCode::CircularCells | IssueCode::UsedBeforeSet => Topic::CellOrder,
            IssueCode::DefinedTwice => Topic::DefinedInTwoCells,
            IssueCode::LessonOption => Topic::LessonFormat,
            IssueCode::LessonCheck
            | IssueCode::LessonExpectation
            | IssueCode::LessonQuiz
            | IssueCode::LessonRun
            | IssueCode::LessonSolution
            | IssueCode::LessonWhen
            | IssueCode::LessonWrong => Topic::LessonTest,
            IssueCode::InternalError => Topic::InternalError,
            IssueCode::RuntimeError => Topic::Failed,
        }
    }
}

/// An issue code with its topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue {
    pub code: IssueCode,
    pub topic: Topic,
}

impl From<IssueCode> for Issue {
    fn from(code: IssueCode) -> Issue {
        Issue { code, topic: code.topic() }
    }
}

/// An error without an issue code of its own in Puppet, which raises a plain exception there.
impl From<Topic> for Issue {
    fn from(topic: Topic) -> Issue {
        Issue { code: IssueCode::RuntimeError, topic }
    }
}

impl From<Exhausted> for Issue {
    fn from(exhausted: Exhausted) -> Issue {
        IssueCode::from(exhausted).into()
    }
}

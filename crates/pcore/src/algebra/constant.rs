//! Types that are often needed, created once for each thread and shared.

use std::rc::Rc;

use super::super::{CallableType, FloatRange, IntegerRange, Size, Str, StringType, Ty, Type};

macro_rules! constants {
    ($($(#[$doc:meta])* $name:ident = $ty:expr;)*) => {
        $(
            $(#[$doc])*
            pub fn $name() -> Ty {
                thread_local! { static TY: Ty = Rc::new($ty); }
                TY.with(Rc::clone)
            }
        )*
    };
}

constants! {
    /// `Any`
    any = Type::Any;
    /// The type of the elements of `[]`
    unit = Type::Unit;
    /// `Undef`
    undef = Type::Undef;
    /// `Default`
    default_type = Type::Default;
    /// `Scalar`
    scalar = Type::Scalar;
    /// `ScalarData`
    scalar_data = Type::ScalarData;
    /// `Data`
    data = Type::Data;
    /// `RichData`
    rich_data = Type::RichData;
    /// `RichDataKey`
    rich_data_key = Type::RichDataKey;
    /// `Numeric`
    numeric = Type::Numeric;
    /// `Integer`
    integer = Type::Integer(IntegerRange::default());
    /// `Float`
    float = Type::Float(FloatRange::default());
    /// `String`
    string = Type::String(StringType::Any);
    /// `String[1]`
    non_empty_string = Type::String(StringType::Size(Size { from: 1, to: None }));
    /// One character, the element type of strings
    character = Type::String(StringType::Size(Size { from: 1, to: Some(1) }));
    /// `Enum`
    enumeration = Type::Enum { values: Vec::new(), ignore_case: false };
    /// `Boolean`
    boolean = Type::Boolean(None);
    /// `Boolean[true]`
    yes = Type::Boolean(Some(true));
    /// `Boolean[false]`
    no = Type::Boolean(Some(false));
    /// `Regexp`
    regexp = Type::Regexp(None);
    /// `Binary`
    binary = Type::Binary;
    /// `SemVer`
    sem_ver = Type::SemVer(Vec::new());
    /// `SemVerRange`
    sem_ver_range = Type::SemVerRange;
    /// `Timespan`
    timespan = Type::Timespan(Box::default());
    /// `Timestamp`
    timestamp = Type::Timestamp(Box::default());
    /// `URI`
    uri = Type::Uri(None);
    /// `Array`
    array = Type::Array(any(), None);
    /// `Array[0, 0]`
    empty_array = Type::Array(unit(), Some(Size { from: 0, to: Some(0) }));
    /// `Hash`
    hash = Type::Hash(any(), any(), None);
    /// `Hash[0, 0]`
    empty_hash = Type::Hash(unit(), unit(), Some(Size { from: 0, to: Some(0) }));
    /// `Collection`
    collection = Type::Collection(None);
    /// `Tuple`
    tuple = Type::Tuple(Vec::new(), None);
    /// `Struct`
    structure = Type::Struct(Vec::new());
    /// `Struct` as this language's documents define it: every struct and hash
    any_struct = Type::AnyStruct;
    /// `Variant`
    variant = Type::Variant(Vec::new());
    /// `Pattern`
    pattern = Type::Pattern(Vec::new());
    /// `Callable`
    callable = Type::Callable(CallableType::default());
    /// `Type`
    type_type = Type::Type(None);
    /// `Sensitive`
    sensitive = Type::Sensitive(any());
    /// `NotUndef`
    not_undef = Type::NotUndef(any());
    /// `Optional`
    optional = Type::Optional(None);
    /// `Iterable`
    iterable = Type::Iterable(None);
    /// `Iterator`
    iterator = Type::Iterator(None);
    /// `Init`
    init = Type::Init(None, Vec::new());
    /// `Class`
    class = Type::Class(None);
    /// `Resource`
    resource = Type::Resource { type_name: None, title: None };
    /// `CatalogEntry`
    catalog_entry = Type::CatalogEntry;
    /// `Runtime`
    runtime = Type::Runtime { runtime: None, name: None };
    /// `Runtime[ruby]`, only named by the extension `Ruby`
    ruby = Type::Runtime { runtime: Some("ruby".into()), name: None };
    /// `Object`
    any_object = Type::AnyObject;
    /// `TypeSet`
    any_type_set = Type::AnyTypeSet;
    /// `TypeReference`
    type_reference = Type::TypeReference("UnresolvedReference".into());
    /// The definition of `Data`
    data_meaning = Type::Variant(vec![scalar_data(), undef(), hash_of(string(), data()), array_of(data())]);
    /// The definition of `RichData`
    rich_data_meaning = Type::Variant(vec![
        scalar(), sem_ver_range(), binary(), sensitive(), type_type(), any_type_set(), uri(), any_object(), undef(),
        default_type(), hash_of(rich_data_key(), rich_data()), array_of(rich_data()),
    ]);
    /// The definition of `RichDataKey`
    rich_data_key_meaning = Type::Variant(vec![string(), numeric()]);
}

/// Returns `Array[T]`.
pub fn array_of(element: Ty) -> Ty {
    Rc::new(Type::Array(element, None))
}

/// Returns `Hash[K, V]`.
pub fn hash_of(key: Ty, value: Ty) -> Ty {
    Rc::new(Type::Hash(key, value, None))
}

/// Returns `Optional[T]`.
pub fn optional_of(ty: Ty) -> Ty {
    Rc::new(Type::Optional(Some(ty)))
}

/// Returns the type of exactly this string.
pub fn string_value(text: &str) -> Ty {
    Rc::new(Type::String(StringType::Value(Rc::new(Str::new(text.into())))))
}

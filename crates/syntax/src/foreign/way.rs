//! The Puppet ways to write names of other languages.

/// The Puppet way to write a function of another language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionWay {
    /// The same call under this name.
    Call(&'static str),
    /// Other code for a call with N arguments, the receiver included: `{0}` is the first argument. The text
    /// says what to write.
    Code(usize, &'static str, &'static str),
    /// Advice in words only.
    Words(&'static str),
}

/// The Puppet way to write a word of another language: a type, a constant, a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordWay {
    /// A type of Puppet.
    Type(&'static str),
    /// A value of Puppet, and what it is.
    Value(&'static str, &'static str),
    /// Advice in words only.
    Words(&'static str),
}

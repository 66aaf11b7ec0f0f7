//! The designs that the compiler rejects, with the reasons and the solutions, rule by rule.
//!
//! The error of a rejected design begins with a code, such as KW003, and a warning contains one. Each code has a page
//! here, and is stable. Two kinds of errors have no code, and their text says what to write instead: a derive on a type
//! that it does not support, such as `KeyEnum` on a struct, and a call whose argument has the wrong type.
//!
//! `allow_hot = "why"` resolves KW001 to KW004, and a declared peak that fits resolves KW001 to KW003. Both depend on
//! the model of [`load`](crate::load).

#[doc = include_str!("error_index/kw001.md")]
pub mod kw001 {}

#[doc = include_str!("error_index/kw002.md")]
pub mod kw002 {}

#[doc = include_str!("error_index/kw003.md")]
pub mod kw003 {}

#[doc = include_str!("error_index/kw004.md")]
pub mod kw004 {}

#[doc = include_str!("error_index/kw005.md")]
pub mod kw005 {}

#[doc = include_str!("error_index/kw006.md")]
pub mod kw006 {}

#[doc = include_str!("error_index/kw007.md")]
pub mod kw007 {}

#[doc = include_str!("error_index/kw008.md")]
pub mod kw008 {}

#[doc = include_str!("error_index/kw009.md")]
pub mod kw009 {}

#[doc = include_str!("error_index/kw010.md")]
pub mod kw010 {}

#[doc = include_str!("error_index/kw011.md")]
pub mod kw011 {}

#[doc = include_str!("error_index/kw012.md")]
pub mod kw012 {}

#[doc = include_str!("error_index/kw013.md")]
pub mod kw013 {}

#[doc = include_str!("error_index/kw014.md")]
pub mod kw014 {}

#[doc = include_str!("error_index/kw015.md")]
pub mod kw015 {}

#[doc = include_str!("error_index/kw016.md")]
pub mod kw016 {}

#[doc = include_str!("error_index/kw017.md")]
pub mod kw017 {}

#[doc = include_str!("error_index/kw018.md")]
pub mod kw018 {}

#[doc = include_str!("error_index/kw019.md")]
pub mod kw019 {}

#[doc = include_str!("error_index/kw020.md")]
pub mod kw020 {}

#[doc = include_str!("error_index/kw021.md")]
pub mod kw021 {}

#[doc = include_str!("error_index/kw022.md")]
pub mod kw022 {}

#[doc = include_str!("error_index/kw023.md")]
pub mod kw023 {}

#[doc = include_str!("error_index/kw024.md")]
pub mod kw024 {}

#[doc = include_str!("error_index/kw025.md")]
pub mod kw025 {}

#[doc = include_str!("error_index/kw026.md")]
pub mod kw026 {}

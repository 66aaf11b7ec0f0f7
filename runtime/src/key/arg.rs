//! Argument types for key fields.

use std::{borrow::Cow, sync::Arc};

use super::{Bytes, KeyField, KeyValue};

/// A value that a caller may pass for a key field of type `F`: an `F`, a reference to one, `&str` and `String` for
/// every text type, and slices for [`Bytes`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be used for a key field of type `{F}`",
    label = "expected `{F}` or a reference to it"
)]
pub trait KeyArg<F> {
    /// Converts the argument to a value. `None` for an absent `Option`.
    fn into_value(self) -> Option<KeyValue<'static>>;
}

#[diagnostic::do_not_recommend]
impl<F: KeyField> KeyArg<F> for F {
    fn into_value(self) -> Option<KeyValue<'static>> {
        self.to_value().map(KeyValue::into_owned)
    }
}

#[diagnostic::do_not_recommend]
impl<F: KeyField> KeyArg<F> for &F {
    fn into_value(self) -> Option<KeyValue<'static>> {
        self.to_value().map(KeyValue::into_owned)
    }
}

macro_rules! args {
    ($($field:ty: $($arg:ty)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl KeyArg<$field> for $arg {
            fn into_value(self) -> Option<KeyValue<'static>> {
                Some(KeyValue::Text(self.to_owned().into()))
            }
        }
    )*)*};
}

args! {
    String: &str;
    Box<str>: &str String &String;
    Arc<str>: &str String &String;
    Cow<'static, str>: &str String &String;
}

#[diagnostic::do_not_recommend]
impl KeyArg<Bytes> for &[u8] {
    fn into_value(self) -> Option<KeyValue<'static>> {
        Some(KeyValue::Binary(self.to_owned().into()))
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> KeyArg<Bytes> for &[u8; N] {
    fn into_value(self) -> Option<KeyValue<'static>> {
        Some(KeyValue::Binary(self.to_vec().into()))
    }
}

#[diagnostic::do_not_recommend]
impl KeyArg<Bytes> for Vec<u8> {
    fn into_value(self) -> Option<KeyValue<'static>> {
        Some(KeyValue::Binary(self.into()))
    }
}

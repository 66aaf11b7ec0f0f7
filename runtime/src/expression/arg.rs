//! Converts arguments into values of fields.

use std::{borrow::Cow, sync::Arc};

/// A value for a field of type `T`: a `T`, a reference to one, the content of an `Option`, or `&str` for text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value for a field of type `{T}`",
    label = "expected `{T}` or a reference to it"
)]
pub trait FieldArg<T> {
    /// Converts into the value.
    fn into_value(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<T> FieldArg<T> for T {
    fn into_value(self) -> T {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: Clone> FieldArg<T> for &T {
    fn into_value(self) -> T {
        self.clone()
    }
}

#[diagnostic::do_not_recommend]
impl<T> FieldArg<Option<T>> for T {
    fn into_value(self) -> Option<T> {
        Some(self)
    }
}

macro_rules! texts {
    ($($text:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl FieldArg<$text> for &str {
            fn into_value(self) -> $text {
                self.to_owned().into()
            }
        }

        #[diagnostic::do_not_recommend]
        impl FieldArg<Option<$text>> for &str {
            fn into_value(self) -> Option<$text> {
                Some(self.to_owned().into())
            }
        }
    )*};
}

texts!(String Box<str> Arc<str> Cow<'static, str>);

//! The types that can be used in keys.

mod boolean;
mod bytes;
#[cfg(feature = "chrono")]
mod chrono;
mod integer;
#[cfg(feature = "jiff")]
mod jiff;
mod optional;
mod text;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "uuid")]
mod uuid;

pub use bytes::Bytes;

use super::{FieldKind, KeyValue};

/// A type whose values can be part of a key.
///
/// It is implemented for text, integers of a fixed width (not `usize`), `bool`, [`Bytes`],
/// [`KeyEnum`](crate::KeyEnum)s, and `Option`s of these. The features `chrono` (on by default), `time`, `jiff` and
/// `uuid` add instants, times without a time zone, dates and UUIDs; those of `chrono` are `DateTime<Utc>`,
/// `NaiveDateTime` and `NaiveDate`. A newtype can derive it, and is then written like its field:
///
/// ```
/// #[derive(keywright::KeyField, serde::Serialize, serde::Deserialize)]
/// struct BrandId(String);
/// ```
///
/// A manual implementation can normalize the value that it writes. It also determines whether its keys are [`Ordered`],
/// and whether they are a [`TextField`]:
///
/// ```
/// use keywright::{KeyField, KeyValue, TextField};
///
/// /// An e-mail address, in lower case.
/// struct Email(String);
///
/// impl KeyField for Email {
///     type Scalar = Self;
///     const KIND: keywright::key::FieldKind = String::KIND;
///
///     fn to_value(&self) -> Option<KeyValue<'_>> {
///         self.0.to_value()
///     }
///
///     fn from_value(value: KeyValue<'_>) -> Option<Self> {
///         String::from_value(value).filter(|text| *text == text.to_lowercase()).map(Email)
///     }
/// }
///
/// impl TextField for Email {}
/// ```
///
/// Keys contain every value of `u128` and `i128`. DynamoDB's numbers have up to 38 significant digits, so a write of an
/// item whose attribute would have more fails, and nothing is sent.
///
/// Floating-point numbers do not implement it (KW012), because no text has both their order and one form for each
/// value.
#[diagnostic::on_unimplemented(
    message = "KW012: `{Self}` cannot be used in a key",
    label = "not a key type",
    note = "text, integers of a fixed width (not `usize`) and `bool` can; `DateTime<Utc>` and dates of `chrono`, and \
            the types of `jiff`, `time` and `uuid`, can with the feature of that name, as in \
            `keywright = {{ version = \"0.1\", features = [\"uuid\"] }}`",
    note = "a newtype can with `#[derive(keywright::KeyField)]`, an enum with `#[derive(keywright::KeyEnum)]`"
)]
pub trait KeyField: Sized {
    /// The type itself, or the inner type of an `Option`.
    type Scalar: KeyField;

    /// How its values are written.
    const KIND: FieldKind;

    /// Whether a value may be absent.
    const OPTIONAL: bool = false;

    /// Both constants, for schemas.
    #[doc(hidden)]
    const __IN_KEYS: (FieldKind, bool) = (Self::KIND, Self::OPTIONAL);

    /// [`to_value`](Self::to_value) as a function pointer, for constants of fields.
    #[doc(hidden)]
    const __TO_VALUE: for<'a> fn(&'a Self) -> Option<KeyValue<'a>> = Self::to_value;

    /// Returns the value, or `None` if it is absent.
    fn to_value(&self) -> Option<KeyValue<'_>>;

    /// Converts a stored value back. `None` if no value of the type is written as `value`.
    fn from_value(value: KeyValue<'_>) -> Option<Self>;
}

/// A type whose keys sort like its values, so that a query can read a range of them.
#[diagnostic::on_unimplemented(
    message = "KW012: a range needs an order, and the keys of `{Self}` have none",
    label = "its texts sort by their letters, not by their meaning",
    note = "select one value with `.then(..)`, or put a number or a time into the key"
)]
pub trait Ordered: KeyField {}

/// A type whose keys are its unchanged text, so that a query can use a prefix of it.
///
/// [`begins_with`](crate::read::Query::begins_with) compares its text to the key's, not to a parsed value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a text, so a query cannot use a prefix of it",
    label = "`begins_with` needs a part of the sort key that is text",
    note = "select a range with `.between(..)`, or one value with `.then(..)`; a newtype of a text derives \
            `keywright::KeyField`"
)]
pub trait TextField: KeyField {}

/// Parses a text, if the parsed value would be written as this text.
#[cfg(any(feature = "chrono", feature = "jiff"))]
fn from_canonical_text<D: std::str::FromStr + ToString>(value: &KeyValue<'_>) -> Option<D> {
    let KeyValue::Text(text) = value else { return None };
    text.parse::<D>().ok().filter(|date| date.to_string() == *text)
}

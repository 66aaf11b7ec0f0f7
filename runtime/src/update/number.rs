//! Defines the types to which an update can add amounts.

use serde::Serialize;

use crate::attributes::number::PRECISION;

/// A type that an update can add to: integers, floating-point numbers, and `Option`s of these.
///
/// The limits of `i128` and `u128` are those of the numbers with 38 digits, of which DynamoDB keeps every digit.
#[diagnostic::on_unimplemented(
    message = "nothing can be added to a `{Self}`",
    label = "not a number",
    note = "a newtype that serde writes as a number may implement `keywright::update::Number`"
)]
pub trait Number: Serialize {
    /// The type of the amount: `i128` for integers, so that unsigned ones can be decreased, and `f64` for
    /// floating-point numbers.
    type Amount: Serialize;

    /// The value to which an absent attribute corresponds.
    const ZERO: Self;

    /// The minimum and the maximum value that an item may hold, if the type has limits.
    const LIMITS: Option<(i128, i128)>;

    /// Returns the amount as an integer, if the type has limits.
    fn whole(amount: &Self::Amount) -> Option<i128>;
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Number for $type {
            type Amount = i128;
            const ZERO: Self = 0;
            const LIMITS: Option<(i128, i128)> = Some(($type::MIN as i128, $type::MAX as i128));

            fn whole(amount: &i128) -> Option<i128> {
                Some(*amount)
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// The greatest number with 38 digits.
const GREATEST: i128 = 10_i128.pow(PRECISION as u32) - 1;

macro_rules! wide_integers {
    ($($type:ident $least:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Number for $type {
            type Amount = i128;
            const ZERO: Self = 0;
            const LIMITS: Option<(i128, i128)> = Some(($least, GREATEST));

            fn whole(amount: &i128) -> Option<i128> {
                Some(*amount)
            }
        }
    )*};
}

wide_integers! {
    u128 0;
    i128 -GREATEST;
}

macro_rules! floats {
    ($($type:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Number for $type {
            type Amount = f64;
            const ZERO: Self = 0.0;
            const LIMITS: Option<(i128, i128)> = None;

            fn whole(_: &f64) -> Option<i128> {
                None
            }
        }
    )*};
}

floats!(f32 f64);

#[diagnostic::do_not_recommend]
impl<N: Number> Number for Option<N> {
    type Amount = N::Amount;
    const ZERO: Self = Some(N::ZERO);
    const LIMITS: Option<(i128, i128)> = N::LIMITS;

    fn whole(amount: &N::Amount) -> Option<i128> {
        N::whole(amount)
    }
}

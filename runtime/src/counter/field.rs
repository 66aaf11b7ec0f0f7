//! The types of counters.

use super::Counter;
use crate::{Entity, Key};

/// A type that a counter can have: an integer of up to 64 bits, except `usize` and `isize`, whose width depends on the
/// machine.
///
/// The number in each stored item is in the range of the type. The number in one shard may be negative if the type is
/// signed.
#[diagnostic::on_unimplemented(
    message = "KW020: `{Self}` cannot be a counter",
    label = "not an integer of a fixed width",
    note = "use `u64`, or `i64` for a counter that can also decrease"
)]
pub trait CounterField: Sized {
    /// The initial value.
    const ZERO: Self;

    /// The smallest value.
    const MIN: i128;

    /// The largest value.
    const MAX: i128;

    /// Converts a sum. Returns `None` if it is out of range.
    fn from_sum(sum: i128) -> Option<Self>;

    #[doc(hidden)]
    fn __counter<E: Entity>(key: Key<E>, field: u8) -> Counter<E, Self> {
        Counter::new(key, field)
    }
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl CounterField for $type {
            const ZERO: Self = 0;
            const MIN: i128 = <$type>::MIN as i128;
            const MAX: i128 = <$type>::MAX as i128;

            fn from_sum(sum: i128) -> Option<Self> {
                sum.try_into().ok()
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 i8 i16 i32 i64);

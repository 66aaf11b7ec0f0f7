//! The positions of keys, as types. They select what a projection knows about each key.
//!
//! A table has its own key, at most 20 global secondary indexes and at most 5 local ones: 26 keys.

pub use crate::read::At;

/// A tuple with a type for each key.
#[doc(hidden)]
pub trait PerKey<K> {
    /// The type at the position `K`.
    type Item;
}

/// Generates one impl for each index of a tuple.
macro_rules! impl_per_key {
    ($($place:literal $item:ident),+) => { impl_per_key!(@each [$($item),+] $($place $item),+); };
    (@each $all:tt $($place:literal $item:ident),+) => { $(impl_per_key!(@one $all $place $item);)+ };
    (@one [$($all:ident),+] $place:literal $item:ident) => {
        impl<$($all),+> PerKey<At<$place>> for ($($all,)+) {
            type Item = $item;
        }
    };
}

impl_per_key!(
    0 K0, 1 K1, 2 K2, 3 K3, 4 K4, 5 K5, 6 K6, 7 K7, 8 K8, 9 K9, 10 K10, 11 K11, 12 K12, 13 K13, 14 K14, 15 K15, 16 K16,
    17 K17, 18 K18, 19 K19, 20 K20, 21 K21, 22 K22, 23 K23, 24 K24, 25 K25
);

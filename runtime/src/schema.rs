//! The schema as data. The derives generate it, and the checks, the planner, the runtime and the documentation use it.
//!
//! Every value is `const`, so that designs are checked at compile time.

mod entity;
mod field;
mod field_kind;
mod growth;
mod key;
mod key_attributes;
mod key_part;
mod over_table;
mod page_limit;
mod peak;
mod sharding;
mod sharing;
mod stored_type;
mod table;
mod template;
mod timestamp;
mod unasked;

pub(crate) use entity::{has_ttl_in_keys, is_ttl};
pub use field::{AttributeForm, Converted, Field, Purpose, Unique};
pub use field_kind::FieldKind;
pub use key::{KeySchema, LegacyKey};
pub use key_attributes::{AttributeKind, KeyAttribute, KeyAttributes};
pub use key_part::KeyPart;
#[doc(hidden)]
pub use over_table::over_table;
pub(crate) use over_table::{same_segments, without_appended_shard};
pub use page_limit::PageLimit;
pub use peak::{MONTH_SECONDS, Mean, Peak, PeakReads};
pub use sharding::{Growth, ShardBy, Sharding};
pub use table::{
    Encoding, EntitySchema, IndexProjection, IndexSchema, Launch, ListedEntities, LocalIndexSchema, Regions,
    TableSchema, UndeclaredPeak, UndeclaredShare,
};
pub use template::{Bucket, Form, Segment, Template, TimeForm};
pub use timestamp::Timestamp;

/// The prefix of the keys of sentinels, and their discriminator. Sentinels are the items that keep the values of a
/// [unique](crate::unique) field unique.
pub const SENTINEL: &str = "%UNIQUE";

/// Compares text like `==`, in a `const fn`.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    same_bytes(a.as_bytes(), b.as_bytes())
}

/// Compares the names of two indexes. `None` is the table.
pub(crate) const fn same_index(a: Option<&str>, b: Option<&str>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}

const fn same_bytes(mut a: &[u8], mut b: &[u8]) -> bool {
    while let [x, after_x @ ..] = a {
        let [y, after_y @ ..] = b else { return false };
        if *x != *y {
            return false;
        }
        a = after_x;
        b = after_y;
    }
    matches!(b, [])
}

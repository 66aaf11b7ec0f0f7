//! Sort keys whose template does not determine the stored text: the table's partition key, as the sort key of an index.

use super::sort_field::open_fields;
use crate::{Error, ErrorKind, Result, key::range::ValueRange, read::spec::QuerySpec, schema::KeySchema};

/// Returns whether a range of such a sort key selects buckets: the template begins with the field of the buckets.
pub(super) fn range_is_of_bucket(schema: &KeySchema, bucket: Option<u8>, given: impl Fn(u8) -> bool) -> bool {
    let first = open_fields(schema.sort.as_ref(), given).first().map(|(first, _)| *first);
    bucket.is_some() && bucket == first
}

/// Rejects a choice of such sort keys. A range can still select buckets.
pub(super) fn check(schema: &KeySchema, spec: &QuerySpec, range_is_of_bucket: bool) -> Result<()> {
    let chooses = !spec.prefix.is_empty()
        || spec.range != ValueRange::ALL && !range_is_of_bucket
        || spec.begins_with.is_some()
        || spec.sort_begins_with.is_some();
    let Some(template) = schema.sort.filter(|_| chooses) else { return Ok(()) };
    let message = "the index's sort key is the table's partition key, which has shards or older keys, so that its text \
                   does not follow from its fields alone; read the whole partition of the index and use a filter, or \
                   write a sort key of the index's own";
    Err(Error::new(ErrorKind::InvalidArgument, message).at_key(template.source))
}

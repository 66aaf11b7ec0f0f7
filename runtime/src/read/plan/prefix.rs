//! Prefixes of stored sort keys, of any entity.

use super::resolve::Design;
use crate::{
    Error, ErrorKind, Result,
    key::KeyPart,
    read::{interval::Interval, spec::QuerySpec},
    schema::AttributeKind,
};

impl Design {
    /// Returns the sort keys that begin with the prefix.
    pub(super) fn raw_beginning(&self, spec: &QuerySpec) -> Result<Interval> {
        let Some(beginning) = &spec.sort_begins_with else { return Ok(Interval::ALL) };
        let table = self.entity.table;
        let attribute = match self.schema.index {
            None => table.sort_key,
            Some(name) => table
                .index(name)
                .and_then(|index| index.sort_key)
                .filter(|sort| sort.more.is_empty())
                .map(|sort| sort.first),
        };
        let limit = KeyPart::Sort.limit();
        let message = match attribute.map(|attribute| attribute.kind) {
            Some(AttributeKind::S) if beginning.len() <= limit => return Ok(Interval::prefix(beginning.clone())),
            Some(AttributeKind::S) => {
                let bytes = beginning.len();
                let message = format!("the beginning has {bytes} bytes, and a sort key at most {limit}; shorten it");
                return Err(Error::new(ErrorKind::KeyTooLong, message));
            }
            Some(AttributeKind::N | AttributeKind::B) => {
                "the sort key is not text, so it has no beginning; leave `.sort_begins_with(..)` out"
            }
            None => "there is no sort key of one attribute; leave `.sort_begins_with(..)` out",
        };
        Err(Error::new(ErrorKind::InvalidArgument, message))
    }
}

//! The settings of a scan, and how it begins.

use std::sync::Arc;

use super::{
    checkpoint::{Checkpoint, Division, Target},
    extract::Extract,
    pages::Pages,
    source::{Source, holds_whole_items},
};
use crate::{
    Error, ErrorKind, Result,
    client::{Connection, transport::call::Call},
    expression::{Condition, Filter},
    schema::{EntitySchema, IndexSchema, TableSchema},
};

/// The target and the settings of a scan, which returns an `O` for each item.
#[derive(Clone)]
pub(super) struct Selection<O> {
    pub(super) entity: Option<&'static EntitySchema>,
    pub(super) extract: Extract<O>,
    pub(super) needs: Needs,
    pub(super) settings: Settings,
}

/// The attributes of an item that are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    All,
    /// The key, unless it is an older one that does not identify the item.
    Key,
    /// The key attributes, of any entity.
    RawKey,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Settings {
    pub(super) index: Option<String>,
    pub(super) division: Division,
    pub(super) limit: Option<usize>,
    pub(super) items_per_request: Option<usize>,
    pub(super) rate: Option<f64>,
    pub(super) consistent: bool,
    pub(super) include_expired: bool,
    pub(super) strict: bool,
    pub(super) cursor_context: Option<String>,
    pub(super) filter: Option<Condition<()>>,
}

impl<O> Selection<O> {
    /// Describes the scan for its span.
    pub(super) fn call(&self, handle: &Connection) -> Call {
        let index = self.settings.index.as_ref().and_then(|name| handle.schema().index(name)).map(|index| index.name);
        let is_run = self.settings.limit.is_none();
        Call { index, is_run, ..Call::new(OPERATION, self.entity.map(|entity| entity.name)) }
    }

    /// Checks the settings. Returns the sender of its requests and the checkpoint at which it begins.
    pub(super) fn begin(&self, handle: &Connection) -> Result<(Pages, Checkpoint)> {
        let source = self.source(handle)?;
        self.check(&source)?;
        let filter = self.settings.filter.as_ref().map(Filter::text);
        let target = Target {
            operation: OPERATION,
            table_name: handle.table_name(),
            table: source.table,
            entity: self.entity,
            index: source.index_name(),
            filter: filter.as_deref(),
            context: self.settings.cursor_context.as_deref(),
        };
        let checkpoint = self.settings.division.begin(target)?;
        let pages = Pages::new(OPERATION, Arc::clone(handle.reads()), source, checkpoint.total_segments());
        Ok((pages.at_rate(self.settings.rate), checkpoint))
    }

    fn source(&self, handle: &Connection) -> Result<Source> {
        let table = handle.schema();
        let index = match &self.settings.index {
            Some(name) => Some(self.index(table, name)?),
            None => None,
        };
        Ok(Source {
            table_name: handle.table_name().to_owned(),
            table,
            entity: self.entity,
            index,
            consistent: self.settings.consistent,
            filter: self.settings.filter.as_ref().map(|filter| Filter::of_scan(table, index, filter)).transpose()?,
            keys_only: match self.needs {
                Needs::All => false,
                Needs::Key => !(holds_whole_items(index) && self.has_older_keys()),
                Needs::RawKey => true,
            },
            include_expired: self.settings.include_expired,
        })
    }

    /// Looks up a declared index that contains the entity.
    fn index(&self, table: &TableSchema, name: &str) -> Result<IndexSchema> {
        let Some(index) = table.index(name) else {
            let names: Vec<_> = table.indexes.iter().map(|index| format!("`{}`", index.name)).collect();
            let ours = if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) };
            let message = format!("the table declares no index `{name}`; {ours}");
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        };
        match self.entity {
            Some(entity) if entity.keys.iter().all(|key| key.index != Some(index.name)) => {
                let message = format!(
                    "`{}` writes nothing into the index `{name}`; scan the table, or an index that it declares",
                    entity.name
                );
                Err(Error::new(ErrorKind::InvalidArgument, message))
            }
            _ => Ok(index),
        }
    }

    fn has_older_keys(&self) -> bool {
        self.entity.and_then(|entity| entity.keys.first()).is_some_and(|key| !key.legacy.is_empty())
    }

    fn check(&self, source: &Source) -> Result<()> {
        let refused = |message: &str| Err(Error::new(ErrorKind::InvalidArgument, message));
        match &self.settings {
            Settings { limit: Some(0), .. } => refused("a limit of 0 items reads nothing; give 1 or more"),
            Settings { items_per_request: Some(0), .. } => refused("0 items a request read nothing; give 1 or more"),
            Settings { rate: Some(rate), .. } if !(rate.is_finite() && *rate > 0.0) => {
                refused(&format!("a rate of {rate} read units a second is invalid; give more than 0, or leave it out"))
            }
            Settings { consistent: true, .. } if source.is_of_global_index() => refused(
                "KW016: a global secondary index cannot be read consistently; scan the table, or drop `.consistent()`",
            ),
            _ if self.entity.is_some() && !source.keys_only && !holds_whole_items(source.index) => refused(
                "KW015: the index contains a part of each item; read the keys with `.keys()` and get the items by key, \
                 or declare it with `projection = \"all\"`",
            ),
            _ => match source.ttl().filter(|name| !source.holds(name)) {
                Some(name) => refused(&format!(
                    "the index does not contain `{name}`, so expired items cannot be recognized; project it, or read \
                     all items with `include_expired()`"
                )),
                None => Ok(()),
            },
        }
    }
}

/// The name of the operation in errors, spans and checkpoints.
pub(super) const OPERATION: &str = "scan";

//! A key of an entity.

use proc_macro2::Span;
use syn::{Ident, LitStr};

use super::{Fields, KeyTemplate, Peak, Segment, Shard, ShardBy, bucket};
use crate::read::{
    attr::Attr,
    entity::{EntityPeakAttr, KeyAttr, LegacyAttr, LocalAttr, PageAttr},
    instant::Instant,
    value::NamedValue,
};

pub(crate) struct Key {
    pub(crate) index: Option<LitStr>,
    /// Whether the index is a local secondary index.
    pub(crate) local: bool,
    pub(crate) query: Ident,
    pub(crate) partition: KeyTemplate,
    pub(crate) sort: Option<KeyTemplate>,
    pub(crate) shard: Option<Shard>,
    /// The instant from which items, by the key's time, are written under this key, and its span.
    pub(crate) since: Option<(Instant, Span)>,
    pub(crate) legacy: Vec<Legacy>,
    pub(crate) allow_hot: Option<LitStr>,
    pub(crate) peak: Option<Peak>,
    pub(crate) retention: Option<u64>,
    pub(crate) page: Option<PageLimit>,
    /// Whether the key declares its own peak, complete or not.
    pub(crate) declares_peak: bool,
}

#[derive(Clone)]
pub(crate) struct Legacy {
    pub(crate) partition: KeyTemplate,
    pub(crate) shard: Option<Shard>,
    /// The instant from which items, by the key's time, had this key, and its span.
    pub(crate) since: Option<(Instant, Span)>,
    /// The instant from which items, by the key's time, never had this key, and its span.
    pub(crate) until: Option<(Instant, Span)>,
}

/// The declared limits of a query's pages.
pub(crate) struct PageLimit {
    pub(crate) items: u64,
    pub(crate) max_rcu: Option<u64>,
    /// The span of the units.
    pub(crate) place: Span,
}

impl PageLimit {
    /// Returns the limits, if they have a number of items. Otherwise an error was reported.
    fn new(attr: &Attr<PageAttr>) -> Option<Self> {
        let place = attr.max_rcu.as_ref().map_or(attr.place, |units| units.name.span());
        Some(Self { items: attr.items?, max_rcu: attr.max_rcu.as_ref().map(|units| units.value), place })
    }
}

impl Key {
    pub(super) fn new(attr: &KeyAttr, fields: &Fields<'_>, declared: Option<&EntityPeakAttr>) -> Self {
        let mut partition = attr.partition.clone();
        if let ([template], Some(bucket)) = (partition.as_mut_slice(), &attr.bucket) {
            bucket::set(template, &bucket.value, |name| fields.looks_like_a_time(name));
        }
        Self {
            index: attr.index.clone(),
            local: false,
            query: attr.query.clone(),
            partition: KeyTemplate::new(&partition, attr.shard.is_some(), fields),
            sort: (!attr.sort.is_empty()).then(|| KeyTemplate::new(&attr.sort, false, fields)),
            shard: attr.shard.as_ref().and_then(|shard| Shard::new(shard, attr.index.is_some(), fields)),
            since: attr.since.as_ref().map(placed),
            legacy: attr.legacy.iter().filter_map(|legacy| Legacy::new(legacy, fields)).collect(),
            allow_hot: attr.allow_hot.clone(),
            peak: attr.peak.as_ref().and_then(|peak| Peak::of_index(peak, declared)),
            retention: attr.retention,
            page: attr.page.as_ref().and_then(PageLimit::new),
            declares_peak: attr.peak.is_some(),
        }
    }

    /// A key of a local secondary index: the table's key with another sort key.
    pub(super) fn local(attr: &LocalAttr, table: &Self, fields: &Fields<'_>) -> Self {
        Self {
            index: Some(attr.index.clone()),
            local: true,
            query: attr.query.clone(),
            partition: table.partition.clone(),
            sort: Some(KeyTemplate::new(std::slice::from_ref(&attr.sort), false, fields)),
            shard: table.shard.clone(),
            since: table.since,
            legacy: table.legacy.clone(),
            allow_hot: None,
            peak: None,
            retention: table.retention,
            page: attr.page.as_ref().and_then(PageLimit::new),
            declares_peak: false,
        }
    }

    /// Whether a write picks its shard at random.
    pub(crate) fn is_random(&self) -> bool {
        matches!(self.shard, Some(Shard { by: ShardBy::Random, .. }))
    }

    /// The fields that the shard is a hash of.
    pub(crate) fn hashed(&self) -> &[u8] {
        self.shard.as_ref().map_or(&[], Shard::hashed)
    }

    /// The fields of the key, of its older keys, and of its hash.
    pub(crate) fn fields(&self) -> Vec<u8> {
        let older = self.legacy.iter().map(|legacy| &legacy.partition);
        let templates = std::iter::once(&self.partition).chain(&self.sort).chain(older);
        let in_templates = templates.flat_map(|template| template.fields().map(|(field, _)| field));
        let shards = self.shard.iter().chain(self.legacy.iter().filter_map(|legacy| legacy.shard.as_ref()));
        in_templates.chain(shards.flat_map(Shard::hashed).copied()).collect()
    }

    /// The arguments of a query: the partition key's fields, except those of which it contains only a bucket.
    pub(crate) fn partition_arguments(&self) -> Vec<u8> {
        unique(self.partition.fields().filter(|(_, form)| !form.is_bucket()).map(|(field, _)| field))
    }

    /// The fields of which the partition key contains only a bucket.
    pub(crate) fn bucket_fields(&self) -> Vec<u8> {
        let arguments = self.partition_arguments();
        unique(self.partition.fields().map(|(field, _)| field).filter(|field| !arguments.contains(field)))
    }

    /// The field of which the partition key contains only a bucket, or otherwise the one of which an older key does.
    pub(crate) fn any_bucket(&self) -> Option<u8> {
        let arguments = self.partition_arguments();
        let templates = std::iter::once(&self.partition).chain(self.legacy.iter().map(|legacy| &legacy.partition));
        let fields = templates.flat_map(KeyTemplate::fields);
        let mut buckets = fields.filter(|(field, form)| form.is_bucket() && !arguments.contains(field));
        buckets.next().map(|(field, _)| field)
    }

    /// The sort key's fields that are not arguments of the query, in order, without duplicates.
    pub(crate) fn sort_fields(&self) -> Vec<u8> {
        let arguments = self.partition_arguments();
        let fields = self.sort.iter().flat_map(|sort| sort.fields().map(|(field, _)| field));
        unique(fields.filter(|field| !arguments.contains(field)))
    }

    /// The field at the beginning of the sort key, unless it is an argument of the query.
    pub(crate) fn leading_field(&self) -> Option<u8> {
        match self.sort.as_ref()?.segments.first()? {
            Segment::Field { field, .. } => Some(*field).filter(|field| !self.partition_arguments().contains(field)),
            _ => None,
        }
    }

    /// The bucket's field, if it is not the first field of the sort key.
    pub(crate) fn during(&self) -> Option<u8> {
        let bucket = self.bucket_fields().first().copied()?;
        (self.sort_fields().first() != Some(&bucket)).then_some(bucket)
    }

    /// The hashed fields, if not all of them are arguments of the query.
    pub(crate) fn hashed_unknown(&self) -> &[u8] {
        let arguments = self.partition_arguments();
        let hashed = self.hashed();
        if hashed.iter().all(|field| arguments.contains(field)) { &[] } else { hashed }
    }

    /// The arguments of `key(..)`: the fields of both templates in order of appearance, then the hashed ones.
    pub(crate) fn key_arguments(&self) -> Vec<u8> {
        let partition = self.partition.fields().map(|(field, _)| field);
        unique(partition.chain(self.sort_fields()).chain(self.hashed().iter().copied()))
    }
}

impl Legacy {
    fn new(attr: &Attr<LegacyAttr>, fields: &Fields<'_>) -> Option<Self> {
        let template = attr.template.as_ref()?;
        let is_sharded = attr.shards.is_some() || attr.hash.is_some();
        Some(Self {
            partition: KeyTemplate::new(std::slice::from_ref(template), is_sharded, fields),
            shard: Shard::of_legacy(attr, fields),
            since: attr.since.as_ref().map(placed),
            until: attr.until.as_ref().map(placed),
        })
    }
}

/// An instant and the span of its literal.
fn placed(instant: &NamedValue<Instant>) -> (Instant, Span) {
    (instant.value, instant.value_place())
}

fn unique(fields: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut seen = Vec::new();
    for field in fields {
        if !seen.contains(&field) {
            seen.push(field);
        }
    }
    seen
}

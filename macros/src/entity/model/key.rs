//! A key that an entity writes.

use proc_macro2::Span;
use syn::{Ident, LitStr};

use super::{
    super::attr::{Instant, KeyAttr, LocalAttr, PeakAttr, Writes},
    Fields, KeyTemplate, Part, Segment, Shard, ShardBy,
};
use crate::errors::Errors;

pub(crate) struct Key {
    pub(crate) index: Option<LitStr>,
    /// Whether the index is a local one.
    pub(crate) local: bool,
    pub(crate) query: Ident,
    pub(crate) partition: KeyTemplate,
    pub(crate) sort: Option<KeyTemplate>,
    pub(crate) shard: Option<Shard>,
    pub(crate) legacy: Vec<Legacy>,
    pub(crate) allow_hot: Option<LitStr>,
    pub(crate) peak: Option<Peak>,
    pub(crate) retention: Option<u64>,
    /// Whether a peak of its own is declared, complete or not.
    pub(crate) declares_peak: bool,
}

#[derive(Clone)]
pub(crate) struct Legacy {
    pub(crate) partition: KeyTemplate,
    pub(crate) shard: Option<Shard>,
    /// The first instant of the key's time that never had it, and its place.
    pub(crate) until: Option<(Instant, Span)>,
}

pub(crate) struct Peak {
    pub(crate) writes: Writes,
    pub(crate) item_bytes: u64,
    pub(crate) item_bytes_at: Span,
    pub(crate) in_transactions: Option<f64>,
    pub(crate) moves: Option<f64>,
    pub(crate) reads_per_second: Option<(u64, Span)>,
    pub(crate) top_share: Option<f64>,
}

impl Key {
    pub(crate) fn new(attr: KeyAttr, entity: &str, fields: &Fields<'_>, declared: &PeakAttr, errors: &Errors) -> Self {
        let declare = if attr.index.is_some() { "shard(random = 10)" } else { "#[shard(random = 10)]" };
        let part = Part::Partition { sharded: attr.shard.is_some(), declare };
        let legacy = attr.legacy.into_iter().map(|legacy| {
            let part = Part::Partition { sharded: legacy.shard.is_some(), declare: "shards = 4" };
            let partition = KeyTemplate::new(&[legacy.template], part, entity, fields, errors);
            let shard = legacy.shard.map(|shard| Shard::new(shard, false, entity, fields, errors));
            Legacy { partition, shard, until: legacy.until }
        });
        let legacy = legacy.collect();
        Self {
            partition: KeyTemplate::new(&attr.partition, part, entity, fields, errors),
            sort: (!attr.sort.is_empty()).then(|| KeyTemplate::new(&attr.sort, Part::Sort, entity, fields, errors)),
            shard: attr.shard.map(|shard| Shard::new(shard, attr.index.is_some(), entity, fields, errors)),
            declares_peak: attr.peak.is_some(),
            peak: attr.peak.and_then(|peak| Peak::new(&peak, declared)),
            index: attr.index,
            local: false,
            query: attr.query,
            legacy,
            allow_hot: attr.allow_hot,
            retention: attr.retention,
        }
    }

    /// A key of a local index: the table's, with another sort key.
    pub(crate) fn local(attr: LocalAttr, table: &Self, entity: &str, fields: &Fields<'_>, errors: &Errors) -> Self {
        Self {
            index: Some(attr.index),
            local: true,
            query: attr.query,
            partition: table.partition.clone(),
            sort: Some(KeyTemplate::new(&[attr.sort], Part::Sort, entity, fields, errors)),
            shard: table.shard.clone(),
            legacy: table.legacy.clone(),
            allow_hot: None,
            peak: None,
            retention: table.retention,
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

    /// The fields that stand in it or in an older one of it, or that it hashes.
    pub(crate) fn fields(&self) -> Vec<u8> {
        let older = self.legacy.iter().map(|legacy| &legacy.partition);
        let templates = std::iter::once(&self.partition).chain(&self.sort).chain(older);
        let in_templates = templates.flat_map(|template| template.fields().map(|(field, _)| field));
        let shards = self.shard.iter().chain(self.legacy.iter().filter_map(|legacy| legacy.shard.as_ref()));
        in_templates.chain(shards.flat_map(Shard::hashed).copied()).collect()
    }

    /// What a query must be told: the partition key's fields, but not those of which it holds a bucket only.
    pub(crate) fn partition_arguments(&self) -> Vec<u8> {
        unique(self.partition.fields().filter(|(_, form)| !form.is_bucket()).map(|(field, _)| field))
    }

    /// The fields of which the partition key holds a bucket only.
    pub(crate) fn bucket_fields(&self) -> Vec<u8> {
        let told = self.partition_arguments();
        unique(self.partition.fields().map(|(field, _)| field).filter(|field| !told.contains(field)))
    }

    /// The field of which the partition key, or else an older one, holds a bucket only.
    pub(crate) fn any_bucket(&self) -> Option<u8> {
        let told = self.partition_arguments();
        let templates = std::iter::once(&self.partition).chain(self.legacy.iter().map(|legacy| &legacy.partition));
        let fields = templates.flat_map(KeyTemplate::fields);
        let mut buckets = fields.filter(|(field, form)| form.is_bucket() && !told.contains(field));
        buckets.next().map(|(field, _)| field)
    }

    /// The sort key's fields that a query's arguments do not tell, in order, each once.
    pub(crate) fn sort_fields(&self) -> Vec<u8> {
        let told = self.partition_arguments();
        let fields = self.sort.iter().flat_map(|sort| sort.fields().map(|(field, _)| field));
        unique(fields.filter(|field| !told.contains(field)))
    }

    /// The field with which the sort key begins, unless a query's arguments tell it.
    pub(crate) fn leading_field(&self) -> Option<u8> {
        match self.sort.as_ref()?.segments.first()? {
            Segment::Field { field, .. } => Some(*field).filter(|field| !self.partition_arguments().contains(field)),
            _ => None,
        }
    }

    /// The bucket's field, where it does not lead the sort key.
    pub(crate) fn during(&self) -> Option<u8> {
        let bucket = self.bucket_fields().first().copied()?;
        (self.sort_fields().first() != Some(&bucket)).then_some(bucket)
    }

    /// The hashed fields, where the query's arguments do not tell all of them.
    pub(crate) fn hashed_unknown(&self) -> &[u8] {
        let told = self.partition_arguments();
        let hashed = self.hashed();
        if hashed.iter().all(|field| told.contains(field)) { &[] } else { hashed }
    }

    /// What a key is made of: the fields of both templates in order of appearance, then the hashed ones.
    pub(crate) fn key_arguments(&self) -> Vec<u8> {
        let partition = self.partition.fields().map(|(field, _)| field);
        unique(partition.chain(self.sort_fields()).chain(self.hashed().iter().copied()))
    }
}

impl Peak {
    /// A peak; what it leaves out is taken from the entity's.
    pub(crate) fn new(attr: &PeakAttr, declared: &PeakAttr) -> Option<Self> {
        let (item_bytes, item_bytes_at) = attr.item_bytes.or(declared.item_bytes)?;
        Some(Self {
            writes: attr.writes.or(declared.writes)?,
            item_bytes,
            item_bytes_at,
            in_transactions: attr.in_transactions,
            moves: attr.moves,
            reads_per_second: attr.reads_per_second,
            top_share: attr.top_share,
        })
    }
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

//! The target of a scan, and the requests to it.

use aws_sdk_dynamodb::{
    Client,
    operation::scan::builders::ScanFluentBuilder,
    types::{AttributeValue, ReturnConsumedCapacity},
};

use super::checkpoint::{StartKey, start_key};
use crate::{
    Error, ErrorKind, Result,
    expression::{Expression, Filter},
    item::{
        attributed::{Attributed, Scalar},
        expiry::is_expired,
        unparsed::{unlisted, unparsed, warn},
    },
    key::clock::now,
    schema::{EntitySchema, IndexProjection, IndexSchema, TableSchema},
};

/// The items to scan: those of one entity or all, of the table or of one of its indexes.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) table_name: String,
    pub(crate) table: &'static TableSchema,
    pub(crate) entity: Option<&'static EntitySchema>,
    pub(crate) index: Option<IndexSchema>,
    pub(crate) consistent: bool,
    /// The caller's filter.
    pub(crate) filter: Option<Filter>,
    /// Whether only the keys of an item are needed.
    pub(crate) keys_only: bool,
    /// Whether expired items of the entity are returned.
    pub(crate) include_expired: bool,
}

/// One page: a segment, the position where it continues, and the maximum number of items that DynamoDB evaluates.
#[derive(Debug, Clone)]
pub(crate) struct PageRequest {
    pub(crate) segment: usize,
    pub(crate) start: Option<StartKey>,
    pub(crate) limit: Option<usize>,
}

impl Source {
    pub(crate) fn index_name(&self) -> Option<&'static str> {
        self.index.map(|index| index.name)
    }

    /// Whether the target is a global secondary index, which has no consistent reads.
    pub(super) fn is_of_global_index(&self) -> bool {
        self.index_name().is_some_and(|name| self.table.local_indexes.iter().all(|local| local.name != name))
    }

    /// Makes the request for a page of one of this many segments.
    pub(crate) fn request(&self, client: &Client, page_request: &PageRequest, total: usize) -> ScanFluentBuilder {
        let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let request = client
            .scan()
            .table_name(&self.table_name)
            .set_index_name(self.index_name().map(str::to_owned))
            .segment(number(page_request.segment))
            .total_segments(number(total))
            .set_limit(page_request.limit.map(number))
            .set_exclusive_start_key(page_request.start.as_ref().map(start_key))
            .set_consistent_read(self.consistent.then_some(true))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        self.projected(self.filtered(request))
    }

    /// Filters out items of other entities. Items without a discriminator pass: their keys identify the entity.
    fn filtered(&self, mut request: ScanFluentBuilder) -> ScanFluentBuilder {
        let mut terms = Vec::new();
        if let Some((entity, name)) = self.entity.and_then(|entity| Some((entity, entity.table.discriminator?))) {
            terms.push("(#d = :d OR attribute_not_exists(#d))".to_owned());
            request = request
                .expression_attribute_names("#d", name)
                .expression_attribute_values(":d", AttributeValue::S(entity.discriminator.to_owned()));
        }
        if let Some(Expression { expression, names, values, .. }) =
            self.filter.as_ref().map(|filter| &filter.expression)
        {
            terms.push(format!("({expression})"));
            for (placeholder, name) in names {
                request = request.expression_attribute_names(placeholder, name);
            }
            for (placeholder, value) in values {
                request = request.expression_attribute_values(placeholder, value.clone());
            }
        }
        if terms.is_empty() { request } else { request.filter_expression(terms.join(" AND ")) }
    }

    /// Requests only the attributes that identify an item and its entity, if these suffice.
    fn projected(&self, request: ScanFluentBuilder) -> ScanFluentBuilder {
        if !self.keys_only {
            return request;
        }
        let mut names = self.key_names();
        names.extend(self.table.discriminator.filter(|_| holds_whole_items(self.index)));
        names.extend(self.ttl().filter(|name| !names.contains(name)));
        let places: Vec<String> = (0..names.len()).map(|place| format!("#k{place}")).collect();
        let request = request.projection_expression(places.join(", "));
        places
            .into_iter()
            .zip(names)
            .fold(request, |request, (place, name)| request.expression_attribute_names(place, name))
    }

    /// Returns the attribute that shows whether an item has expired, if expired items are omitted.
    pub(super) fn ttl(&self) -> Option<&'static str> {
        self.entity.filter(|_| !self.include_expired).and_then(EntitySchema::ttl_attribute)
    }

    /// Whether the target contains an attribute.
    pub(super) fn holds(&self, name: &str) -> bool {
        let is_included = match self.index.map(|index| index.projection) {
            None | Some(IndexProjection::All) => true,
            Some(IndexProjection::KeysOnly) => false,
            Some(IndexProjection::Include(included)) => included.contains(&name),
        };
        is_included || self.key_names().contains(&name)
    }

    /// Whether an item is omitted because it has expired.
    pub(crate) fn hides(&self, item: &impl Attributed) -> bool {
        !self.include_expired && self.entity.is_some_and(|entity| is_expired(entity, item, now()))
    }

    /// Returns the error for an item whose key has the words of the entity's key, but is a key of no listed entity.
    pub(super) fn unparsed(&self, item: &impl Attributed) -> Option<Error> {
        let entity = self.entity?;
        unparsed(entity, item).or_else(|| unlisted(entity, item))
    }

    /// Warns of such an item, the first time for each entity.
    pub(super) fn warn_of_unparsed(&self, error: &Error) {
        if let Some(entity) = self.entity {
            warn(entity, error);
        }
    }

    /// Returns the position of an item, from its attributes or from DynamoDB's last evaluated key.
    pub(crate) fn place(&self, item: &impl Attributed) -> Result<StartKey> {
        let place = |name: &'static str| Some((name.to_owned(), item.attribute(name).and_then(Scalar::to_key)?));
        self.key_names().into_iter().map(place).collect::<Option<_>>().ok_or_else(|| {
            let message = "a scanned item lacks a key attribute of the table or the index; open the table with \
                           `open_verified()`, which lists every difference from its declaration";
            Error::new(ErrorKind::TableMismatch, message)
        })
    }

    /// Returns the attributes of the table's key and of the index's key, without duplicates.
    fn key_names(&self) -> Vec<&'static str> {
        let of_index = self.index.iter().flat_map(IndexSchema::keys);
        let keys = [Some(self.table.partition_key), self.table.sort_key].into_iter().flatten().chain(of_index);
        let mut names: Vec<_> = keys.map(|key| key.name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Whether the table, or an index of it, contains whole items.
pub(super) fn holds_whole_items(index: Option<IndexSchema>) -> bool {
    index.is_none_or(|index| matches!(index.projection, IndexProjection::All))
}

//! Makes the SDK's Query request of a lane.

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    Client,
    operation::query::{QueryInput, builders::QueryFluentBuilder},
    types::{AttributeValue, ReturnConsumedCapacity},
};

use crate::{
    Item, Result,
    client::transport::failure::build_error,
    item::stored::{attribute, insert_key},
    key::{ItemKey, KeyScalar},
    physics::capacity::Consistency,
    projection::{
        ProjectedField,
        requested::{expression, of_fields},
    },
    read::{After, Direction, Lane, Plan, SortCondition},
    schema::KeyAttributes,
};

impl Plan {
    /// Returns the requests of the first round for a table of this name: one for each lane of the first group.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if the SDK rejects a request.
    pub fn params(&self, table_name: &str) -> Result<Vec<QueryInput>> {
        self.first_round_of(table_name, None)?.into_iter().map(LaneQuery::into_input).collect()
    }

    pub(super) fn first_round_of(&self, table_name: &str, fields: Option<&[ProjectedField]>) -> Result<Vec<LaneQuery>> {
        let Some((first, lanes)) = self.rest().next() else { return Ok(Vec::new()) };
        let (group, limit) = (self.group(first)?, self.first_page(lanes));
        let lanes = group.lanes().iter().enumerate().filter(|(_, lane)| !lane.is_empty());
        let requests = lanes.map(|(rank, lane)| {
            let start = self.start_of(lane, rank).map(|after| start_key(self, lane, &after));
            LaneQuery::new(self, table_name, lane, start, limit, fields)
        });
        Ok(requests.collect())
    }
}

/// A Query request to one lane, without a client.
pub(super) struct LaneQuery {
    table_name: String,
    index_name: Option<String>,
    is_ascending: bool,
    is_consistent: bool,
    limit: Option<i32>,
    start: Option<Item>,
    key_condition: String,
    filter: Option<String>,
    projection: Option<String>,
    names: HashMap<String, String>,
    values: HashMap<String, AttributeValue>,
}

/// Sets the parameters of a request on a builder of the SDK, with or without a client.
macro_rules! fill {
    ($builder:expr, $query:expr) => {
        $builder
            .table_name($query.table_name)
            .set_index_name($query.index_name)
            .scan_index_forward($query.is_ascending)
            .set_consistent_read($query.is_consistent.then_some(true))
            .set_limit($query.limit)
            .set_exclusive_start_key($query.start)
            .key_condition_expression($query.key_condition)
            .set_filter_expression($query.filter)
            .set_projection_expression($query.projection)
            // Set as a whole, because each setter of the builder copies the map.
            .set_expression_attribute_names(Some($query.names))
            .set_expression_attribute_values(Some($query.values))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
    };
}

/// The initial capacity of a key condition, which suffices for a key of two attributes.
const KEY_CONDITION_CAPACITY: usize = 64;

/// The initial capacity for names and for values, which suffices for a key of two attributes.
const VARIABLES: usize = 3;

impl LaneQuery {
    /// Makes the request to one lane.
    pub(super) fn new(
        plan: &Plan,
        table_name: &str,
        lane: &Lane,
        start: Option<Item>,
        limit: Option<usize>,
        fields: Option<&[ProjectedField]>,
    ) -> Self {
        let mut query = Self {
            table_name: table_name.to_owned(),
            index_name: plan.index().map(str::to_owned),
            is_ascending: plan.direction() == Direction::Ascending,
            is_consistent: plan.consistency() == Consistency::Strong,
            limit: limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX)),
            start,
            key_condition: String::with_capacity(KEY_CONDITION_CAPACITY),
            filter: None,
            projection: None,
            names: HashMap::with_capacity(VARIABLES),
            values: HashMap::with_capacity(VARIABLES),
        };
        query.add_key_condition(plan, lane);
        if let Some(filter) = plan.filter.as_ref().filter(|_| !plan.filters_here()) {
            query.filter = Some(filter.expression.expression.clone());
            query.names.extend(filter.expression.names.clone());
            query.values.extend(filter.expression.values.clone());
        }
        // If the keys alone do not decide whether an item matches, the whole item is requested.
        if let Some(fields) = fields.filter(|_| plan.keys_suffice() && !plan.filters_here()) {
            let attributes = of_fields(plan.entity, plan.key, fields);
            let (projected, projected_names) = expression(&attributes);
            query.projection = Some(projected);
            query.names.extend(projected_names.map(|(placeholder, name)| (placeholder, name.to_owned())));
        }
        query
    }

    fn add_key_condition(&mut self, plan: &Plan, lane: &Lane) {
        let (partition, sort) = plan.key_attributes();
        for (place, (of, value)) in partition.iter().zip(lane.partition_key().values()).enumerate() {
            let (name, value_name) = (named("#p", place), named(":p", place));
            push_term(&mut self.key_condition, &[&name, " = ", &value_name]);
            self.names.insert(name, of.name.to_owned());
            self.values.insert(value_name, attribute(value));
        }
        let conditions = lane.interval().conditions();
        for (place, (of, condition)) in sort.into_iter().flat_map(KeyAttributes::iter).zip(conditions).enumerate() {
            let (name, a, b) = (named("#s", place), named(":a", place), named(":b", place));
            let bounds = push_condition(&mut self.key_condition, condition, &name, &a, &b);
            self.names.insert(name, of.name.to_owned());
            self.values.extend([a, b].into_iter().zip(bounds.iter().map(attribute)));
        }
    }

    /// Returns the request as a value that can be printed.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if the SDK rejects it.
    pub(super) fn into_input(self) -> Result<QueryInput> {
        fill!(QueryInput::builder(), self).build().map_err(build_error)
    }

    /// Returns the request as a builder of this client, which accepts its own settings.
    pub(super) fn into_sdk(self, client: &Client) -> QueryFluentBuilder {
        fill!(client.query(), self)
    }
}

/// Returns the placeholder of an attribute at this position of its part of the key.
fn named(name: &str, place: usize) -> String {
    match place {
        0 => name.to_owned(),
        _ => format!("{name}{place}"),
    }
}

/// Adds a term, given by its parts, to a conjunction.
fn push_term(conjunction: &mut String, parts: &[&str]) {
    if !conjunction.is_empty() {
        conjunction.push_str(" AND ");
    }
    parts.iter().for_each(|part| conjunction.push_str(part));
}

/// Adds a condition on an attribute of the sort key. Returns its values.
fn push_condition(conjunction: &mut String, condition: SortCondition, name: &str, a: &str, b: &str) -> Vec<KeyScalar> {
    let (parts, values): (&[&str], _) = match condition {
        SortCondition::All => return Vec::new(),
        SortCondition::Equal(value) => (&[name, " = ", a], vec![value]),
        SortCondition::BeginsWith(text) => (&["begins_with(", name, ", ", a, ")"], vec![KeyScalar::S(text)]),
        SortCondition::Below(value) => (&[name, " < ", a], vec![value]),
        SortCondition::AtMost(value) => (&[name, " <= ", a], vec![value]),
        SortCondition::Above(value) => (&[name, " > ", a], vec![value]),
        SortCondition::AtLeast(value) => (&[name, " >= ", a], vec![value]),
        SortCondition::Between(from, to) => (&[name, " BETWEEN ", a, " AND ", b], vec![from, to]),
    };
    push_term(conjunction, parts);
    values
}

/// Returns the exclusive start key of a cursor's item: exactly the key attributes of the table and of the index.
pub(super) fn start_key(plan: &Plan, lane: &Lane, after: &After) -> Item {
    let mut start = Item::with_capacity(4);
    if let Some(table_key) = &after.table_key {
        insert_key(plan.entity, 0, table_key, &mut start);
    }
    let key = ItemKey { partition: lane.partition_key().clone(), sort: after.sort.clone() };
    insert_key(plan.entity, plan.key, &key, &mut start);
    start
}

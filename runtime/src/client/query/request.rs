//! From a lane to the SDK's Query request.

use aws_sdk_dynamodb::{
    operation::query::{QueryInput, builders::QueryInputBuilder},
    types::ReturnConsumedCapacity,
};

use crate::{
    Result,
    client::{
        Item,
        read_keys::build_error,
        stored::{attribute, insert_key, key_attributes},
    },
    key::{ItemKey, KeyScalar},
    physics::capacity::Consistency,
    read::{After, Direction, Lane, Plan, SortCondition},
    schema::Projection,
};

impl Plan {
    /// The requests of the first round, for a table of this name: one to each lane of the first group.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) where the SDK refuses one.
    pub fn params(&self, table_name: &str) -> Result<Vec<QueryInput>> {
        self.first_round_of(table_name, false)
    }

    pub(super) fn first_round_of(&self, table_name: &str, keys_only: bool) -> Result<Vec<QueryInput>> {
        let Some((first, lanes)) = self.rest().next() else { return Ok(Vec::new()) };
        let (group, limit) = (self.group(first)?, self.first_page(lanes));
        let requests = group.lanes().iter().filter(|lane| !lane.is_empty()).map(|lane| {
            let start = lane.start.as_ref().map(|after| start_key(self, lane, after));
            request(self, table_name, lane, start, limit, keys_only)
        });
        requests.map(|request| request.build().map_err(build_error)).collect()
    }
}

/// The request to one lane.
pub(super) fn request(
    plan: &Plan,
    table_name: &str,
    lane: &Lane,
    start: Option<Item>,
    limit: Option<usize>,
    keys_only: bool,
) -> QueryInputBuilder {
    let (partition, sort) = plan.attribute_names();
    let mut request = QueryInput::builder()
        .table_name(table_name)
        .set_index_name(plan.index().map(str::to_owned))
        .expression_attribute_names("#p", partition)
        .expression_attribute_values(":p", attribute(lane.partition_key()))
        .scan_index_forward(plan.direction() == Direction::Ascending)
        .set_consistent_read((plan.consistency() == Consistency::Strong).then_some(true))
        .set_limit(limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX)))
        .set_exclusive_start_key(start)
        .return_consumed_capacity(ReturnConsumedCapacity::Total);
    let (condition, values) = condition(lane.interval().condition());
    if !condition.is_empty() {
        request = request.expression_attribute_names("#s", sort);
    }
    for (name, value) in [":a", ":b"].into_iter().zip(&values) {
        request = request.expression_attribute_values(name, attribute(value));
    }
    if let Some(filter) = plan.filter.as_ref().filter(|_| !plan.filters_here()) {
        request = request.filter_expression(&filter.expression.expression);
        for (placeholder, name) in &filter.expression.names {
            request = request.expression_attribute_names(placeholder, name);
        }
        for (placeholder, value) in &filter.expression.values {
            request = request.expression_attribute_values(placeholder, value.clone());
        }
    }
    if keys_only
        && !plan.filters_here()
        && let Some(attributes) = projected(plan)
    {
        let names: Vec<String> = (0..attributes.len()).map(|place| format!("#k{place}")).collect();
        request = request.projection_expression(names.join(", "));
        for (name, attribute) in names.into_iter().zip(attributes) {
            request = request.expression_attribute_names(name, attribute);
        }
    }
    request.key_condition_expression(format!("#p = :p{condition}"))
}

fn condition(condition: SortCondition) -> (&'static str, Vec<KeyScalar>) {
    match condition {
        SortCondition::All => ("", Vec::new()),
        SortCondition::Equal(a) => (" AND #s = :a", vec![a]),
        SortCondition::BeginsWith(a) => (" AND begins_with(#s, :a)", vec![KeyScalar::S(a)]),
        SortCondition::Below(a) => (" AND #s < :a", vec![a]),
        SortCondition::AtMost(a) => (" AND #s <= :a", vec![a]),
        SortCondition::Above(a) => (" AND #s > :a", vec![a]),
        SortCondition::AtLeast(a) => (" AND #s >= :a", vec![a]),
        SortCondition::Between(a, b) => (" AND #s BETWEEN :a AND :b", vec![a, b]),
    }
}

/// The start key behind the item of a cursor: exactly the key attributes of the table and of the index.
pub(super) fn start_key(plan: &Plan, lane: &Lane, after: &After) -> Item {
    let mut start = Item::with_capacity(4);
    if let Some(table_key) = &after.table_key {
        insert_key(plan.entity, 0, table_key, &mut start);
    }
    let key = ItemKey { partition: lane.partition_key().clone(), sort: after.sort.clone() };
    insert_key(plan.entity, plan.key, &key, &mut start);
    start
}

/// The attributes that name an item and its entity; `None` where more of it is needed.
fn projected(plan: &Plan) -> Option<Vec<&'static str>> {
    if !plan.keys_tell() {
        return None;
    }
    let mut attributes = Vec::with_capacity(5);
    for key in [0, plan.key] {
        let (partition, sort) = key_attributes(plan.entity, key)?;
        attributes.push(partition.name);
        attributes.extend(sort.map(|sort| sort.name));
    }
    let holds_discriminator = |name: &&str| match plan.index().and_then(|index| plan.entity.table.index(index)) {
        Some(index) => match index.projection {
            Projection::All => true,
            Projection::KeysOnly => false,
            Projection::Include(attributes) => attributes.contains(name),
        },
        None => true,
    };
    attributes.extend(plan.entity.table.discriminator.filter(holds_discriminator));
    attributes.sort_unstable();
    attributes.dedup();
    Some(attributes)
}

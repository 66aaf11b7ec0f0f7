//! Scatter-gather by hand on the SDK, as it is usually written: read `limit` items of every lane, then sort and
//! truncate.

use std::{error::Error, ops::RangeInclusive};

use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity, Select};
use keywright::Handle;

use crate::schema::Departures;

/// Lanes to read by hand: partition keys of the table or of an index, and a range of sort keys.
pub(crate) struct Lanes {
    index: Option<&'static str>,
    partition_attribute: &'static str,
    sort_attribute: &'static str,
    partitions: Vec<String>,
    from: String,
    to: String,
    limit: Option<i32>,
    select: Option<Select>,
}

impl Lanes {
    /// Returns all shards of these days of July.
    pub(crate) fn of_days(days: RangeInclusive<u32>, from: &str, to: &str) -> Self {
        let partitions =
            days.flat_map(|day| (0..4).map(move |shard| format!("DEPARTURE#2013-07-{day:02}#{shard}"))).collect();
        Self { partitions, ..Self::of_table("", from, to) }
    }

    pub(crate) fn of_table(partition: &str, from: &str, to: &str) -> Self {
        Self {
            index: None,
            partition_attribute: "PK",
            sort_attribute: "SK",
            partitions: vec![partition.to_owned()],
            from: from.to_owned(),
            to: to.to_owned(),
            limit: None,
            select: None,
        }
    }

    pub(crate) fn of_index(
        index: &'static str,
        partition_attribute: &'static str,
        sort_attribute: &'static str,
        partition: &str,
        from: &str,
        to: &str,
    ) -> Self {
        Self { index: Some(index), partition_attribute, sort_attribute, ..Self::of_table(partition, from, to) }
    }

    /// Reads one page of this many items of each lane, instead of the whole lane.
    pub(crate) fn limit(mut self, items: i32) -> Self {
        self.limit = Some(items);
        self
    }

    pub(crate) fn counted(mut self) -> Self {
        self.select = Some(Select::Count);
        self
    }
}

/// Reads the lanes. Returns the consumed read capacity units.
pub(crate) async fn read_units(table: &Handle<Departures>, lanes: Lanes) -> Result<f64, Box<dyn Error>> {
    let mut units = 0.0;
    for partition in &lanes.partitions {
        let mut start = None;
        loop {
            let page = table
                .client()
                .query()
                .table_name(table.table_name())
                .set_index_name(lanes.index.map(str::to_owned))
                .key_condition_expression("#pk = :pk AND #sk BETWEEN :from AND :to")
                .expression_attribute_names("#pk", lanes.partition_attribute)
                .expression_attribute_names("#sk", lanes.sort_attribute)
                .expression_attribute_values(":pk", AttributeValue::S(partition.clone()))
                .expression_attribute_values(":from", AttributeValue::S(lanes.from.clone()))
                .expression_attribute_values(":to", AttributeValue::S(lanes.to.clone()))
                .scan_index_forward(false)
                .set_limit(lanes.limit)
                .set_select(lanes.select.clone())
                .set_exclusive_start_key(start)
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await?;
            units += page.consumed_capacity().and_then(|consumed| consumed.capacity_units()).unwrap_or_default();
            start = page.last_evaluated_key;
            if start.is_none() || lanes.limit.is_some() {
                break;
            }
        }
    }
    Ok(units)
}

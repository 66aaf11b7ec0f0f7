//! Compares a live table with its schema.

use std::error::Error;

use aws_sdk_dynamodb::{
    Client,
    error::DisplayErrorContext,
    types::{TableDescription, TimeToLiveDescription, TimeToLiveStatus},
};
use keywright::{
    Schema, Table,
    load::{WarmThroughput, warm_throughput},
    schema::Regions,
};

/// Compares the table on AWS with the schema. Returns a sentence for each difference.
///
/// Compares the key, the declared indexes with their keys and projections, how consistent the table's Regions are
/// ([`TableSchema::differences`]), the TTL attribute, and the warm throughput that the declared peaks need.
/// Additional indexes and more warm throughput are no differences.
///
/// It sends `DescribeTable` and `DescribeTimeToLive`, and needs the permissions for them.
///
/// [`TableSchema::differences`]: keywright::schema::TableSchema::differences
///
/// # Errors
///
/// If a request fails, for example because there is no such table. The message names the request and the table.
pub async fn verify<S: Schema>(client: &Client, table_name: &str) -> Result<Vec<String>, Box<dyn Error + Send + Sync>>
where
    S::Table: 'static,
{
    let schema = <S::Table as Table>::SCHEMA;
    let failed = |request: &str, error: &dyn Error| {
        format!("{request} of the table `{table_name}` failed: {}", DisplayErrorContext(error))
    };
    let described = client.describe_table().table_name(table_name).send().await;
    let described = described.map_err(|error| failed("DescribeTable", &error))?;
    let time_to_live = client.describe_time_to_live().table_name(table_name).send().await;
    let time_to_live = time_to_live.map_err(|error| failed("DescribeTimeToLive", &error))?;
    let table = described.table().ok_or_else(|| format!("DynamoDB did not describe the table `{table_name}`"))?;
    let mut differences = schema.differences(table);
    if schema.regions == Regions::Strong && table.replicas().is_empty() {
        differences.push("consistency between Regions: declared strong, found a table of one Region".to_owned());
    }
    differences.extend(ttl(schema.ttl, time_to_live.time_to_live_description()));
    differences.extend(warm_differences::<S>(table));
    Ok(differences)
}

/// Fails if the table differs, and names each difference.
pub(crate) async fn check<S: Schema>(client: &Client, table_name: &str) -> Result<(), String>
where
    S::Table: 'static,
{
    let differences = verify::<S>(client, table_name).await.map_err(|error| error.to_string())?;
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!(
        "the table `{table_name}` differs from the declarations of `{}`\n  {}\nchange the table by its infrastructure \
         code, or correct the schema",
        <S::Table as Table>::SCHEMA.name,
        differences.join("\n  ")
    ))
}

/// Compares the warm throughput of the table and of its indexes.
fn warm_differences<S: Schema>(table: &TableDescription) -> Vec<String> {
    let units = |read: Option<i64>, write: Option<i64>| [read.unwrap_or_default(), write.unwrap_or_default()];
    let of_table = table.warm_throughput().map(|of| units(of.read_units_per_second(), of.write_units_per_second()));
    let mut differences = warm("the table", warm_throughput(S::ENTITIES, None), of_table);
    for index in table.global_secondary_indexes() {
        let Some(name) = index.index_name() else { continue };
        let of_index = index.warm_throughput().map(|of| units(of.read_units_per_second(), of.write_units_per_second()));
        let declared = warm_throughput(S::ENTITIES, Some(name));
        differences.extend(warm(&format!("the index `{name}`"), declared, of_index));
    }
    differences
}

/// Compares the declared TTL attribute with the one that DynamoDB reports.
fn ttl(declared: Option<&str>, found: Option<&TimeToLiveDescription>) -> Option<String> {
    let is_on = |of: &&TimeToLiveDescription| {
        matches!(of.time_to_live_status(), Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling))
    };
    let found = found.filter(is_on).and_then(TimeToLiveDescription::attribute_name);
    match (declared, found) {
        (declared, found) if declared == found => None,
        (Some(declared), None) => Some(format!("TTL: declared by the attribute `{declared}`, found disabled")),
        (None, Some(found)) => Some(format!("TTL: not declared, found by the attribute `{found}`")),
        (declared, found) => Some(format!(
            "TTL: declared by the attribute `{}`, found by `{}`",
            declared.unwrap_or_default(),
            found.unwrap_or_default()
        )),
    }
}

/// Compares the warm throughput that the design needs with the actual one: read units and write units per second.
fn warm(place: &str, needed: WarmThroughput, found: Option<[i64; 2]>) -> Vec<String> {
    let both = [("read", needed.read_units, 0), ("write", needed.write_units, 1)];
    let short = |(meter, needed, place_of_meter): (&str, Option<u64>, usize)| {
        let found = found.and_then(|units| u64::try_from(*units.get(place_of_meter)?).ok());
        let needed = needed.filter(|needed| found.is_none_or(|found| *needed > found))?;
        let found = found.map_or_else(|| "none".to_owned(), |found| found.to_string());
        Some(format!(
            "warm throughput of {place}: the declared peaks need {needed} {meter} units a second, found {found}; raise \
             it before the load comes"
        ))
    };
    both.into_iter().filter_map(short).collect()
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::TimeToLiveSpecification;
    use keywright::Entity;
    use keywright_local::Local;
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Table)]
    #[table(ttl = "ends")]
    #[gsi(name = "GSI1", pk = "GSI1PK", projection = "keys_only")]
    #[entities(Order)]
    struct Shop;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Shop)]
    #[pk(template = "CUSTOMER#<customer>")]
    #[sk(template = "ORDER#<id>")]
    #[gsi(index = "GSI1", query = by_id, pk = "ORDER#<id>")]
    #[peak(writes_per_second = 9_000, item_bytes = 200)]
    struct Order {
        customer: String,
        id: u32,
        #[entity(ttl)]
        ends: u64,
    }

    /// The table with other declarations.
    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", projection = "all")]
    #[entities(Other)]
    struct Others;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Others)]
    #[pk(template = "CUSTOMER#<customer>")]
    #[sk(template = "ORDER#<id>")]
    #[gsi(index = "GSI1", query = by_id, pk = "ORDER#<id>")]
    struct Other {
        customer: String,
        id: u32,
    }

    /// A table with three Regions, in an engine that has one.
    #[derive(Table)]
    #[table(sk = none, regions = "strong")]
    #[entities()]
    struct Strong;

    async fn compare() {
        let strong = Local::start().open::<Strong>("strong").await.unwrap();
        let found = verify::<Strong>(strong.client(), "strong").await.unwrap();
        assert_eq!(found, ["consistency between Regions: declared strong, found a table of one Region"]);
        let shop = Local::start().open::<Shop>("shop").await.unwrap();
        let client = shop.client();
        let found = verify::<Others>(client, "shop").await.unwrap();
        assert_eq!(found, ["projection of index GSI1: declared ALL, found KEYS_ONLY"]);
        let error = verify::<Shop>(client, "none").await.unwrap_err().to_string();
        let expected = ["DescribeTable of the table `none` failed: ", "ResourceNotFoundException"];
        assert!(expected.iter().all(|part| error.contains(part)), "{error}");
        // The engine keeps no warm throughput.
        let warm = |place: &str| {
            format!(
                "warm throughput of {place}: the declared peaks need 11000 write units a second, found none; raise it \
                 before the load comes"
            )
        };
        let disabled = "TTL: declared by the attribute `ends`, found disabled".to_owned();
        let own = verify::<Shop>(client, "shop").await.unwrap();
        assert_eq!(own, [disabled, warm("the table"), warm("the index `GSI1`")]);
        let enabled = TimeToLiveSpecification::builder().enabled(true).attribute_name("ends").build().unwrap();
        client.update_time_to_live().table_name("shop").time_to_live_specification(enabled).send().await.unwrap();
        let own = verify::<Shop>(client, "shop").await.unwrap();
        assert_eq!(own, [warm("the table"), warm("the index `GSI1`")]);
    }

    #[test]
    fn a_live_table_is_compared() {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(compare());
    }

    #[test]
    fn ttl_is_declared_and_enabled_alike() {
        let status = |status, name: &str| {
            TimeToLiveDescription::builder().time_to_live_status(status).attribute_name(name).build()
        };
        let on = status(TimeToLiveStatus::Enabled, "ends");
        assert_eq!(ttl(Some("ends"), Some(&on)), None);
        assert_eq!(ttl(None, Some(&status(TimeToLiveStatus::Disabled, "ends"))), None);
        assert_eq!(ttl(Some("ends"), None).unwrap(), "TTL: declared by the attribute `ends`, found disabled");
        assert_eq!(ttl(None, Some(&on)).unwrap(), "TTL: not declared, found by the attribute `ends`");
        assert_eq!(ttl(Some("at"), Some(&on)).unwrap(), "TTL: declared by the attribute `at`, found by `ends`");
    }

    #[test]
    fn warm_throughput_is_at_least_what_is_needed() {
        let needed = warm_throughput(Shop::ENTITIES, None);
        assert!(needed.write_units.is_some_and(|units| units > 4_000), "{needed:?}");
        let found = warm("the table", needed, Some([12_000, 4_000]));
        let expected = "write units a second, found 4000; raise it before the load comes";
        assert!(matches!(&found[..], [one] if one.ends_with(expected)), "{found:#?}");
        assert!(warm("the table", needed, Some([100_000, 1_000_000])).is_empty());
    }
}

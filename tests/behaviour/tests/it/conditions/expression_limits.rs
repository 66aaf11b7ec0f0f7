//! Requests that exceed the limits of expressions are refused before they are sent, or sent in another way.

use aws_sdk_dynamodb::{error::ProvideErrorMetadata as _, types::AttributeValue};
use keywright::{Attributes, Entity, ErrorKind, Handle, Outcome, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Wide, Versioned)]
struct Sheets;

/// An entity with any number of attributes.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Sheets)]
#[pk(template = "WIDE#<id>")]
#[sk(template = "SHEET#<row>")]
struct Wide {
    id: String,
    row: u32,
    total: u64,
    #[serde(flatten)]
    columns: Attributes,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Sheets)]
#[pk(template = "VERSIONED#<id>")]
#[sk(template = "SHEET#<row>")]
struct Versioned {
    id: String,
    row: u32,
    total: u64,
    #[entity(version)]
    version: u64,
    #[serde(flatten)]
    columns: Attributes,
}

fn columns(count: usize) -> Attributes {
    (0..count).map(|column| (format!("column{column}"), "value")).collect()
}

fn wide(row: u32, count: usize) -> Wide {
    Wide { id: "w".into(), row, total: 1, columns: columns(count) }
}

fn versioned(row: u32, count: usize) -> Versioned {
    Versioned { id: "v".into(), row, total: 1, version: 0, columns: columns(count) }
}

async fn sheets() -> (Local, Handle<Sheets>) {
    let local = Local::start();
    let sheets = Sheets::open(local.client(), "sheets");
    sheets.create_table().await.unwrap();
    (local, sheets)
}

#[tokio::test]
async fn filter_with_too_many_operators_is_rejected_before_sending() {
    let (local, sheets) = sheets().await;
    local.clear_operations();
    let of = |terms: u64| (1..terms).fold(Wide::TOTAL.eq(0), |filter, total| filter | Wide::TOTAL.eq(total));
    let query = |terms| Wide::query("w").filter(of(terms));
    let error = query(151).send(&sheets).await.map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    assert!(error.to_string().contains("more than 300"), "{error}");
    let error = sheets.update(Wide::key("w", 1_u32)).set(Wide::TOTAL, 2_u64).when(of(151)).await.map(drop).unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied), "{error}");
    let error = sheets.put(&wide(1, 0)).when(of(151)).await.map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    assert_eq!(local.requests(), 0);
    assert!(query(150).send(&sheets).await.is_ok());
}

#[tokio::test]
async fn combined_conditions_over_the_limit_are_rejected() {
    let (local, sheets) = sheets().await;
    sheets.put(&versioned(1, 0)).await.unwrap();
    local.clear_operations();
    // 299 operators, and those of the version in addition.
    let many = (1..150_u64).fold(Versioned::TOTAL.eq(0), |any, total| any | Versioned::TOTAL.eq(total));
    let put = Versioned { version: 1, ..versioned(1, 0) };
    let error = sheets.put(&put).when(many).await.map(drop).unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied), "{error}");
    assert_eq!((error.entity(), error.key()), (Some("Versioned"), Some("VERSIONED#v / SHEET#0000000001")));
    assert!(error.to_string().contains("operators and functions"), "{error}");
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn updates_over_the_item_size_limit_are_rejected() {
    let (local, sheets) = sheets().await;
    let large = |kb: usize| Wide { columns: [("note", "x".repeat(kb * 1_024))].into_iter().collect(), ..wide(1, 0) };
    sheets.put(&large(300)).await.unwrap();
    local.clear_operations();
    let grown = |kb: usize| {
        let text = AttributeValue::S("x".repeat(kb * 1_024));
        sheets
            .client()
            .update_item()
            .table_name("sheets")
            .key("PK", AttributeValue::S("WIDE#w".into()))
            .key("SK", AttributeValue::S("SHEET#0000000001".into()))
            .update_expression("SET more = :m")
            .expression_attribute_values(":m", text)
    };
    let error = grown(200).send().await.unwrap_err().into_service_error();
    assert_eq!(error.code(), Some("ValidationException"));
    assert_eq!(error.message(), Some("Item size to update has exceeded the maximum allowed size"));
    let report = sheets
        .update_each(|sheet: Wide| {
            Some(Wide { columns: [("note", "x".repeat(500_000))].into_iter().collect(), ..sheet })
        })
        .await
        .unwrap();
    assert_eq!((report.written, report.failures), (0, 1));
    assert_eq!(report.failed[0].error.kind(), ErrorKind::ItemTooLarge);
}

#[tokio::test]
async fn engine_limit_errors_match_dynamodb() {
    let (local, sheets) = sheets().await;
    sheets.put(&wide(1, 0)).await.unwrap();
    let delete = || {
        local
            .client()
            .delete_item()
            .table_name("sheets")
            .key("PK", AttributeValue::S("WIDE#w".into()))
            .key("SK", AttributeValue::S("SHEET#0000000001".into()))
    };
    let terms = |count: usize| vec!["a <> a"; count].join(" AND ");
    let said = |error: aws_sdk_dynamodb::operation::delete_item::DeleteItemError| {
        assert_eq!(error.code(), Some("ValidationException"));
        error.message().unwrap().to_owned()
    };
    let error = delete().condition_expression(terms(151)).send().await.unwrap_err().into_service_error();
    let expected = "Invalid ConditionExpression: The expression contains too many operators; operator count: 301";
    assert_eq!(said(error), expected);
    let name = format!("#{}", "n".repeat(255));
    let named = delete().condition_expression(format!("attribute_not_exists({name})"));
    let error = named.expression_attribute_names(&name, "a").send().await.unwrap_err().into_service_error();
    let expected = "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is \
                    too long; size of key: 256";
    assert_eq!(said(error), expected);
    let long = delete().condition_expression(format!("attribute_exists(a){}", " ".repeat(4_096)));
    let error = long.send().await.unwrap_err().into_service_error();
    let text = said(error);
    assert!(text.contains("Expression size has exceeded the maximum allowed size"), "{text}");
    let large = delete().condition_expression("a = :a OR a = :b");
    let large = [":a", ":b"].into_iter().fold(large, |request, name| {
        request.expression_attribute_values(name, AttributeValue::S("x".repeat(1_100_000)))
    });
    assert!(said(large.send().await.unwrap_err().into_service_error()).contains("maximum allowed size"));
    assert!(sheets.get(Wide::key("w", 1_u32)).await.unwrap().is_some());
}

#[tokio::test]
async fn wide_versioned_items_are_guarded_by_the_version() {
    let (_local, sheets) = sheets().await;
    for row in 1..=3 {
        sheets.put(&versioned(row, 200)).await.unwrap();
    }
    let report = sheets.update_each(|sheet: Versioned| Some(Versioned { total: 7, ..sheet })).await.unwrap();
    assert_eq!((report.written, report.failures), (3, 0));
    let moved = sheets.move_to(Versioned::key("v", 1_u32), |sheet| sheet.row = 9).await.unwrap();
    assert_eq!((moved.row, moved.total, moved.columns), (9, 7, columns(200)));
    let report = sheets.delete_each(|sheet: &Versioned| sheet.row == 2).await.unwrap();
    assert_eq!((report.written, report.failures), (1, 0));
    assert_eq!(Versioned::query("v").count(&sheets).await.unwrap().items, 2);
}

#[tokio::test]
async fn concurrent_changes_to_a_wide_item_are_not_overwritten() {
    let (_local, sheets) = sheets().await;
    sheets.put(&versioned(1, 200)).await.unwrap();
    let mut shown = Vec::new();
    let other = sheets.clone();
    let runtime = tokio::runtime::Handle::current();
    let report = tokio::task::spawn_blocking(move || {
        let sweep = async {
            let update = |sheet: Versioned| {
                shown.push(sheet.total);
                if shown.len() == 1 {
                    let (other, key) = (other.clone(), Versioned::key("v", 1_u32));
                    std::thread::scope(|scope| {
                        let write = || runtime.block_on(other.update(key).set(Versioned::TOTAL, 5_u64).into_future());
                        scope.spawn(write).join().unwrap().unwrap();
                    });
                }
                Some(Versioned { total: sheet.total + 1, ..sheet })
            };
            sheets.update_each(update).await
        };
        let report = runtime.block_on(sweep).unwrap();
        (report, shown, sheets)
    });
    let (report, shown, sheets) = report.await.unwrap();
    assert_eq!((report.written, shown), (1, vec![1, 5]));
    assert_eq!(sheets.get(Versioned::key("v", 1_u32)).await.unwrap().unwrap().total, 6);
}

#[tokio::test]
async fn wide_item_without_version_is_rejected_before_writing() {
    let (local, sheets) = sheets().await;
    sheets.put(&wide(1, 200)).await.unwrap();
    sheets.put(&wide(2, 100)).await.unwrap();
    let writes = || local.operations().iter().filter(|sent| !matches!(&*sent.name, "Scan" | "GetItem")).count();
    local.clear_operations();
    let report = sheets.update_each(|sheet: Wide| Some(Wide { total: 7, ..sheet })).await.unwrap();
    assert_eq!((report.written, report.failures, writes()), (1, 1, 1));
    let error = &report.failed[0].error;
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied), "{error}");
    local.clear_operations();
    let report = sheets.delete_each(|sheet: &Wide| sheet.row == 1).await.unwrap();
    assert_eq!((report.written, report.failures, writes()), (0, 1, 0));
    let error = sheets.move_to(Wide::key("w", 1_u32), |sheet| sheet.row = 9).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome(), writes()),
        (ErrorKind::InvalidArgument, Outcome::NotApplied, 0),
        "{error}"
    );
    assert!(error.to_string().contains("give the entity a version"), "{error}");
}

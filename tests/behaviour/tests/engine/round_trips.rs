//! Every kind of request, through the SDK's own serializer, signer and parser.

use super::table::{self, GLOBAL, TABLE, get, item, key, n, put, s};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    AttributeValue, DeleteRequest, Get, KeysAndAttributes, Put, PutRequest, ReturnConsumedCapacity, ReturnValue,
    TableStatus, TransactGetItem, TransactWriteItem, Update, WriteRequest,
};
use keywright_local::Local;

#[tokio::test]
async fn item_with_every_attribute_type_round_trips() {
    let client = Local::start().client();
    table::create(&client).await;
    let mut whole = key("a", "1");
    whole.extend(item([
        ("text", s("größe")),
        ("number", n("-12.5")),
        ("bytes", AttributeValue::B(Blob::new([0, 255]))),
        ("yes", AttributeValue::Bool(true)),
        ("nothing", AttributeValue::Null(true)),
        ("texts", AttributeValue::Ss(vec!["a".into(), "b".into()])),
        ("list", AttributeValue::L(vec![n(1), s("two")])),
        ("map", AttributeValue::M(item([("inner", n(3))]))),
    ]));
    put(&client, whole.clone()).await;
    assert_eq!(get(&client, "a", "1").await, Some(whole));
    assert_eq!(get(&client, "a", "2").await, None);
}

#[tokio::test]
async fn a_query_pages_filters_and_reports_capacity() {
    let client = Local::start().client();
    table::create(&client).await;
    for number in 0..10 {
        let mut entry = key("a", &format!("{number}"));
        entry.extend(item([("odd", AttributeValue::Bool(number % 2 == 1))]));
        put(&client, entry).await;
    }
    let page = client
        .query()
        .table_name(TABLE)
        .key_condition_expression("PK = :pk AND SK BETWEEN :low AND :high")
        .filter_expression("odd = :odd")
        .expression_attribute_values(":pk", s("a"))
        .expression_attribute_values(":low", s("2"))
        .expression_attribute_values(":high", s("8"))
        .expression_attribute_values(":odd", AttributeValue::Bool(true))
        .limit(4)
        .scan_index_forward(false)
        .return_consumed_capacity(ReturnConsumedCapacity::Total)
        .send()
        .await
        .unwrap();
    let keys: Vec<_> = page.items().iter().map(|item| item["SK"].clone()).collect();
    assert_eq!(keys, [s("7"), s("5")]);
    assert_eq!((page.count, page.scanned_count), (2, 4));
    assert_eq!(page.last_evaluated_key, Some(key("a", "5")));
    assert_eq!(page.consumed_capacity.unwrap().capacity_units, Some(0.5));
}

#[tokio::test]
async fn update_returns_the_requested_values_and_moves_the_index_entry() {
    let client = Local::start().client();
    table::create(&client).await;
    let mut entry = key("a", "1");
    entry.extend(item([("G", s("old")), ("GS", n(1)), ("votes", n(1))]));
    put(&client, entry).await;
    let updated = client
        .update_item()
        .table_name(TABLE)
        .set_key(Some(key("a", "1")))
        .update_expression("SET G = :g ADD votes :one")
        .expression_attribute_values(":g", s("new"))
        .expression_attribute_values(":one", n(1))
        .return_values(ReturnValue::UpdatedNew)
        .send()
        .await
        .unwrap();
    assert_eq!(updated.attributes, Some(item([("G", s("new")), ("votes", n(2))])));
    for (partition, expected) in [("old", 0), ("new", 1)] {
        let found = client
            .query()
            .table_name(TABLE)
            .index_name(GLOBAL)
            .key_condition_expression("G = :g")
            .expression_attribute_values(":g", s(partition))
            .send()
            .await
            .unwrap();
        assert_eq!(found.count, expected, "{partition}");
    }
}

#[tokio::test]
async fn batches_write_delete_and_read() {
    let local = Local::start();
    let client = local.client();
    table::create(&client).await;
    put(&client, key("a", "gone")).await;
    let puts = (0..3).map(|number| {
        let put = PutRequest::builder().set_item(Some(key("a", &number.to_string())));
        WriteRequest::builder().put_request(put.build().unwrap()).build()
    });
    let delete = DeleteRequest::builder().set_key(Some(key("a", "gone"))).build().unwrap();
    let writes = puts.chain([WriteRequest::builder().delete_request(delete).build()]);
    let written = client.batch_write_item().request_items(TABLE, writes.collect()).send().await.unwrap();
    assert!(written.unprocessed_items.unwrap_or_default().is_empty());

    let wanted = ["0", "1", "2", "gone"].map(|sk| key("a", sk));
    let read = client
        .batch_get_item()
        .request_items(TABLE, KeysAndAttributes::builder().set_keys(Some(wanted.to_vec())).build().unwrap())
        .send()
        .await
        .unwrap();
    let mut found: Vec<_> =
        read.responses.unwrap()[TABLE].iter().map(|item| item["SK"].as_s().unwrap().clone()).collect();
    found.sort();
    assert_eq!(found, ["0", "1", "2"]);
    let last = local.operations().pop().unwrap();
    assert_eq!((last.name.as_str(), last.tables.as_slice()), ("BatchGetItem", &[TABLE.to_owned()][..]));
}

#[tokio::test]
async fn transaction_is_atomic_and_its_token_is_idempotent() {
    let client = Local::start().client();
    table::create(&client).await;
    put(&client, key("a", "counter")).await;
    let transaction = || {
        let put = Put::builder().table_name(TABLE).set_item(Some(key("a", "new"))).build().unwrap();
        let add = Update::builder()
            .table_name(TABLE)
            .set_key(Some(key("a", "counter")))
            .update_expression("ADD votes :one")
            .expression_attribute_values(":one", n(1))
            .build()
            .unwrap();
        client
            .transact_write_items()
            .client_request_token("once")
            .transact_items(TransactWriteItem::builder().put(put).build())
            .transact_items(TransactWriteItem::builder().update(add).build())
            .send()
    };
    transaction().await.unwrap();
    transaction().await.unwrap();

    let gets = ["new", "counter"].map(|sk| {
        let get = Get::builder().table_name(TABLE).set_key(Some(key("a", sk))).build().unwrap();
        TransactGetItem::builder().get(get).build()
    });
    let read = client.transact_get_items().set_transact_items(Some(gets.to_vec())).send().await.unwrap();
    let items: Vec<_> = read.responses().iter().map(|r| r.item.clone().unwrap()).collect();
    assert_eq!(items[0], key("a", "new"));
    assert_eq!(items[1]["votes"], n(1));
}

#[tokio::test]
async fn partiql_scan_delete_and_the_table_s_own_operations() {
    let local = Local::start();
    let client = local.client();
    table::create(&client).await;
    put(&client, key("a", "1")).await;
    put(&client, key("b", "1")).await;
    let found =
        client.execute_statement().statement(format!("SELECT * FROM \"{TABLE}\" WHERE PK = 'a'")).send().await.unwrap();
    assert_eq!(found.items, Some(vec![key("a", "1")]));

    let deleted = client
        .delete_item()
        .table_name(TABLE)
        .set_key(Some(key("a", "1")))
        .return_values(ReturnValue::AllOld)
        .send()
        .await
        .unwrap();
    assert_eq!(deleted.attributes, Some(key("a", "1")));
    let rest = client.scan().table_name(TABLE).send().await.unwrap();
    assert_eq!(rest.items, Some(vec![key("b", "1")]));

    let described = client.describe_table().table_name(TABLE).send().await.unwrap().table.unwrap();
    assert_eq!(described.table_status, Some(TableStatus::Active));
    assert_eq!(described.global_secondary_indexes().len(), 2);
    assert_eq!(client.list_tables().send().await.unwrap().table_names(), [TABLE]);
    client.delete_table().table_name(TABLE).send().await.unwrap();
    assert!(client.list_tables().send().await.unwrap().table_names().is_empty());
}

#[tokio::test]
async fn requests_are_counted_and_named() {
    let local = Local::start();
    let client = local.client();
    table::create(&client).await;
    local.clear_operations();
    put(&client, key("a", "1")).await;
    client
        .query()
        .table_name(TABLE)
        .index_name(GLOBAL)
        .key_condition_expression("G = :g")
        .expression_attribute_values(":g", s("x"))
        .send()
        .await
        .unwrap();
    assert_eq!(local.requests(), 2);
    let operations = local.operations();
    let names: Vec<_> = operations.iter().map(|operation| operation.name.as_str()).collect();
    assert_eq!(names, ["PutItem", "Query"]);
    assert_eq!(operations[0].index, None);
    assert_eq!(operations[1].index.as_deref(), Some(GLOBAL));
    assert_eq!(operations[1].tables, [TABLE]);
}

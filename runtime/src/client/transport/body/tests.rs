//! The kept items of a response equal those that the SDK reads from it.

use aws_sdk_dynamodb::{
    config::{ConfigBag, http::HttpResponse},
    error::ProvideErrorMetadata as _,
    operation::{
        RequestId as _,
        batch_get_item::BatchGetItemOutput,
        get_item::GetItemOutput,
        query::{QueryError, QueryOutput},
        scan::ScanOutput,
        transact_get_items::TransactGetItemsOutput,
    },
};
use aws_smithy_runtime_api::client::{interceptors::context::OutputOrError, ser_de::DeserializeResponse as _};
use proptest::prelude::*;

use super::{Operation, Slot, deserializer::KeepItems};
use crate::{Item, item::read_item::ReadItem};

fn response(status: u16, body: &[u8]) -> HttpResponse {
    let mut response = HttpResponse::new(status.try_into().unwrap(), body.to_vec().into());
    response.headers_mut().insert("x-amzn-requestid", "R-1");
    response
}

/// Deserializes a response with the SDK and with this module. Returns both outputs, and the kept items.
fn both(operation: Operation, response: &HttpResponse) -> (OutputOrError, OutputOrError, Option<Vec<Item>>) {
    let (sdk, kept, items) = both_each(operation, response);
    (sdk, kept, items.map(|items| items.into_iter().flatten().collect()))
}

/// Like `both`, with `None` for each item that a transaction did not find.
fn both_each(
    operation: Operation,
    response: &HttpResponse,
) -> (OutputOrError, OutputOrError, Option<Vec<Option<Item>>>) {
    let config = ConfigBag::base();
    let sdk = operation.config().unwrap().load::<super::SharedResponseDeserializer>().unwrap();
    let slot = Slot::default();
    let kept = KeepItems::of(operation, &slot).unwrap().deserialize_nonstreaming_with_config(response, &config);
    let items = slot.take().map(|page| ReadItem::each(Some(page), None));
    let items = items.map(|items| items.into_iter().map(|item| item.map(ReadItem::into_item)).collect());
    (sdk.deserialize_nonstreaming_with_config(response, &config), kept, items)
}

/// Compares both outputs of an operation with a list of items. Returns whether the items were kept.
macro_rules! compare_lists {
    ($operation:expr, $output:ty, $response:expr) => {{
        match both($operation, $response) {
            (Ok(sdk), Ok(kept), items) => {
                let (mut sdk, kept) = (sdk.downcast::<$output>().unwrap(), kept.downcast::<$output>().unwrap());
                let is_kept = items.is_some();
                if let Some(items) = items {
                    assert_eq!(items, sdk.items.take().unwrap_or_default());
                }
                assert_eq!(kept, sdk);
                is_kept
            }
            (Err(_), Err(_), None) => false,
            other => panic!("{other:?}"),
        }
    }};
}

/// Compares both outputs of a batch of gets. Returns whether the items were kept.
fn compare_batches(response: &HttpResponse) -> bool {
    match both(Operation::BatchGet, response) {
        (Ok(sdk), Ok(kept), items) => {
            let mut sdk = sdk.downcast::<BatchGetItemOutput>().unwrap();
            let kept = kept.downcast::<BatchGetItemOutput>().unwrap();
            let is_kept = items.is_some();
            if let Some(items) = items {
                let tables = sdk.responses.take().unwrap_or_default();
                assert_eq!(items, tables.into_values().flatten().collect::<Vec<_>>());
            }
            assert_eq!(kept, sdk);
            is_kept
        }
        (Err(_), Err(_), None) => false,
        other => panic!("{other:?}"),
    }
}

/// Compares both outputs of a transaction.
fn compare_transactions(response: &HttpResponse) -> bool {
    match both_each(Operation::TransactGet, response) {
        (Ok(sdk), Ok(kept), items) => {
            let mut sdk = sdk.downcast::<TransactGetItemsOutput>().unwrap();
            let kept = kept.downcast::<TransactGetItemsOutput>().unwrap();
            let is_kept = items.is_some();
            if let Some(items) = items {
                let responses = sdk.responses.take().unwrap_or_default();
                assert_eq!(items, responses.into_iter().map(|response| response.item).collect::<Vec<_>>());
            }
            assert_eq!(kept, sdk);
            is_kept
        }
        (Err(_), Err(_), None) => false,
        other => panic!("{other:?}"),
    }
}

const BATCH: &str = r#"{"ConsumedCapacity":[{"TableName":"t","CapacityUnits":1.5}],"Responses":{"t":[
    {"PK":{"S":"a"},"n":{"N":"1.50"},"l":{"L":[{"S":"x"}]}},{"PK":{"S":""},"y":{"BOOL":false}}]},
    "UnprocessedKeys":{"t":{"Keys":[{"PK":{"S":"z"}}],"ConsistentRead":true}}}"#;

const TRANSACTION: &str = r#"{"Responses":[{"Item":{"PK":{"S":"a"},"b":{"B":"AQID"}}},{},{"Item":{}},
    {"Item":{"PK":{"S":"c"},"s":{"SS":["a","b"]}}}],"ConsumedCapacity":[{"TableName":"t","CapacityUnits":4.0}]}"#;

const PAGE: &str = r#"{"Count":2,"Items":[{"PK":{"S":"a\"\u00e9\ud834\udd1e"},"n":{"N":"1.50"},"b":{"B":"AQID"},
    "l":{"L":[{"S":"x"},{"M":{"k":{"NULL":true}}}]},"s":{"SS":["a","b"]},"t":{"NS":["1"]},"u":{"BS":["/w=="]}},
    {"PK":{"S":""},"y":{"BOOL":false}}],"ScannedCount":5,"LastEvaluatedKey":{"PK":{"S":"z"},"b":{"B":"AQID"}},
    "ConsumedCapacity":{"TableName":"t","CapacityUnits":0.5,"GlobalSecondaryIndexes":{"GSI1":{"CapacityUnits":12.5}}},
    "Later":{"x":[1,2.5,null]}}"#;

#[test]
fn page_items_are_kept_apart_from_the_output() {
    let response = response(200, PAGE.as_bytes());
    assert!(compare_lists!(Operation::Query, QueryOutput, &response));
    assert!(compare_lists!(Operation::Scan, ScanOutput, &response));
    let (_, kept, items) = both(Operation::Query, &response);
    let output = kept.unwrap().downcast::<QueryOutput>().unwrap();
    assert_eq!((output.items.as_ref(), output.request_id()), (None, Some("R-1")));
    assert_eq!((output.count, output.scanned_count, items.unwrap().len()), (2, 5, 2));
    assert_eq!(output.consumed_capacity.unwrap().capacity_units, Some(0.5));
}

#[test]
fn a_single_item_or_its_absence_is_kept() {
    for (body, found) in [("{}", 0), (r#"{"Item":{"PK":{"S":"a"}},"ConsumedCapacity":{"CapacityUnits":0.5}}"#, 1)] {
        let (sdk, kept, items) = both(Operation::Get, &response(200, body.as_bytes()));
        let (sdk, kept) = (sdk.unwrap(), kept.unwrap());
        let (mut sdk, kept): (GetItemOutput, GetItemOutput) = (sdk.downcast().unwrap(), kept.downcast().unwrap());
        assert_eq!(items.unwrap(), Vec::from_iter(sdk.item.take()));
        assert_eq!(kept, sdk);
        assert_eq!(found, usize::from(body.len() > 2));
    }
}

#[test]
fn batch_items_are_kept_and_unprocessed_keys_stay_in_the_output() {
    let response = response(200, BATCH.as_bytes());
    assert!(compare_batches(&response));
    let (_, kept, items) = both(Operation::BatchGet, &response);
    let output = kept.unwrap().downcast::<BatchGetItemOutput>().unwrap();
    assert_eq!((output.responses.as_ref(), output.request_id()), (None, Some("R-1")));
    assert_eq!((items.unwrap().len(), output.unprocessed_keys.unwrap()["t"].keys.len()), (2, 1));
    assert_eq!(output.consumed_capacity.unwrap()[0].capacity_units, Some(1.5));
}

#[test]
fn a_batch_of_several_tables_is_left_to_the_sdk() {
    let body = r#"{"Responses":{"t":[{"a":{"S":"x"}}],"u":[]}}"#;
    assert!(!compare_batches(&response(200, body.as_bytes())));
    for body in [r#"{"Responses":{}}"#, r#"{"Responses":{"t":[]}}"#, "{}"] {
        assert!(compare_batches(&response(200, body.as_bytes())), "{body}");
    }
}

#[test]
fn transaction_items_keep_their_positions() {
    let response = response(200, TRANSACTION.as_bytes());
    assert!(compare_transactions(&response));
    let (_, _, items) = both_each(Operation::TransactGet, &response);
    let lengths: Vec<_> = items.unwrap().iter().map(|item| item.as_ref().map(Item::len)).collect();
    assert_eq!(lengths, [Some(2), None, Some(0), Some(2)]);
}

#[test]
fn failures_equal_those_of_the_sdk() {
    let throttled = r#"{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"slow down"}"#;
    for (status, body) in [(400, throttled), (500, ""), (503, "<html>"), (400, PAGE), (302, PAGE)] {
        let keyed = [Operation::Get, Operation::BatchGet, Operation::TransactGet];
        for operation in [Operation::Query, Operation::Scan].into_iter().chain(keyed) {
            let (sdk, kept, items) = both(operation, &response(status, body.as_bytes()));
            assert!(items.is_none(), "{status} {body}");
            assert_eq!(format!("{kept:?}"), format!("{sdk:?}"));
        }
    }
    let (_, kept, _) = both(Operation::Query, &response(400, throttled.as_bytes()));
    let failed = kept.unwrap_err();
    let failed = failed.as_operation_error().unwrap().downcast_ref::<QueryError>().unwrap();
    assert_eq!(failed.code(), Some("ThrottlingException"));
}

#[test]
fn truncated_bodies_fail_as_in_the_sdk() {
    for end in 0..PAGE.len() {
        let response = response(200, &PAGE.as_bytes()[..end]);
        // The SDK reads an empty body as an empty answer.
        assert!(!compare_lists!(Operation::Query, QueryOutput, &response), "cut at {end}");
        let (sdk, kept, _) = both(Operation::Get, &response);
        assert_eq!(format!("{kept:?}"), format!("{sdk:?}"));
    }
    for end in 0..BATCH.len() {
        assert!(!compare_batches(&response(200, &BATCH.as_bytes()[..end])), "cut at {end}");
    }
    for end in 0..TRANSACTION.len() {
        assert!(!compare_transactions(&response(200, &TRANSACTION.as_bytes()[..end])), "cut at {end}");
    }
}

#[test]
fn a_slot_holds_only_the_items_of_the_last_response() {
    let slot = Slot::default();
    let keep = KeepItems::of(Operation::Query, &slot).unwrap();
    let config = ConfigBag::base();
    keep.deserialize_nonstreaming_with_config(&response(200, PAGE.as_bytes()), &config).unwrap();
    keep.deserialize_nonstreaming_with_config(&response(500, b""), &config).unwrap_err();
    assert!(slot.take().is_none());
    keep.deserialize_nonstreaming_with_config(&response(200, PAGE.as_bytes()), &config).unwrap();
    assert!(slot.take().is_some());
    assert!(slot.take().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Whatever is kept of a damaged body, the SDK reads the same items from it.
    #[test]
    fn damaged_bodies_are_read_as_by_the_sdk(
        at in any::<prop::sample::Index>(),
        byte in prop_oneof![any::<u8>(), prop::sample::select(br#"{}[]",:\0anlutSBNM "#.to_vec())],
        removed in 0..3_usize,
    ) {
        let damaged = |body: &str| {
            let mut body = body.as_bytes().to_vec();
            let at = at.index(body.len());
            let end = body.len().min(at + removed);
            body.splice(at..end, [byte]);
            response(200, &body)
        };
        compare_lists!(Operation::Query, QueryOutput, &damaged(PAGE));
        compare_batches(&damaged(BATCH));
        compare_transactions(&damaged(TRANSACTION));
    }
}

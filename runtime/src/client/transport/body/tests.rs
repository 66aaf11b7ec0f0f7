//! What is kept of a response is what the SDK reads from it.

use aws_sdk_dynamodb::{
    config::{ConfigBag, http::HttpResponse},
    error::ProvideErrorMetadata as _,
    operation::{
        RequestId as _,
        get_item::GetItemOutput,
        query::{QueryError, QueryOutput},
        scan::ScanOutput,
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

/// What the SDK makes of a response, and what is made of it here, with the items that were kept.
fn both(operation: Operation, response: &HttpResponse) -> (OutputOrError, OutputOrError, Option<Vec<Item>>) {
    let config = ConfigBag::base();
    let sdk = operation.config().unwrap().load::<super::SharedResponseDeserializer>().unwrap();
    let slot = Slot::default();
    let kept = KeepItems::of(operation, &slot).unwrap().deserialize_nonstreaming_with_config(response, &config);
    let items = slot.take().map(|page| ReadItem::all(Some(page), None));
    let items = items.map(|items| items.into_iter().map(ReadItem::into_item).collect());
    (sdk.deserialize_nonstreaming_with_config(response, &config), kept, items)
}

/// Compares the two, of an operation with a list of items, and returns whether they were kept.
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

const PAGE: &str = r#"{"Count":2,"Items":[{"PK":{"S":"a\"\u00e9\ud834\udd1e"},"n":{"N":"1.50"},"b":{"B":"AQID"},
    "l":{"L":[{"S":"x"},{"M":{"k":{"NULL":true}}}]},"s":{"SS":["a","b"]},"t":{"NS":["1"]},"u":{"BS":["/w=="]}},
    {"PK":{"S":""},"y":{"BOOL":false}}],"ScannedCount":5,"LastEvaluatedKey":{"PK":{"S":"z"},"b":{"B":"AQID"}},
    "ConsumedCapacity":{"TableName":"t","CapacityUnits":0.5,"GlobalSecondaryIndexes":{"GSI1":{"CapacityUnits":12.5}}},
    "Later":{"x":[1,2.5,null]}}"#;

#[test]
fn a_page_is_kept_and_the_output_has_all_the_rest() {
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
fn an_item_is_kept_or_its_absence() {
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
fn a_failure_is_the_sdks_whatever_its_body() {
    let throttled = r#"{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"slow down"}"#;
    for (status, body) in [(400, throttled), (500, ""), (503, "<html>"), (400, PAGE), (302, PAGE)] {
        for operation in [Operation::Query, Operation::Scan, Operation::Get] {
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
fn a_body_that_is_cut_anywhere_fails_as_in_the_sdk() {
    for end in 0..PAGE.len() {
        let response = response(200, &PAGE.as_bytes()[..end]);
        // Nothing at all is an empty answer to the SDK.
        assert!(!compare_lists!(Operation::Query, QueryOutput, &response), "cut at {end}");
        let (sdk, kept, _) = both(Operation::Get, &response);
        assert_eq!(format!("{kept:?}"), format!("{sdk:?}"));
    }
}

#[test]
fn a_slot_has_the_items_of_the_last_answer_only() {
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

    /// Whatever is kept of a damaged body, the SDK reads the same from it.
    #[test]
    fn a_damaged_body_is_read_as_the_sdk_reads_it(
        at in any::<prop::sample::Index>(),
        byte in prop_oneof![any::<u8>(), prop::sample::select(br#"{}[]",:\0anlutSBNM "#.to_vec())],
        removed in 0..3_usize,
    ) {
        let mut body = PAGE.as_bytes().to_vec();
        let at = at.index(body.len());
        let end = body.len().min(at + removed);
        body.splice(at..end, [byte]);
        let response = response(200, &body);
        compare_lists!(Operation::Query, QueryOutput, &response);
    }
}

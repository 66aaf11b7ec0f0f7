//! Counts every request inside the SDK's pipeline, for all calls.

use std::sync::Arc;

use aws_sdk_dynamodb::{
    config::{
        self, ConfigBag, Intercept, RuntimeComponents,
        interceptors::{
            AfterDeserializationInterceptorContextRef, BeforeSerializationInterceptorContextMut,
            BeforeTransmitInterceptorContextRef,
        },
    },
    error::BoxError,
    operation::{
        batch_get_item::{BatchGetItemInput, BatchGetItemOutput},
        batch_write_item::{BatchWriteItemInput, BatchWriteItemOutput},
        delete_item::{DeleteItemInput, DeleteItemOutput},
        get_item::{GetItemInput, GetItemOutput},
        put_item::{PutItemInput, PutItemOutput},
        query::{QueryInput, QueryOutput},
        scan::{ScanInput, ScanOutput},
        transact_get_items::{TransactGetItemsInput, TransactGetItemsOutput},
        transact_write_items::{TransactWriteItemsInput, TransactWriteItemsOutput},
        update_item::{UpdateItemInput, UpdateItemOutput},
    },
    types::{ConsumedCapacity, ReturnConsumedCapacity},
};

use super::{
    Meter,
    capacity::Kind,
    tally::{self, Tally},
};

/// Adds counting to the settings of a request, for these meters, and for the current call if its span is recorded. If
/// nothing counts, the settings are unchanged.
pub(crate) fn counted(request: config::Builder, meters: &[Meter]) -> config::Builder {
    match counting(meters) {
        Some(counting) => request.interceptor(counting),
        None => request,
    }
}

/// Returns the settings of a request that needs no others. `None` if nothing counts it.
pub(crate) fn counted_only(meters: &[Meter]) -> Option<config::Builder> {
    counting(meters).map(|counting| config::Builder::new().interceptor(counting))
}

fn counting(meters: &[Meter]) -> Option<Counting> {
    let tallies: Vec<_> = meters.iter().map(|meter| Arc::clone(&meter.0)).chain(tally::tally()).collect();
    if tallies.is_empty() { None } else { Some(Counting { tallies }) }
}

/// Makes requests return the consumed capacity of the table and of each index, and adds it up.
#[derive(Debug)]
struct Counting {
    tallies: Vec<Arc<Tally>>,
}

impl Counting {
    fn answer<'a>(&self, kind: Kind, capacities: impl IntoIterator<Item = &'a ConsumedCapacity>) {
        for capacity in capacities {
            self.tallies.iter().for_each(|tally| tally.answer(kind, capacity));
        }
    }
}

/// Runs a block for the input or output of one of these operations.
macro_rules! operations {
    ($do:ident!($of:expr)) => {
        $do!($of => Read: GetItemInput, GetItemOutput);
        $do!($of => Read: QueryInput, QueryOutput);
        $do!($of => Read: ScanInput, ScanOutput);
        $do!($of => Read: BatchGetItemInput, BatchGetItemOutput);
        $do!($of => Read: TransactGetItemsInput, TransactGetItemsOutput);
        $do!($of => Write: PutItemInput, PutItemOutput);
        $do!($of => Write: UpdateItemInput, UpdateItemOutput);
        $do!($of => Write: DeleteItemInput, DeleteItemOutput);
        $do!($of => Write: BatchWriteItemInput, BatchWriteItemOutput);
        $do!($of => Write: TransactWriteItemsInput, TransactWriteItemsOutput);
    };
}

impl Intercept for Counting {
    fn name(&self) -> &'static str {
        "keywright::Counting"
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        macro_rules! ask {
            ($input:expr => $kind:ident: $of:ty, $output:ty) => {
                if let Some(input) = $input.downcast_mut::<$of>() {
                    input.return_consumed_capacity = Some(ReturnConsumedCapacity::Indexes);
                    return Ok(());
                }
            };
        }
        operations!(ask!(context.input_mut()));
        Ok(())
    }

    fn read_before_transmit(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.tallies.iter().for_each(|tally| tally.request());
        Ok(())
    }

    fn read_after_deserialization(
        &self,
        context: &AfterDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Ok(output) = context.output_or_error() else { return Ok(()) };
        macro_rules! take {
            ($output:expr => $kind:ident: $input:ty, $of:ty) => {
                if let Some(output) = $output.downcast_ref::<$of>() {
                    self.answer(Kind::$kind, output.consumed_capacity());
                    return Ok(());
                }
            };
        }
        operations!(take!(output));
        Ok(())
    }
}

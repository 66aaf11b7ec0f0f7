//! Sends write transactions.

use aws_sdk_dynamodb::{
    Client,
    error::SdkError,
    operation::transact_write_items::{
        TransactWriteItemsError, TransactWriteItemsOutput, builders::TransactWriteItemsFluentBuilder,
    },
    types::TransactWriteItem,
};

use super::{
    attempts::Attempts,
    cancellation_reasons::{CONDITION_FAILED, THROTTLES, cancelled},
    failure::write_error,
    once::{Once, send_once},
    throttled_keys::refusing,
    writes::{Repeats, To},
};
use crate::{
    Item, Result,
    client::Connection,
    item::random::random,
    monitor::{Watch, writes::OwnedItemWrite},
    schema::EntitySchema,
    throttling::Refusing,
};

/// The result of a transaction whose outcome is known.
#[derive(Debug)]
pub(crate) enum Transacted {
    /// The whole transaction was written.
    Applied,
    /// Nothing was written because conditions failed: the position of each such action, and the item stored there.
    Refused(Vec<(usize, Option<Item>)>),
}

/// One action of a transaction, with the entity whose item it writes.
#[derive(Debug, Clone)]
pub(crate) struct Action {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) write: TransactWriteItem,
}

/// Sends a transaction on the items of one entity, as [`send`] does.
pub(crate) async fn transact(
    handle: &Connection,
    entity: &'static EntitySchema,
    actions: Vec<TransactWriteItem>,
    attempts: &Attempts,
) -> Result<Transacted> {
    let actions: Vec<_> = actions.into_iter().map(|write| Action { entity, write }).collect();
    let again = || Some(actions.clone());
    let sent = send(handle, actions.clone(), again, &new_token(), attempts).await;
    let Err(error) = sent else { return Ok(Transacted::Applied) };
    let reasons = cancelled(&error).map(|cancelled| cancelled.cancellation_reasons()).unwrap_or_default();
    let refused: Vec<_> = reasons
        .iter()
        .enumerate()
        .filter(|(_, reason)| reason.code() == Some(CONDITION_FAILED))
        .map(|(place, reason)| (place, reason.item().cloned()))
        .collect();
    if refused.is_empty() { Err(write_error(error, attempts)) } else { Ok(Transacted::Refused(refused)) }
}

/// Sends a transaction until it has an answer or has finally failed. It retries by the rules of
/// [`Writes`](super::writes::Writes), and after conflicts with other requests.
///
/// A request consumes its actions, so `again` makes them again for a retry.
///
/// All requests carry one idempotency token. For 10 minutes, DynamoDB treats them as one: a retry after a lost answer
/// is carried out once, and its conditions are not evaluated against what the first request wrote.
///
/// AWS: [Idempotency](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html).
pub(crate) async fn send(
    handle: &Connection,
    actions: Vec<Action>,
    again: impl Fn() -> Option<Vec<Action>>,
    token: &str,
    attempts: &Attempts,
) -> Result<TransactWriteItemsOutput, SdkError<TransactWriteItemsError>> {
    let weighable = |action: &Action| OwnedItemWrite::from_action(action.entity, &action.write);
    let watched = handle.watch().map(|watch| (watch, actions.iter().map(weighable).collect::<Vec<_>>()));
    let writes = handle.writes();
    let mut first = Some(actions);
    let send = |_: To, once: Once| {
        let request = request(handle, once.client(), first.take().or_else(&again)?, token);
        Some(send_once(request, watched.as_ref(), once))
    };
    writes.send(Repeats::Failed, attempts, &mut writes.tries(), |_| false, send).await
}

/// Returns the SDK's request for these actions.
pub(crate) fn request(
    handle: &Connection,
    client: &Client,
    actions: Vec<Action>,
    token: &str,
) -> TransactWriteItemsFluentBuilder {
    let items = actions.into_iter().map(|action| action.write).collect();
    let request = client.transact_write_items().set_transact_items(Some(items)).client_request_token(token);
    request.set_return_consumed_capacity(handle.watch().map(|_| Watch::RETURN_CONSUMED))
}

/// Makes a unique token of 32 hexadecimal digits.
pub(crate) fn new_token() -> String {
    format!("{:016x}{:016x}", random(), random())
}

/// The monitor of a transaction, and the size of the item of each action.
type Watched<'a> = (&'a Watch, Vec<Option<OwnedItemWrite>>);

/// Sends one request, and reports its consumed capacity to the monitor.
async fn send_once(
    request: TransactWriteItemsFluentBuilder,
    watched: Option<&Watched<'_>>,
    once: Once,
) -> Result<TransactWriteItemsOutput, SdkError<TransactWriteItemsError>> {
    let sent = send_once!(request, once).await;
    if let Some((watch, weighable)) = watched {
        watch_transaction(watch, weighable, &sent);
    }
    sent
}

fn watch_transaction(
    watch: &Watch,
    actions: &[Option<OwnedItemWrite>],
    sent: &Result<TransactWriteItemsOutput, SdkError<TransactWriteItemsError>>,
) {
    let error = match sent {
        Ok(answer) => {
            let written: Vec<_> = actions.iter().flatten().map(|action| (action.entity, action.item_write())).collect();
            return watch.transacted(&written, answer.consumed_capacity().first());
        }
        Err(error) => error,
    };
    let Some(cancelled) = cancelled(error) else {
        let refusing = refusing(error);
        return actions
            .iter()
            .flatten()
            .for_each(|action| watch.refused(action.entity, &action.item_write(), &refusing));
    };
    for (action, reason) in actions.iter().zip(cancelled.cancellation_reasons()) {
        match (action, reason.code()) {
            (Some(action), Some(CONDITION_FAILED)) => {
                watch.condition_failed(action.entity, &action.key.partition, reason.item());
            }
            // DynamoDB does not report whether the table's key or an index's was throttled: the table's key counts.
            (Some(action), Some(code)) if THROTTLES.contains(&code) => {
                watch.refused(action.entity, &action.item_write(), &Refusing::table());
            }
            _ => {}
        }
    }
}

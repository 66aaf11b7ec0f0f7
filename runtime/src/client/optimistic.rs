//! The loop of writes that depend on what is stored: read, decide, write in a transaction, and again if another writer
//! was first.

use std::pin::Pin;

use aws_sdk_dynamodb::types::TransactWriteItem;

use super::{
    Connection,
    transport::{
        attempts::Attempts,
        backoff::RetryAttempts,
        transact::{Transacted, transact},
    },
};
use crate::{Error, ErrorKind, Item, Result, schema::EntitySchema, throttling::Backoff};

/// The conditions that failed in a transaction: the position of each such action, and the item stored there.
pub(crate) type Refused = Vec<(usize, Option<Item>)>;

/// The next step of a write.
pub(crate) enum Decision<T> {
    /// The call ends with this result.
    Done(T),
    /// These actions are sent as one transaction. After it, the call ends with this result, or decides again.
    Transact(Vec<TransactWriteItem>, Option<T>),
    /// Another writer was first: read and decide again.
    Again,
}

/// A write that depends on what is stored.
pub(crate) trait Decide: Send {
    /// The result of the call.
    type Output: Send;

    /// Reads what is stored, and decides. `refused` has the conditions that failed in the transaction of the last
    /// decision.
    fn decide(&mut self, refused: Refused) -> Deciding<'_, Self::Output>;
}

/// The number of steps of a write that follow each other without a wait.
const STEPS: usize = 4;

/// A decision that is being made.
pub(crate) type Deciding<'a, T> = Pin<Box<dyn Future<Output = Result<Decision<T>>> + Send + 'a>>;

/// Decides and writes until the call ends. `doing` is used in the message, such as "updated".
///
/// # Errors
///
/// Those of the decisions and of the transactions. [`Service`](ErrorKind::Service) if other writers are first on every
/// attempt, or change the item after the answer to a transaction was lost: a further transaction could be carried out
/// in addition to that one.
pub(crate) async fn optimistic<D: Decide>(
    handle: &Connection,
    entity: &'static EntitySchema,
    attempts: &Attempts,
    doing: &str,
    mut write: D,
) -> Result<D::Output> {
    let mut tries = RetryAttempts::new(Backoff::THROTTLED);
    let (mut refused, mut steps) = (Refused::new(), 0);
    loop {
        match write.decide(std::mem::take(&mut refused)).await? {
            Decision::Done(result) => return Ok(result),
            Decision::Transact(actions, result) => match transact(handle, entity, actions, attempts).await? {
                Transacted::Applied => match result {
                    Some(result) => return Ok(result),
                    None if steps < STEPS => {
                        steps += 1;
                        continue;
                    }
                    // Other writers undo the steps.
                    None => {}
                },
                Transacted::Refused(_) if attempts.lost() => return Err(attempts.concurrent_change_error()),
                Transacted::Refused(by) => refused = by,
            },
            Decision::Again => {}
        }
        wait_for_other_writers(&mut tries, doing).await.map_err(|error| attempts.in_doubt(error))?;
    }
}

/// Waits before an item that other writers have changed is read and written again.
///
/// # Errors
///
/// [`Service`](ErrorKind::Service) after the last attempt.
pub(crate) async fn wait_for_other_writers(tries: &mut RetryAttempts, doing: &str) -> Result<()> {
    if tries.again().await {
        return Ok(());
    }
    let times = tries.limit();
    let message = format!("other writers changed the item {times} times while it was {doing}; wait and repeat");
    Err(Error::new(ErrorKind::Service, message))
}

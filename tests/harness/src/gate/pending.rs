//! Requests, answers and clients that wait for the scheduler.

use std::{cmp::Ordering, fmt};

use aws_sdk_dynamodb::{
    config::http::{HttpRequest, HttpResponse},
    error::ConnectorError,
};
use aws_smithy_runtime_api::client::http::HttpConnectorFuture;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::plan::Plan;

pub(super) type Answered = Result<HttpResponse, ConnectorError>;
pub(super) type Connector = Box<dyn FnOnce(HttpRequest) -> HttpConnectorFuture + Send>;

/// A request, an answer or a client that waits for the scheduler.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) client: u8,
    pub(super) step: usize,
    pub(super) what: PendingAction,
}

pub(super) enum PendingAction {
    /// A client that has not begun its next step.
    Pause(oneshot::Sender<()>),
    /// A request to the engine.
    Request { request: HttpRequest, operation: String, connector: Connector, reply: oneshot::Sender<Answered> },
    /// An answer to the client.
    Answer { answer: Answered, reply: oneshot::Sender<Answered> },
}

impl Pending {
    /// Returns whether it can still have an effect: the client may have ended.
    pub(super) fn matters(&self, plan: &Plan) -> bool {
        match &self.what {
            PendingAction::Pause(turn) => !turn.is_closed(),
            PendingAction::Answer { reply, .. } => !reply.is_closed(),
            PendingAction::Request { reply, .. } if reply.is_closed() => {
                plan.steps.get(self.step).and_then(|step| step.crash).is_some_and(|crash| crash.arrives)
            }
            PendingAction::Request { .. } => true,
        }
    }

    /// Returns whether the same read already waits, so that the other one is a hedge.
    pub(super) fn is_copy(&self, step: usize, other: &PendingAction) -> bool {
        match (&self.what, other) {
            (
                PendingAction::Request { request, operation, .. },
                PendingAction::Request { request: other_request, operation: other_operation, .. },
            ) => {
                let is_read = matches!(operation.as_str(), "GetItem" | "BatchGetItem" | "Query");
                let is_same = operation == other_operation && request.body().bytes() == other_request.body().bytes();
                self.step == step && is_read && is_same
            }
            _ => false,
        }
    }

    /// Orders pending actions independently of their arrival, and of random tokens and ids.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let place = |pending: &Self| (pending.client, pending.step, pending.what.kind());
        // Parsing the requests takes time, and most calls have only one request.
        place(self).cmp(&place(other)).then_with(|| self.what.text().cmp(&other.what.text()))
    }
}

impl PendingAction {
    fn kind(&self) -> u8 {
        match self {
            Self::Pause(_) => 0,
            Self::Answer { .. } => 1,
            Self::Request { .. } => 2,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Request { request, operation, .. } => format!("{operation} {}", canonical(request)),
            _ => String::new(),
        }
    }
}

/// Returns the body of a request without its random parts.
fn canonical(request: &HttpRequest) -> String {
    let body = request.body().bytes().unwrap_or_default();
    let Ok(mut body) = serde_json::from_slice::<Value>(body) else { return String::new() };
    if let Value::Object(fields) = &mut body {
        fields.remove("ClientRequestToken");
        fields.remove("ExpressionAttributeValues").map(|values| values.as_object().map(serde_json::Map::len));
        if let Some(Value::Object(item)) = fields.get_mut("Item") {
            item.remove("_w");
        }
    }
    body.to_string()
}

impl fmt::Debug for PendingAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pause(_) => "Pause",
            Self::Request { .. } => "Request",
            Self::Answer { .. } => "Answer",
        })
    }
}

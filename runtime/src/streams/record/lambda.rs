//! The JSON format of a Lambda event.
//!
//! AWS: *Using AWS Lambda with Amazon DynamoDB*, "Example event".

use std::collections::HashMap;

use serde::Deserialize;

use super::Parts;
use crate::{
    Error,
    streams::{
        StreamRecord,
        wire::{Wire, item},
    },
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LambdaRecord {
    #[serde(rename = "eventID")]
    event_id: Option<String>,
    event_name: String,
    user_identity: Option<Identity>,
    dynamodb: Images,
}

#[derive(Deserialize)]
struct Identity {
    #[serde(rename = "principalId")]
    principal_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Images {
    #[serde(default)]
    keys: HashMap<String, Wire>,
    old_image: Option<HashMap<String, Wire>>,
    new_image: Option<HashMap<String, Wire>>,
    sequence_number: Option<String>,
    stream_view_type: Option<String>,
}

impl TryFrom<LambdaRecord> for StreamRecord {
    type Error = Error;

    fn try_from(record: LambdaRecord) -> Result<Self, Error> {
        let LambdaRecord { event_id, event_name, user_identity, dynamodb } = record;
        Self::of(Parts {
            id: event_id,
            event: event_name,
            sequence_number: dynamodb.sequence_number,
            principal: user_identity.and_then(|identity| identity.principal_id),
            view: dynamodb.stream_view_type,
            keys: item(dynamodb.keys)?,
            old: dynamodb.old_image.map(item).transpose()?,
            new: dynamodb.new_image.map(item).transpose()?,
        })
    }
}

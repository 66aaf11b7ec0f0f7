//! The condition that a version is stored.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::Condition;
use crate::{item::version::Version, key::Timestamp, schema::EntitySchema};

impl Version {
    /// Returns the condition that this version is stored. Version 0 also accepts an absent version and an absent item.
    pub(crate) fn condition(self) -> Condition {
        let is_it = "#version = :version";
        let expression = match self.expected {
            0 => format!("attribute_not_exists(#version) OR {is_it}"),
            _ => is_it.to_owned(),
        };
        let names = HashMap::from([("#version".to_owned(), self.attribute.to_owned())]);
        let value = AttributeValue::N(self.expected.to_string());
        Condition { expression, names, values: Some(HashMap::from([(":version".to_owned(), value)])) }
    }

    /// Returns the [`condition`](Self::condition), which also treats an item that has expired by `now` as absent.
    pub(crate) fn condition_by(self, entity: &EntitySchema, now: Timestamp) -> Condition {
        match self.expected {
            0 => self.condition().or_expired(entity, now),
            _ => self.condition().and_not_expired(entity, now),
        }
    }
}

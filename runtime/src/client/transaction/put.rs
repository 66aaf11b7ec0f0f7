//! Puts, creates and replaces in a transaction.

use aws_sdk_dynamodb::types::{Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem};
use serde::Serialize;

use super::{
    super::{
        Item, Written,
        conditional::Demand,
        encode::{Encode, Encoded, encode, is_random, random_shard},
        equal::same_items,
        locate::key_item,
        moving::{checks_of_absence, other_places},
        put_item::{Rule, UNDER_AN_OLDER_KEY, condition_of, refusal},
        read_keys::build_error,
        size::item_bytes,
        stored::schema,
    },
    action::{Part, TransactAction},
};
use crate::{Entity, Error, ErrorKind, Result, expression::Condition, key::ItemKey, schema::EntitySchema};

/// A whole item to be written.
pub(crate) struct PutAction<'a, E> {
    entity: &'a E,
    rule: Rule,
    /// The random shard, picked once: what is printed is what is sent, and the token stands for it.
    shard: Option<u32>,
    /// What the caller demands of the stored item.
    demand: Demand,
    encode: Encode<E>,
}

impl<'a, E: Entity + Serialize> PutAction<'a, E> {
    pub(crate) fn new(entity: &'a E, rule: Rule) -> Self {
        // Where none can be picked, encoding says why.
        let shard = random_shard(schema::<E>(), &|field| entity.__value(field)).unwrap_or(None);
        Self { entity, rule, shard, demand: Demand::default(), encode: encode::<E> }
    }

    pub(crate) fn when(self, condition: &Condition<E>) -> Self {
        Self { demand: Demand::of(condition), ..self }
    }
}

impl<E: Entity> PutAction<'_, E> {
    /// The older keys that it has to look at.
    fn older(&self, key: &ItemKey) -> Result<Vec<ItemKey>> {
        let older = match self.rule {
            Rule::Put => Vec::new(),
            Rule::Create | Rule::Replace => other_places(schema::<E>(), key, &|field| self.entity.__value(field))?,
        };
        if self.rule == Rule::Replace && !older.is_empty() {
            let message = "the item can be under an older key (`legacy`), which a replace has to read first, and \
                           transactions do not; move it with `replace` before, or `put` it here";
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        Ok(older)
    }
}

impl<E: Entity> TransactAction for PutAction<'_, E> {
    fn name(&self) -> &'static str {
        self.rule.operation()
    }

    fn entity(&self) -> &'static EntitySchema {
        schema::<E>()
    }

    fn parts(&self, table_name: &str) -> Result<Vec<Part>> {
        self.demand.check()?;
        let entity = schema::<E>();
        let Encoded { item, key, bytes, .. } = (self.encode)(self.entity, self.shard)?;
        let older = self.older(&key)?;
        let checks = checks_of_absence(table_name, entity, &item, &older)?;
        let mut put = Put::builder().table_name(table_name);
        if let Some(condition) = condition_of(entity, &item, self.rule, self.demand.expression()) {
            put = put
                .condition_expression(condition.expression)
                .set_expression_attribute_names(Some(condition.names))
                .set_expression_attribute_values(condition.values)
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
        }
        let put = put.set_item(Some(item)).build().map_err(build_error)?;
        let mut parts = vec![Part { key, bytes, write: TransactWriteItem::builder().put(put).build() }];
        parts.extend(older.into_iter().zip(checks).map(|(key, write)| {
            let bytes = item_bytes(&key_item(entity, &key));
            Part { key, bytes, write }
        }));
        Ok(parts)
    }

    fn refused(&self, part: usize, stored: Option<&Item>) -> Option<String> {
        if part > 0 {
            return Some(UNDER_AN_OLDER_KEY.into());
        }
        let (entity, ours) = (schema::<E>(), (self.encode)(self.entity, self.shard).ok()?.item);
        if self.rule == Rule::Put && is_random(entity) && stored.is_some_and(|stored| same_items(stored, &ours)) {
            return Some("an item with the same content is there already; leave it out, for it is appended".into());
        }
        let error = refusal(entity, self.rule, &ours, stored, self.demand.expression().is_some());
        (error.kind() != ErrorKind::ConditionFailed).then(|| error.to_string())
    }

    fn written(&self) -> Option<Written> {
        Some(Written::new(self.shard))
    }
}

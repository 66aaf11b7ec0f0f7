//! Updates and upserts in a transaction.

use aws_sdk_dynamodb::types::{ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update};

use super::{
    super::{
        Item,
        moving::other_places,
        read_keys::build_error,
        stored::schema,
        update::{Rendered, refusal, render},
    },
    action::{Part, TransactAction},
};
use crate::{Entity, Error, ErrorKind, Result, schema::EntitySchema, update::ItemUpdate};

/// Fields of one item to be changed.
pub(crate) struct UpdateAction<E> {
    update: ItemUpdate<E>,
}

impl<E: Entity> UpdateAction<E> {
    pub(crate) fn new(update: ItemUpdate<E>) -> Self {
        Self { update }
    }

    fn makes(&self) -> bool {
        self.update.made.is_some()
    }
}

impl<E: Entity> TransactAction for UpdateAction<E> {
    fn name(&self) -> &'static str {
        if self.makes() { "upsert" } else { "update" }
    }

    fn entity(&self) -> &'static EntitySchema {
        schema::<E>()
    }

    fn parts(&self, table_name: &str) -> Result<Vec<Part>> {
        let Rendered { item_key, key, update, condition, names, values, bytes, .. } =
            render(&self.update, self.makes())?;
        let refused = |message: &str| Err(Error::new(ErrorKind::InvalidArgument, message));
        if !other_places(schema::<E>(), &item_key, &|field| self.update.key.value(field))?.is_empty() {
            return refused(
                "the item can be under an older key (`legacy`), which an update has to read first, and transactions do not; \
                 move it with `replace` or `update` before",
            );
        }
        let Some(update) = update else {
            return refused(
                "the upsert sets nothing but the key, which a transaction does not take; `put` the item here",
            );
        };
        let update = Update::builder()
            .table_name(table_name)
            .set_key(Some(key))
            .update_expression(update)
            .set_condition_expression(condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build()
            .map_err(build_error)?;
        Ok(vec![Part { key: item_key, bytes, write: TransactWriteItem::builder().update(update).build() }])
    }

    fn refused(&self, _: usize, stored: Option<&Item>) -> Option<String> {
        let error = refusal(&self.update, self.makes(), stored);
        (error.kind() != ErrorKind::ConditionFailed).then(|| error.to_string())
    }
}

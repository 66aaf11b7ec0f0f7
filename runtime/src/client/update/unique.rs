//! Updates unique values, or the expiry of an item with unique values, in a transaction with the sentinels.

use aws_sdk_dynamodb::types::{ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update};

use super::{Rendered, RequestParts, refusal, request::Request};
use crate::{
    Error, ErrorKind, Item, Result,
    client::{
        condition::Condition,
        get::AnyGet,
        optimistic::wait_for_other_writers,
        transport::{attempts::Attempts, backoff::RetryAttempts, failure::build_error},
        unique::{Expiry, Foreign, SentinelWrite, Unchanged, Written, sentinels},
    },
    expression::Step,
    item::{aliases::under_current_names, expiry::is_expired, stored::key_text},
    schema::Purpose,
    throttling::Backoff,
    update::{Action, Operation},
};

impl Request<'_> {
    /// Updates the item together with the sentinels of its values. Reads the item first, to determine which values it
    /// releases.
    ///
    /// # Errors
    ///
    /// [`NotUnique`](ErrorKind::NotUnique), and those of an update. [`InvalidArgument`](ErrorKind::InvalidArgument) if
    /// the item is to be returned, because a transaction does not return items.
    pub(super) async fn update_unique(&self, rendered: Rendered) -> Result<()> {
        let (entity, attempts, key) = (self.entity(), Attempts::default(), rendered.item_key.clone());
        let updated = match &self.returns {
            Some(_) => {
                let message = "the update changes a sentinel of a unique field, so it is a transaction, which returns \
                               no item; read the item afterwards";
                Err(Error::new(ErrorKind::InvalidArgument, message))
            }
            None => self.take(Box::new(rendered), &attempts).await.map_err(|error| attempts.in_doubt(error)),
        };
        updated.map_err(|error| error.at_key(key_text(entity, &key)))
    }

    async fn take(&self, mut rendered: Box<Rendered>, attempts: &Attempts) -> Result<()> {
        let (entity, key) = (self.entity(), &rendered.item_key.clone());
        let get = AnyGet::before_write(self.handle, self.update.key.clone(), self.functions.decode_found);
        let refused = |stored: Option<&Item>| Err(refusal(&self.update, false, stored, self.stamp.at));
        let mut foreign = Foreign::default();
        let mut tries = RetryAttempts::new(Backoff::THROTTLED);
        loop {
            let read = get.fetch().await?;
            let Some(read) = read.as_ref() else { return refused(None) };
            if is_expired(entity, read, self.stamp.at) || !get.accepts(read)? {
                return refused(Some(read));
            }
            if self.keep_other_texts(read) {
                *rendered = self.rendered(false)?;
            }
            let after = self.after(read);
            let (values, set) = ((self.functions.unique_values)(after.clone())?, &self.update.operations.values);
            let taken = sentinels(entity, &|field| match set.iter().find(|(of, _)| *of == field) {
                Some((_, value)) => value.clone(),
                None => values.iter().find(|(of, _)| *of == field).map(|(_, value)| value.borrowed()),
            })?;
            let released = foreign.released((self.functions.sentinels)(entity, read)?, &taken);
            let unchanged = Unchanged { entity, read: Some(read), with_end: true };
            let write = SentinelWrite {
                handle: self.handle,
                entity,
                key,
                previous_key: key,
                item: vec![update(self.handle.table_name(), &rendered, unchanged.condition())?],
                expires: Expiry::of(entity, &after),
                taken: &taken,
                released: &released,
                sentinels: self.functions.sentinels,
            };
            match write.send(attempts).await? {
                Written::Applied => return Ok(()),
                Written::Item(_, stored) if unchanged.holds(stored.as_ref()) => return refused(stored.as_ref()),
                Written::Item(..) if attempts.lost() => return Err(attempts.concurrent_change_error()),
                // The item that was read is no longer stored, so it is read and checked again.
                Written::Item(..) => {}
                Written::Sentinel(sentinel, stored) => {
                    foreign.resolve(entity, &taken, (sentinel, stored), attempts)?;
                }
            }
            wait_for_other_writers(&mut tries, "updated").await?;
        }
    }

    /// Returns the updated item with the fields that sentinels depend on. Values in keys are known without it.
    fn after(&self, read: &Item) -> Item {
        let (entity, operations) = (self.entity(), &self.update.operations);
        let in_keys = operations.values.iter().filter_map(|(field, _)| entity.fields.get(usize::from(*field)));
        let in_keys: Vec<_> = in_keys.filter(|field| field.purpose != Purpose::Ttl).map(|of| of.attribute).collect();
        let mut after = under_current_names(entity, read).into_owned();
        for Operation { steps, action, .. } in &operations.list {
            let [Step::Name(name)] = steps.as_slice() else { continue };
            match action {
                _ if in_keys.contains(&&**name) => {}
                Action::Set(value) => drop(after.insert(name.clone().into_owned(), value.clone())),
                Action::Remove => drop(after.remove(&**name)),
                _ => {}
            }
        }
        after
    }
}

/// Returns the update, on condition that the item meets its requirements and has the values that were read.
fn update(table_name: &str, rendered: &Rendered, unchanged: Condition) -> Result<TransactWriteItem> {
    let RequestParts { key, update, condition, names, values } = &*rendered.parts;
    // The library's condition is already a conjunction, and DynamoDB refuses redundant parentheses.
    let expression = match condition {
        Some(condition) => format!("{} AND {condition}", unchanged.expression),
        None => unchanged.expression,
    };
    let names = unchanged.names.into_iter().chain(names.clone().into_iter().flatten()).collect();
    let values = unchanged.values.into_iter().flatten().chain(values.clone().into_iter().flatten()).collect();
    let update = Update::builder()
        .table_name(table_name)
        .set_key(Some(key.clone()))
        .set_update_expression(update.clone())
        .condition_expression(expression)
        .set_expression_attribute_names(Some(names))
        .set_expression_attribute_values(Some(values))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()
        .map_err(build_error)?;
    Ok(TransactWriteItem::builder().update(update).build())
}

//! Updates an item that may be stored under an older key: moves it to the current key first.

use aws_sdk_dynamodb::types::{ReturnValue, TransactWriteItem};

use super::{
    Rendered,
    refusal::{explains_rejection, refusal},
    request::Request,
    transfer::actions,
};
use crate::{
    ErrorKind, Item, Result,
    client::{
        get::AnyGet,
        legacy::relocate::{checks_of_absence, other_keys, put_absent},
        optimistic::{Decide, Deciding, Decision, Refused, optimistic},
        put::request::collision,
        transport::attempts::Attempts,
    },
    item::{expiry::is_expired, stored::stored_key},
};

impl Request<'_> {
    /// Updates an item under the current key, or an item that is moved there from an older key. Creates an item only if
    /// it is stored under no key.
    pub(super) async fn write_or_move(&self, rendered: Rendered, attempts: &Attempts) -> Result<Option<Item>> {
        let get = AnyGet::before_write(self.handle, self.update.key.clone(), self.functions.decode_found);
        let moving = Moving { request: self, rendered, get, attempts, moved: None };
        optimistic(self.handle, self.entity(), attempts, "updated", moving).await
    }
}

/// The update of an item that may be stored under an older key.
struct Moving<'r, 'a> {
    request: &'r Request<'a>,
    rendered: Rendered,
    get: AnyGet<'a>,
    attempts: &'r Attempts,
    /// The item that the last transaction moves.
    moved: Option<Item>,
}

impl Moving<'_, '_> {
    async fn next(&mut self, refused: Refused) -> Result<Decision<Option<Item>>> {
        let (entity, request) = (self.request.entity(), self.request);
        let in_the_way = refused.iter().find(|(place, _)| *place == 0).and_then(|(_, stored)| stored.as_ref());
        if let (Some(moved), Some(other)) = (self.moved.take(), in_the_way)
            && let Some(error) = collision(entity, &moved, other)
        {
            return Err(error);
        }
        match request.write(request.rendered(false)?, false, self.attempts).await {
            Err(error) if error.kind() == ErrorKind::NotFound && !self.attempts.lost() => {}
            sent => return sent.map(Decision::Done),
        }
        // The newest copy decides: an older one must not reappear after it has expired.
        let copies = self.get.stored_copies().await?;
        let is_current = |stored: &Item| stored_key(entity, 0, stored).as_ref() == Some(&self.rendered.item_key);
        match copies.first() {
            Some(newest) if !is_expired(entity, newest, request.stamp.at) => {
                if is_current(newest) {
                    return Ok(Decision::Again);
                }
                if explains_rejection(&request.update, request.creates(), newest, request.stamp.at) {
                    let error = refusal(&request.update, request.creates(), Some(newest), request.stamp.at);
                    return Err(self.attempts.in_doubt(error));
                }
                let item = (request.functions.current_form)(newest, request.stamp)?;
                let actions = actions(request.handle, entity, &item, &copies)?;
                self.moved = Some(item);
                Ok(Decision::Transact(actions, None))
            }
            newest if request.creates() => self.creation(newest.is_some_and(is_current)),
            newest => {
                let error = refusal(&request.update, false, newest, request.stamp.at);
                Err(self.attempts.in_doubt(error))
            }
        }
    }

    /// Creates the item, if it is stored under no key. An expired item under the current key supersedes those under
    /// older ones, which are then not checked.
    fn creation(&self, supersedes: bool) -> Result<Decision<Option<Item>>> {
        let (entity, request) = (self.request.entity(), self.request);
        request.check_creation(self.attempts)?;
        let Some(created) = &self.rendered.created else { return Ok(Decision::Again) };
        let (key, now) = (&self.rendered.item_key, request.stamp.at);
        let older = match supersedes {
            true => Vec::new(),
            false => other_keys(entity, key, &|field| request.update.key.value(field))?,
        };
        let mut actions: Vec<TransactWriteItem> = vec![put_absent(request.handle, entity, created, None, now)?];
        actions.extend(checks_of_absence(request.handle.table_name(), entity, created, &older, now)?);
        let returned = (request.returns == Some(ReturnValue::AllNew)).then(|| created.clone());
        Ok(Decision::Transact(actions, Some(returned)))
    }
}

impl Decide for Moving<'_, '_> {
    type Output = Option<Item>;

    fn decide(&mut self, refused: Refused) -> Deciding<'_, Self::Output> {
        Box::pin(self.next(refused))
    }
}

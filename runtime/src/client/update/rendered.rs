//! Renders an update as DynamoDB's expressions.

use std::{borrow::Cow, collections::HashMap};

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    AnyUpdate,
    check::{check_operations, check_values},
    index_keys::{Values, index_key_changes},
    managed_fields::{check_managed, next_version},
    own_condition::{key_attributes, own_condition},
    upserted::build_created_item,
};
use crate::{
    Error, ErrorKind, Item, Result,
    expression::{Condition, Expression, Placeholders, Step, aliases_of, shown},
    item::{
        functions::{EntityFunctions, ValueOf},
        key_fields::key_fields,
        locate::key_item,
        lossy::with_stored_texts,
        names::is_derived,
        reencode::Reencode,
        stamp::{Stamp, written_time},
        stored::key_text,
        version::version_field,
    },
    key::{ItemKey, KeyValue, lossy::lossy_fields},
    schema::{EntitySchema, Field, Purpose},
    update::{Action, Operation, Operations},
};

/// An update of one item, as used in requests and transactions.
#[derive(Debug)]
pub(crate) struct Rendered {
    pub(crate) item_key: ItemKey,
    /// Boxed, so that the futures of updates stay small.
    pub(crate) parts: Box<RequestParts>,
    /// The indexes whose keys are known.
    pub(crate) indexes: Vec<(usize, Option<ItemKey>)>,
    /// The known part of the item's size.
    pub(crate) bytes: u64,
    pub(crate) repeat_effect: RepeatEffect,
    /// The item that the update creates if its key has no item yet.
    pub(crate) created: Option<Item>,
}

/// The parts of an update that are moved into a request.
#[derive(Debug)]
pub(crate) struct RequestParts {
    /// The key's attributes.
    pub(crate) key: Item,
    /// `None` if an upsert creates only the key.
    pub(crate) update: Option<String>,
    pub(crate) condition: Option<String>,
    pub(crate) names: Option<HashMap<String, String>>,
    pub(crate) values: Option<HashMap<String, AttributeValue>>,
}

/// The effect of an update that is carried out twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RepeatEffect {
    /// The second is refused, because the update requires a version and increments it.
    Refused,
    /// The second has no further effect.
    Idempotent,
    /// The second adds, appends or increments a version again.
    Differs,
}

impl RepeatEffect {
    fn of(update: &Update<'_>) -> Self {
        match version_field(update.entity.schema) {
            Some(version) if (update.demands)(version.attribute) => Self::Refused,
            Some(_) => Self::Differs,
            None if update.operations.list.iter().all(|it| is_repeatable(&it.action)) => Self::Idempotent,
            None => Self::Differs,
        }
    }
}

/// What an update consists of.
struct Update<'a> {
    entity: EntityFunctions,
    /// The values of the key's fields.
    key: ValueOf<'a, 'a>,
    operations: &'a Operations,
    /// Renders the caller's condition.
    condition: &'a dyn Fn() -> Result<Option<Expression>>,
    /// Returns whether the caller's condition requires one value of the attribute with this name.
    demands: &'a dyn Fn(&str) -> bool,
    created: Option<Reencode>,
    stored_texts: Option<&'a Item>,
}

/// Checks an update and renders it as DynamoDB's expressions, for a given time. The result is deterministic. `creates`
/// says whether the update creates an item if its key has none. `stored_texts` is the stored item, if it has the times
/// of the key in other texts.
pub(crate) fn render(update: &AnyUpdate, creates: bool, stamp: Stamp, stored_texts: Option<&Item>) -> Result<Rendered> {
    let item_key = update.key.item_key()?;
    let condition = update.condition.as_deref();
    let untyped = Update {
        entity: update.key.functions(),
        key: &|field| update.key.value(field),
        operations: &update.operations,
        condition: &|| condition.map(Condition::to_expression).transpose(),
        demands: &|attribute| condition.is_some_and(|condition| condition.demands(attribute)),
        created: update.created.filter(|_| creates),
        stored_texts,
    };
    rendered(&untyped, item_key, creates, stamp).map_err(|error| {
        let (entity, error) = (update.entity(), error.of_entity(update.entity().name));
        match update.key.item_key() {
            Ok(key) => error.at_key(key_text(entity, &key)),
            Err(_) => error,
        }
    })
}

fn rendered(update: &Update<'_>, item_key: ItemKey, creates: bool, stamp: Stamp) -> Result<Rendered> {
    let entity = update.entity.schema;
    if let Some(refusal) = &update.operations.refusal {
        return Err(refusal.error());
    }
    let given = &update.operations.list;
    if given.is_empty() && !creates {
        let message = "the update contains no change; set a field, or do not send it where `is_empty()` is true";
        return Err(Error::new(ErrorKind::InvalidArgument, message));
    }
    check_operations(entity, given)?;
    check_managed(entity, given, creates)?;
    let key = key_item(entity, &item_key);
    let mut operations = all_operations(update, &item_key, &key, creates, stamp)?;
    remove_earlier_names(entity, &mut operations.list)?;
    let created = update.created.map(|created| build_created_item(entity, key.clone(), &operations.list, created));
    let created = created.transpose()?;
    let bytes = check_values(entity, &key, &operations.list)?;
    let mut expression =
        Expression::of(Placeholders::OF_UPDATE, |expression| write(expression, entity, operations.list))?;
    let lossy_fields = lossy_fields(entity);
    let lossy = key_attributes(update.entity, update.key, &lossy_fields)?;
    let lossy = with_stored_texts(entity, &lossy, update.stored_texts);
    let next = next_version(update.entity);
    let own =
        own_condition(&mut expression, entity, (&lossy_fields, &lossy), given.iter().chain(&next), creates, stamp.at)?;
    let users = (update.condition)()?;
    let Expression { expression, mut names, mut values, .. } = expression;
    let users = users.map(|users| {
        names.extend(users.names);
        values.extend(users.values);
        users.expression
    });
    let condition = match (own, users) {
        // The library's condition is already a conjunction, and DynamoDB refuses redundant parentheses.
        (Some(own), Some(users)) => Some(format!("{own} AND ({users})")),
        (only, None) | (None, only) => only,
    };
    let parts = Box::new(RequestParts {
        key,
        update: Some(expression).filter(|update| !update.is_empty()),
        condition,
        names: Some(names).filter(|names| !names.is_empty()),
        values: Some(values).filter(|values| !values.is_empty()),
    });
    Ok(Rendered {
        item_key,
        parts,
        indexes: operations.indexes,
        bytes,
        repeat_effect: RepeatEffect::of(update),
        created,
    })
}

struct All<'a> {
    list: Vec<Cow<'a, Operation>>,
    indexes: Vec<(usize, Option<ItemKey>)>,
}

/// Collects the caller's operations and those that depend on them. Add operations of the library itself here.
fn all_operations<'a>(
    update: &Update<'a>,
    item_key: &ItemKey,
    key: &Item,
    creates: bool,
    stamp: Stamp,
) -> Result<All<'a>> {
    let entity = update.entity.schema;
    let Operations { list, values, .. } = update.operations;
    let (mut list, mut set): (Vec<_>, _) = (list.iter().map(Cow::Borrowed).collect(), Cow::Borrowed(values));
    let is_of =
        |operation: &Operation, name: &str| matches!(operation.steps.first(), Some(Step::Name(of)) if of == name);
    if let Some((place, field)) = entity.field_for(Purpose::Updated) {
        set.to_mut().retain(|(of, _)| *of != place);
        set.to_mut().push((place, Some(KeyValue::Time(stamp.at))));
        list.retain(|operation| !is_of(operation, field.attribute));
        list.push(own(field.attribute, Action::Set(written_time(update.entity, place, stamp.at)?)));
    }
    if let Some((place, field)) = entity.field_for(Purpose::Created).filter(|_| creates)
        && !list.iter().any(|operation| is_of(operation, field.attribute))
    {
        list.push(own(field.attribute, Action::SetIfAbsent(written_time(update.entity, place, stamp.at)?)));
    }
    let of_key = |field| (update.key)(field).map(KeyValue::into_owned);
    let in_place = fields_changed_in_place(entity, &list);
    let values = Values { set: &set, in_place: &in_place, of_key: &of_key };
    let changes = index_key_changes(entity, &values, item_key, creates)?;
    // A field that is itself an index's attribute is written in the form of the key.
    list.retain(|operation| {
        !matches!(operation.steps.as_slice(), [Step::Name(name)] if changes.attributes.contains_key(&**name))
    });
    if creates {
        let text = |text: &str| AttributeValue::S(text.to_owned());
        let mut of_all = key_attributes(update.entity, update.key, &key_fields(entity))?;
        of_all.retain(|name, _| !is_derived(entity, name) && !key.contains_key(name));
        of_all.extend(entity.table.discriminator.map(|name| (name.to_owned(), text(entity.discriminator))));
        of_all.extend(entity.constants.iter().map(|(name, constant)| ((*name).to_owned(), text(constant))));
        let mut of_all: Vec<_> = of_all.into_iter().map(|(name, value)| own(name, Action::Set(value))).collect();
        of_all.sort_by(|one, other| one.steps.iter().map(named).cmp(other.steps.iter().map(named)));
        list.extend(of_all);
    }
    list.extend(
        changes.attributes.into_iter().map(|(name, value)| own(name, value.map_or(Action::Remove, Action::Set))),
    );
    list.extend(next_version(update.entity).map(Cow::Owned));
    list.extend(stamp.write_id(entity).map(|(name, id)| own(name, Action::Set(id))));
    Ok(All { list, indexes: changes.indexes })
}

/// Adds the removal of the earlier names of each changed field.
///
/// # Errors
///
/// A change that DynamoDB can only make to a value under its current name.
fn remove_earlier_names(entity: &'static EntitySchema, list: &mut Vec<Cow<'_, Operation>>) -> Result<()> {
    if entity.fields.iter().all(|field| field.aliases.is_empty()) {
        return Ok(());
    }
    let mut removals = Vec::new();
    for operation in list.iter() {
        let aliases = aliases_of(entity, &operation.steps);
        let is_of_set = match &operation.action {
            Action::Add(value) => !value.is_n(),
            action => matches!(action, Action::Take(_)),
        };
        if !aliases.is_empty() && (is_of_set || operation.steps.len() > 1) {
            let of = operation.steps.first().map_or("", named);
            let message = format!(
                "`{}`: an item may have `{of}` as `{}`, its `#[serde(alias = ..)]`, and DynamoDB changes a part of a \
                 value only under one name; read the item and `set` the whole field, or rename the attribute in every \
                 item with `update_each(|item| Some(item))` and drop the alias",
                shown(&operation.steps),
                aliases.join("`, `")
            );
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        removals.extend(aliases.iter().map(|alias| own(*alias, Action::Remove)));
    }
    list.extend(removals);
    Ok(())
}

/// Returns the fields of index keys that are changed in place. Their new values are not known in advance.
fn fields_changed_in_place(entity: &EntitySchema, list: &[Cow<'_, Operation>]) -> Vec<u8> {
    let changes = list.iter().filter(|operation| matches!(operation.action, Action::Add(_) | Action::SetIfAbsent(_)));
    let fields = changes.filter_map(|operation| {
        let [Step::Name(name)] = operation.steps.as_slice() else { return None };
        let is_changed =
            |field: &Field| field.attribute == name && field.kind.is_some() && field.purpose == Purpose::Value;
        u8::try_from(entity.fields.iter().position(is_changed)?).ok()
    });
    fields.collect()
}

/// Makes an operation that the library itself adds.
fn own<'a>(name: impl Into<Cow<'static, str>>, action: Action) -> Cow<'a, Operation> {
    Cow::Owned(Operation { steps: vec![Step::Name(name.into())], action, fits: None, by_field: true })
}

fn named(step: &Step) -> &str {
    match step {
        Step::Name(name) => name,
        Step::Index(_) => "",
    }
}

fn is_repeatable(action: &Action) -> bool {
    match action {
        Action::Append(_) | Action::Prepend(_) => false,
        Action::Add(value) => !value.is_n(),
        Action::Set(_) | Action::SetIfAbsent(_) | Action::Take(_) | Action::Remove => true,
    }
}

/// Writes the clauses of an update. Each keyword is written once.
fn write(expression: &mut Expression, entity: &EntitySchema, mut operations: Vec<Cow<'_, Operation>>) {
    // The sort is stable, so operations keep their order within a clause.
    operations.sort_by_key(|operation| Clause::of(entity, operation));
    let mut last = None;
    for operation in operations {
        let clause = Clause::of(entity, &operation);
        match last {
            Some(last) if last == clause => expression.text(", "),
            Some(_) => expression.text(clause.after_another()),
            None => expression.text(clause.after_another().trim_start()),
        }
        last = Some(clause);
        write_one(expression, entity, operation);
    }
}

/// The clauses of an update expression, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Clause {
    Set,
    Remove,
    Add,
    Delete,
}

impl Clause {
    fn of(entity: &EntitySchema, operation: &Operation) -> Self {
        match &operation.action {
            // `ADD` cannot add to a number under an earlier name.
            Action::Add(value) if value.is_n() && !aliases_of(entity, &operation.steps).is_empty() => Self::Set,
            Action::Set(_) | Action::SetIfAbsent(_) | Action::Append(_) | Action::Prepend(_) => Self::Set,
            Action::Remove => Self::Remove,
            Action::Add(_) => Self::Add,
            Action::Take(_) => Self::Delete,
        }
    }

    /// Returns its keyword, between spaces.
    fn after_another(self) -> &'static str {
        match self {
            Self::Set => " SET ",
            Self::Remove => " REMOVE ",
            Self::Add => " ADD ",
            Self::Delete => " DELETE ",
        }
    }
}

fn write_one(expression: &mut Expression, entity: &EntitySchema, operation: Cow<'_, Operation>) {
    // Not `into_owned`, which would also copy the steps.
    let (steps, action) = match operation {
        Cow::Borrowed(Operation { steps, action, .. }) => (Cow::Borrowed(&**steps), action.clone()),
        Cow::Owned(Operation { steps, action, .. }) => (Cow::Owned(steps), action),
    };
    let steps = &*steps;
    let aliases = aliases_of(entity, steps);
    expression.path(steps);
    match action {
        Action::Set(value) => {
            expression.text(" = ");
            expression.value(value);
        }
        Action::SetIfAbsent(value) => {
            expression.text(" = ");
            write_stored(expression, steps, aliases, value);
        }
        Action::Append(values) => {
            expression.text(" = list_append(");
            write_stored(expression, steps, aliases, AttributeValue::L(Vec::new()));
            expression.text(", ");
            expression.value(values);
            expression.text(")");
        }
        Action::Prepend(values) => {
            expression.text(" = list_append(");
            expression.value(values);
            expression.text(", ");
            write_stored(expression, steps, aliases, AttributeValue::L(Vec::new()));
            expression.text(")");
        }
        Action::Add(amount) if amount.is_n() && !aliases.is_empty() => {
            expression.text(" = ");
            write_stored(expression, steps, aliases, AttributeValue::N("0".into()));
            expression.text(" + ");
            expression.value(amount);
        }
        Action::Add(value) | Action::Take(value) => {
            expression.text(" ");
            expression.value(value);
        }
        Action::Remove => {}
    }
}

/// Writes the stored value under the first name that the item has, or this value if none is stored.
fn write_stored(expression: &mut Expression, steps: &[Step], aliases: &[&str], absent: AttributeValue) {
    expression.text("if_not_exists(");
    expression.path(steps);
    expression.text(", ");
    for alias in aliases {
        expression.text("if_not_exists(");
        expression.attribute(alias);
        expression.text(", ");
    }
    expression.value(absent);
    for _ in aliases {
        expression.text(")");
    }
    expression.text(")");
}

//! Filters the items of a query or scan.

use std::{collections::BTreeMap, fmt::Write as _};

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Condition, Expression, node::Node};
use crate::{
    Error, ErrorKind, Item, Result,
    item::stored::key_attributes,
    schema::{EntitySchema, IndexProjection, IndexSchema, TableSchema},
};

/// A condition on the items of a query, checked for the key or index that is read.
#[derive(Debug, Clone)]
pub(crate) struct Filter {
    node: Node,
    pub(crate) expression: Expression,
}

impl Filter {
    /// Creates the filter of a query on one of an entity's keys.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] for a condition that DynamoDB does not accept, for an attribute of the key that
    /// is read, and for an attribute that the index does not hold.
    pub(crate) fn new(entity: &'static EntitySchema, key: usize, condition: &Condition<()>) -> Result<Self> {
        let filter = Self { expression: condition.to_expression()?, node: condition.node()? };
        let read = key_attributes(entity, key);
        let index = entity.keys.get(key).and_then(|key| key.index).and_then(|index| entity.table.index(index));
        for name in filter.expression.names.values() {
            if read.iter().flat_map(IndexSchema::keys).any(|attribute| attribute.name == name) {
                let message = format!(
                    "the filter is on `{name}`, which is an attribute of the key that is read, and dynamodb filters \
                     only by others; select it with the query's arguments, `.then(..)` or `.between(..)`"
                );
                return Err(Error::new(ErrorKind::InvalidArgument, message));
            }
            check_held(entity.table, index, name)?;
        }
        Ok(filter)
    }

    /// Creates the filter of a scan of the table or of an index. Unlike in a query, it may use key attributes.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] for a condition that DynamoDB does not accept, and for an attribute that the
    /// index does not hold.
    pub(crate) fn of_scan(table: &TableSchema, index: Option<IndexSchema>, condition: &Condition<()>) -> Result<Self> {
        let filter = Self { expression: condition.to_expression()?, node: condition.node()? };
        filter.expression.names.values().try_for_each(|name| check_held(table, index, name))?;
        Ok(filter)
    }

    /// Formats the filter for people, with the names of attributes and without values, which may be sensitive.
    pub(crate) fn shown(&self) -> String {
        self.expression.with_names()
    }

    /// Returns whether an item passes the filter.
    pub(crate) fn holds(&self, item: &Item) -> bool {
        self.node.holds(item)
    }

    /// Returns a text that is equal for equal filters. Cursors are bound to it.
    pub(crate) fn text(condition: &Condition<()>) -> String {
        match condition.to_expression() {
            Ok(expression) => {
                let Expression { expression, names, values, .. } = expression;
                let names: BTreeMap<_, _> = names.iter().collect();
                let values: BTreeMap<_, _> = values.iter().collect();
                let mut text = format!("{expression} {names:?}");
                for (placeholder, value) in values {
                    text.push_str(placeholder);
                    write_value(value, &mut text);
                }
                text
            }
            Err(_) => String::new(),
        }
    }
}

fn check_held(table: &TableSchema, index: Option<IndexSchema>, name: &str) -> Result<()> {
    let Some(index) = index else { return Ok(()) };
    let is_included = match index.projection {
        IndexProjection::All => true,
        IndexProjection::KeysOnly => false,
        IndexProjection::Include(included) => included.contains(&name),
    };
    let mut keys = [Some(table.partition_key), table.sort_key].into_iter().flatten().chain(index.keys());
    if is_included || keys.any(|key| key.name == name) {
        return Ok(());
    }
    let message = format!(
        "the filter is on `{name}`, which the index does not contain, so it would match nothing; project it into the \
         index, or check the items after they are read"
    );
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

/// Formats a value, with the entries of its maps sorted.
fn write_value(value: &AttributeValue, text: &mut String) {
    match value {
        AttributeValue::M(entries) => {
            text.push('{');
            for (name, value) in entries.iter().collect::<BTreeMap<_, _>>() {
                let _ = write!(text, "{name:?}");
                write_value(value, text);
            }
            text.push('}');
        }
        AttributeValue::L(elements) => {
            text.push('[');
            elements.iter().for_each(|element| write_value(element, text));
            text.push(']');
        }
        value => {
            let _ = write!(text, "{value:?}");
        }
    }
}

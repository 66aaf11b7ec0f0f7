//! Extends conditions to items that have a field under an earlier name of its attribute, as with serde's `alias`.

use super::{
    node::{Node, Term},
    path::Step,
};
use crate::{Entity, schema::EntitySchema};

/// Returns the earlier names of the attribute with this name. Empty for almost every attribute.
pub(crate) fn aliases_of(entity: &EntitySchema, steps: &[Step]) -> &'static [&'static str] {
    let Some(Step::Name(name)) = steps.first() else { return &[] };
    let field = entity.fields.iter().find(|field| field.attribute == name);
    field.map_or(&[], |field| field.aliases)
}

/// Returns whether a field of the entity has an earlier name.
pub(crate) const fn has_aliases<E: Entity>() -> bool {
    const {
        let mut fields = E::SCHEMA.fields;
        let mut has = false;
        while let [field, rest @ ..] = fields {
            has |= !field.aliases.is_empty();
            fields = rest;
        }
        has
    }
}

/// Returns a condition that holds if this one holds for the values that a read returns: those of the first name that
/// the item has.
///
/// A comparison with the value costs one more `attribute_not_exists` and one more comparison for each earlier name.
pub(super) fn with_aliases(entity: &EntitySchema, node: Node) -> Node {
    match node {
        Node::All(nodes) => Node::All(nodes.into_iter().map(|node| with_aliases(entity, node)).collect()),
        Node::Any(nodes) => Node::Any(nodes.into_iter().map(|node| with_aliases(entity, node)).collect()),
        Node::Not(node) => Node::Not(Box::new(with_aliases(entity, *node))),
        mut test => {
            let attributes: Vec<Step> = test.paths().into_iter().filter_map(|steps| steps.first().cloned()).collect();
            let mut is_first = true;
            let mut renamed = Vec::new();
            for attribute in attributes {
                let aliases = aliases_of(entity, std::slice::from_ref(&attribute));
                if !aliases.is_empty() && !renamed.contains(&attribute) {
                    test =
                        if is_first { of_names(&attribute, aliases, test) } else { nested(&attribute, aliases, test) };
                    is_first = false;
                    renamed.push(attribute);
                }
            }
            test
        }
    }
}

/// Extends each test of a tree, which tests other attributes, too.
fn nested(attribute: &Step, aliases: &[&'static str], node: Node) -> Node {
    match node {
        Node::All(nodes) => Node::All(nodes.into_iter().map(|node| nested(attribute, aliases, node)).collect()),
        Node::Any(nodes) => Node::Any(nodes.into_iter().map(|node| nested(attribute, aliases, node)).collect()),
        Node::Not(node) => Node::Not(Box::new(nested(attribute, aliases, *node))),
        mut test => match test.paths().iter().any(|steps| steps.first() == Some(attribute)) {
            true => of_names(attribute, aliases, test),
            false => test,
        },
    }
}

/// Tests the attribute of the first name that the item has.
fn of_names(attribute: &Step, aliases: &[&'static str], test: Node) -> Node {
    let call = |function, step: &Step| Node::Call(function, vec![step.clone()], None);
    let [alias, earlier @ ..] = aliases else { return test };
    let alias = Step::Name((*alias).into());
    let under_alias = of_names(&alias, earlier, renamed(test.clone(), attribute, &alias));
    match &test {
        Node::Call("attribute_exists", steps, _) if steps.len() == 1 => Node::Any(vec![test, under_alias]),
        Node::Call("attribute_not_exists", steps, _) if steps.len() == 1 => Node::All(vec![test, under_alias]),
        test if test.is_false_without_value() => {
            Node::Any(vec![test.clone(), Node::All(vec![call("attribute_not_exists", attribute), under_alias])])
        }
        // This test holds also for an absent attribute.
        _ => Node::Any(vec![
            Node::All(vec![call("attribute_exists", attribute), test]),
            Node::All(vec![call("attribute_not_exists", attribute), under_alias]),
        ]),
    }
}

fn renamed(mut test: Node, from: &Step, to: &Step) -> Node {
    for steps in test.paths() {
        if let Some(first) = steps.first_mut().filter(|first| *first == from) {
            *first = to.clone();
        }
    }
    test
}

/// Returns the place that an operand reads.
fn place_of(term: &mut Term) -> Option<&mut Vec<Step>> {
    match term {
        Term::Path(steps) | Term::Size(steps) => Some(steps),
        Term::Value(_) => None,
    }
}

impl Node {
    /// Returns the places that a single test reads.
    fn paths(&mut self) -> Vec<&mut Vec<Step>> {
        match self {
            Self::Compare(left, _, right) => [left, right].into_iter().filter_map(place_of).collect(),
            Self::Between(term, bounds) => {
                std::iter::once(term).chain(bounds.iter_mut()).filter_map(place_of).collect()
            }
            Self::In(term, values) => std::iter::once(term).chain(values).filter_map(place_of).collect(),
            Self::Call(_, steps, value) => std::iter::once(steps).chain(value.as_mut().and_then(place_of)).collect(),
            Self::All(_) | Self::Any(_) | Self::Not(_) => Vec::new(),
        }
    }

    /// Returns whether a single test is false if a place that it reads has no value.
    fn is_false_without_value(&self) -> bool {
        match self {
            Self::Compare(_, operator, _) => *operator != "<>",
            Self::Between(..) | Self::In(..) => true,
            Self::Call(function, ..) => *function != "attribute_not_exists",
            Self::All(_) | Self::Any(_) | Self::Not(_) => false,
        }
    }
}

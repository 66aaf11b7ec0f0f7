//! The updates from a deployed table to the indexes of the schema, one index at a time.

use std::fmt;

use serde_json::Value;

use super::{Attribute, GlobalIndex, Infrastructure, InfrastructureError, Key, LocalIndex, Place, Projection};
use crate::audit::{IndexShape, TableShape};

/// The number of global indexes of a table that the default quota allows.
///
/// AWS: [Quotas](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html).
const MOST_INDEXES: usize = 20;

/// Updates from a deployed table to the indexes of the schema. Each creates or deletes one global index, because
/// CloudFormation allows no more in one update. It changes nothing else, as AWS recommends: if an update fails while it
/// creates an index, the index remains. A last update, with the template of the schema, then deploys alarms,
/// autoscaling and the dashboard of the new indexes.
///
/// New indexes come first, so that readers can move to them. An index whose keys or projection differ is deleted and
/// created again, and cannot be read in between. Indexes that the schema lacks are deleted last, or first if the table
/// would have more than 20. An index that has an attribute with another type than in the schema is also deleted first,
/// because a table has one type for each key attribute.
///
/// Its text lists the updates.
///
/// AWS: [Update behavior of
/// `GlobalSecondaryIndexes`](https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-dynamodb-table.html).
#[derive(Debug, Clone)]
pub struct Steps(Vec<Step>);

/// One update.
#[derive(Debug, Clone)]
pub struct Step {
    index: String,
    creates: bool,
    pub(crate) infrastructure: Infrastructure,
    /// The table before the first step. Other deployed resources stay.
    pub(crate) deployed: Infrastructure,
}

impl Steps {
    /// Returns the updates in order. There are none if the table has the indexes of the schema.
    pub fn iter(&self) -> impl Iterator<Item = &Step> {
        self.0.iter()
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(place, step)| writeln!(f, "{}. {step}", place + 1))?;
        writeln!(f, "{}. deploy the template of the schema", self.0.len() + 1)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} the index {}", if self.creates { "create" } else { "delete" }, self.index)
    }
}

impl Step {
    /// Returns the index that is created or deleted.
    pub fn index(&self) -> &str {
        &self.index
    }

    /// Returns whether the index is created. Otherwise it is deleted.
    pub fn creates(&self) -> bool {
        self.creates
    }
}

impl Infrastructure {
    /// Determines the updates from a deployed table. `deployed` is the output of `aws dynamodb describe-table`, or the
    /// input of `CreateTable`.
    ///
    /// # Errors
    ///
    /// If `deployed` does not describe a table, or the table has another key or other local indexes: only a new table
    /// can have those of the schema.
    pub fn steps_from(&self, deployed: &Value) -> Result<Steps, InfrastructureError> {
        let shape = TableShape::described(deployed).map_err(|error| InfrastructureError(error.to_string()))?;
        self.same_table(&shape)?;
        let indexes = self.deployed_indexes(&shape)?;
        let mut updates = Updates { wanted: self, deployed: self.with(indexes.clone()), indexes, steps: Vec::new() };
        updates.run();
        Ok(Steps(updates.steps))
    }

    fn same_table(&self, shape: &TableShape) -> Result<(), InfrastructureError> {
        let key = key(shape, std::slice::from_ref(&shape.partition_key), shape.sort_key.as_slice())?;
        if key != self.key {
            return Err(InfrastructureError(format!(
                "the deployed table has the key {}, and the schema declares {}\nfix   a new table under another name: \
                 CloudFormation would replace this one",
                key_text(&key),
                key_text(&self.key)
            )));
        }
        let local = shape.indexes.iter().filter(|index| index.local);
        let deployed = local.map(|index| local_index(shape, index)).collect::<Result<Vec<_>, _>>()?;
        let is_declared = |index: &LocalIndex| self.local_indexes.iter().any(|declared| declared.is_same(index));
        if deployed.len() == self.local_indexes.len() && deployed.iter().all(is_declared) {
            return Ok(());
        }
        Err(InfrastructureError(format!(
            "the deployed table has the local indexes {}, and the schema declares {}\nfix   a new table under another \
             name: local indexes are created with their table",
            listed(&deployed),
            listed(&self.local_indexes)
        )))
    }

    /// Returns this infrastructure with other indexes. Those of the schema come first, in its order.
    fn with(&self, mut indexes: Vec<GlobalIndex>) -> Self {
        let place = |index: &GlobalIndex| self.indexes.iter().position(|wanted| wanted.name() == index.name());
        indexes.sort_by_key(|index| place(index).unwrap_or(usize::MAX));
        Self { indexes, ..self.clone() }
    }

    /// Returns the global indexes of the deployed table. An index that is also in the schema has the schema's load.
    fn deployed_indexes(&self, shape: &TableShape) -> Result<Vec<GlobalIndex>, InfrastructureError> {
        let mut places: Vec<Place> = self.places().cloned().collect();
        let global = shape.indexes.iter().filter(|index| !index.local);
        global
            .map(|index| {
                let same = places.iter().find(|place| place.index.as_ref() == Some(&index.name)).cloned();
                let place = same.unwrap_or_else(|| Place::named(Some(&index.name), &places));
                places.push(place.clone());
                let key = key(shape, &index.partition_key, &index.sort_key)?;
                Ok(GlobalIndex { place, key, projection: projection(index) })
            })
            .collect()
    }
}

/// Determines the updates, one after another.
struct Updates<'a> {
    wanted: &'a Infrastructure,
    deployed: Infrastructure,
    /// The indexes after the last step.
    indexes: Vec<GlobalIndex>,
    steps: Vec<Step>,
}

impl Updates<'_> {
    fn run(&mut self) {
        let wanted = &self.wanted.indexes;
        let contradicts = |index: &GlobalIndex| wanted.iter().any(|wanted| wanted.key.contradicts(&index.key));
        let contradicting: Vec<_> =
            self.indexes.iter().filter(|index| contradicts(index)).map(|index| index.name().to_owned()).collect();
        contradicting.iter().for_each(|name| self.delete(name));
        let is_wanted = |index: &GlobalIndex| wanted.iter().any(|wanted| wanted.name() == index.name());
        let unwanted: Vec<_> =
            self.indexes.iter().filter(|index| !is_wanted(index)).map(|index| index.name().to_owned()).collect();
        let new: Vec<_> = wanted.iter().filter(|wanted| self.current(wanted.name()).is_none()).collect();
        let deletes_first = self.indexes.len() + new.len() > MOST_INDEXES;
        if deletes_first {
            unwanted.iter().for_each(|name| self.delete(name));
        }
        new.into_iter().for_each(|index| self.create(index));
        for index in wanted {
            let is_same = self.current(index.name()).is_some_and(|current| current.is_same(index));
            if !is_same {
                self.delete(index.name());
                self.create(index);
            }
        }
        if !deletes_first {
            unwanted.iter().for_each(|name| self.delete(name));
        }
    }

    fn current(&self, name: &str) -> Option<&GlobalIndex> {
        self.indexes.iter().find(|index| index.name() == name)
    }

    fn create(&mut self, index: &GlobalIndex) {
        self.indexes.push(index.clone());
        self.step(index.name(), true);
    }

    fn delete(&mut self, name: &str) {
        self.indexes.retain(|index| index.name() != name);
        self.step(name, false);
    }

    fn step(&mut self, index: &str, creates: bool) {
        let infrastructure = self.wanted.with(self.indexes.clone());
        self.steps.push(Step { index: index.to_owned(), creates, infrastructure, deployed: self.deployed.clone() });
    }
}

fn key(shape: &TableShape, partition: &[String], sort: &[String]) -> Result<Key, InfrastructureError> {
    let attributes = |names: &[String]| names.iter().map(|name| attribute(shape, name)).collect::<Result<_, _>>();
    Ok(Key { partition: attributes(partition)?, sort: attributes(sort)? })
}

fn attribute(shape: &TableShape, name: &str) -> Result<Attribute, InfrastructureError> {
    let kind = shape.types.get(name).cloned().ok_or_else(|| {
        InfrastructureError(format!(
            "`AttributeDefinitions` has no `{name}`, which is part of a key\nfix   the whole output \
                                 of `aws dynamodb describe-table`"
        ))
    })?;
    Ok(Attribute { name: name.to_owned(), kind })
}

fn local_index(shape: &TableShape, index: &IndexShape) -> Result<LocalIndex, InfrastructureError> {
    let key = key(shape, &index.partition_key, &index.sort_key)?;
    Ok(LocalIndex { name: index.name.clone(), key, projection: projection(index) })
}

/// Lists local indexes with their keys and projections.
fn listed(indexes: &[LocalIndex]) -> String {
    let one = |index: &LocalIndex| {
        let included = index.projection.included().map(|names| format!(" {}", names.join(", "))).unwrap_or_default();
        format!("{} ({}; {}{included})", index.name, key_text(&index.key), index.projection.wire())
    };
    if indexes.is_empty() { "none".to_owned() } else { indexes.iter().map(one).collect::<Vec<_>>().join(" and ") }
}

fn projection(index: &IndexShape) -> Projection {
    match index.projection.as_str() {
        "KEYS_ONLY" => Projection::KeysOnly,
        "INCLUDE" => Projection::Include(index.included.clone()),
        _ => Projection::All,
    }
}

fn key_text(key: &Key) -> String {
    let attributes: Vec<_> = key.attributes().map(|one| format!("{} ({})", one.name, one.kind)).collect();
    attributes.join(", ")
}

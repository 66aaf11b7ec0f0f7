//! Verifies that a table matches its declaration.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, KeySchemaElement, KeyType, MultiRegionConsistency, Projection as Projected, ProjectionType,
    TableDescription,
};

use super::definition::scalar_type;
use crate::{
    Error, ErrorKind, Result,
    schema::{IndexProjection, IndexSchema, KeyAttribute, KeyAttributes, Regions, TableSchema},
};

/// Fails if the table on AWS differs from the declared one, and names every difference.
///
/// An additional index of the table is not a difference, because reads and writes work.
pub(crate) fn verify(schema: &TableSchema, found: &TableDescription) -> Result<()> {
    let differences = schema.differences(found);
    if differences.is_empty() {
        return Ok(());
    }
    let message = format!(
        "the table differs from the declarations of `{}`: {}; correct the declaration, or change the table by its \
         infrastructure code",
        schema.name,
        differences.join("; ")
    );
    Err(Error::new(ErrorKind::TableMismatch, message))
}

impl TableSchema {
    /// Compares the answer to `DescribeTable` with the declaration: the key, the declared indexes with their keys and
    /// projections, and how consistent replicas in other Regions are. Returns each difference as a sentence, and
    /// nothing if the table is as declared.
    ///
    /// An additional index of the table is not a difference, because reads and writes work. Nor is a table of one
    /// Region for `regions = "strong"`, as in tests: conditions and consistent reads see all of its writes.
    /// [`open_verified`](crate::Table::open_verified) sends the request, and fails if there is a difference.
    pub fn differences(&self, found: &TableDescription) -> Vec<String> {
        let attributes = found.attribute_definitions();
        let mut differences = Vec::new();
        let declared = declared_keys(&IndexSchema::of_table(self));
        differ(&mut differences, "key", declared, found_keys(found.key_schema(), attributes));
        for index in self.indexes {
            let Some(found) =
                found.global_secondary_indexes().iter().find(|found| found.index_name() == Some(index.name))
            else {
                differences.push(format!("index {} is declared but does not exist", index.name));
                continue;
            };
            let declared = declared_keys(index);
            let place = format!("key of index {}", index.name);
            differ(&mut differences, &place, declared, found_keys(found.key_schema(), attributes));
            let place = format!("projection of index {}", index.name);
            let found = found_projection(found.projection());
            differ(&mut differences, &place, declared_projection(index.projection), found);
        }
        for index in self.local_indexes {
            let Some(found) =
                found.local_secondary_indexes().iter().find(|found| found.index_name() == Some(index.name))
            else {
                differences.push(format!("local index {} is declared but does not exist", index.name));
                continue;
            };
            let declared = declared_keys(&index.whole(self));
            let place = format!("key of local index {}", index.name);
            differ(&mut differences, &place, declared, found_keys(found.key_schema(), attributes));
            let place = format!("projection of local index {}", index.name);
            let found = found_projection(found.projection());
            differ(&mut differences, &place, declared_projection(index.projection), found);
        }
        differences.extend(self.other_consistency(found));
        differences
    }

    /// Returns the difference if other Regions are not as consistent as declared.
    fn other_consistency(&self, found: &TableDescription) -> Option<String> {
        let is_strong = found.multi_region_consistency() == Some(&MultiRegionConsistency::Strong);
        let why = match self.regions {
            Regions::Eventual if is_strong => "declared eventual, found strong: it has no transactions",
            Regions::Strong if !is_strong && !found.replicas().is_empty() => {
                "declared strong, found eventual: conditions see the writes of one Region"
            }
            Regions::Eventual | Regions::Strong => return None,
        };
        Some(format!("consistency between Regions: {why}"))
    }
}

fn differ(differences: &mut Vec<String>, place: &str, declared: String, found: String) {
    if declared != found {
        differences.push(format!("{place}: declared {declared}, found {found}"));
    }
}

fn declared_keys(key: &IndexSchema) -> String {
    let shown = |attribute: KeyAttribute| format!("{} ({})", attribute.name, scalar_type(attribute.kind));
    keys(key.partition_key.iter().map(shown), key.sort_key.into_iter().flat_map(KeyAttributes::iter).map(shown))
}

fn found_keys(elements: &[KeySchemaElement], attributes: &[AttributeDefinition]) -> String {
    let of = |kind: KeyType| {
        elements.iter().filter(move |element| *element.key_type() == kind).map(|element| {
            let name = element.attribute_name();
            let defined = attributes.iter().find(|attribute| attribute.attribute_name() == name);
            let kind = defined.map_or("?", |attribute| attribute.attribute_type().as_str());
            format!("{name} ({kind})")
        })
    };
    keys(of(KeyType::Hash), of(KeyType::Range))
}

fn keys(partition: impl IntoIterator<Item = String>, sort: impl IntoIterator<Item = String>) -> String {
    let joined = |names: Vec<String>| if names.is_empty() { "none".to_owned() } else { names.join(" + ") };
    let (partition, sort) = (partition.into_iter().collect(), sort.into_iter().collect());
    format!("partition key {} and sort key {}", joined(partition), joined(sort))
}

fn declared_projection(projection: IndexProjection) -> String {
    match projection {
        IndexProjection::All => shown_projection("ALL", Vec::new()),
        IndexProjection::KeysOnly => shown_projection("KEYS_ONLY", Vec::new()),
        IndexProjection::Include(names) => shown_projection("INCLUDE", names.to_vec()),
    }
}

fn found_projection(projection: Option<&Projected>) -> String {
    let kind = projection.and_then(Projected::projection_type).map_or("none", ProjectionType::as_str);
    let names = projection.map(Projected::non_key_attributes).unwrap_or_default();
    shown_projection(kind, names.iter().map(String::as_str).collect())
}

fn shown_projection(kind: &str, mut names: Vec<&str>) -> String {
    names.sort_unstable();
    if names.is_empty() { kind.to_owned() } else { format!("{kind} of {}", names.join(", ")) }
}

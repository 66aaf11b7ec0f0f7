//! The table's definition as a CreateTable request.

use aws_sdk_dynamodb::{
    error::BuildError,
    operation::create_table::CreateTableInput,
    types::{
        self, AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, LocalSecondaryIndex,
        ProjectionType, ScalarAttributeType,
    },
};

use crate::{
    Error, ErrorKind, Result, Table,
    schema::{AttributeKind, IndexProjection, IndexSchema, KeyAttribute, KeyAttributes, LocalIndexSchema, TableSchema},
};

/// Returns the CreateTable request of the table `T`: its keys and indexes, in on-demand mode.
///
/// # Errors
///
/// [`InvalidArgument`](ErrorKind::InvalidArgument) if the SDK rejects it, which a derived table cannot cause.
pub fn create_table_input<T: Table>(name: impl Into<String>) -> Result<CreateTableInput> {
    input(const { &T::SCHEMA }, name)
}

/// Returns the CreateTable request of a table of this schema.
pub(super) fn input(schema: &TableSchema, name: impl Into<String>) -> Result<CreateTableInput> {
    definition(schema, name.into()).map_err(|error| {
        let message = format!("table `{}` cannot be created: {error}; check its declaration", schema.name);
        Error::new(ErrorKind::InvalidArgument, message).caused_by(error)
    })
}

fn definition(schema: &TableSchema, name: String) -> Result<CreateTableInput, BuildError> {
    let indexes = schema.indexes.iter().map(index).collect::<Result<Vec<_>, _>>()?;
    let local = |index| local_index(schema, index);
    let local_indexes = schema.local_indexes.iter().map(local).collect::<Result<Vec<_>, _>>()?;
    CreateTableInput::builder()
        .table_name(name)
        .billing_mode(BillingMode::PayPerRequest)
        .set_attribute_definitions(Some(attributes(schema)?))
        .set_key_schema(Some(key_schema(&IndexSchema::of_table(schema))?))
        .set_global_secondary_indexes((!indexes.is_empty()).then_some(indexes))
        .set_local_secondary_indexes((!local_indexes.is_empty()).then_some(local_indexes))
        .build()
}

/// Returns the key attributes of the table and its indexes, without duplicates.
fn attributes(schema: &TableSchema) -> Result<Vec<AttributeDefinition>, BuildError> {
    let of_indexes = schema.indexes.iter().flat_map(IndexSchema::keys);
    let mut attributes = Vec::<KeyAttribute>::new();
    let of_local_indexes = schema.local_indexes.iter().map(|index| index.sort_key);
    for attribute in IndexSchema::of_table(schema).keys().chain(of_indexes).chain(of_local_indexes) {
        if !attributes.contains(&attribute) {
            attributes.push(attribute);
        }
    }
    let defined = attributes.into_iter().map(|attribute| {
        AttributeDefinition::builder()
            .attribute_name(attribute.name)
            .attribute_type(scalar_type(attribute.kind))
            .build()
    });
    defined.collect()
}

fn index(index: &IndexSchema) -> Result<GlobalSecondaryIndex, BuildError> {
    GlobalSecondaryIndex::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_schema(index)?))
        .projection(projection(index.projection))
        .build()
}

fn local_index(table: &TableSchema, index: &LocalIndexSchema) -> Result<LocalSecondaryIndex, BuildError> {
    LocalSecondaryIndex::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_schema(&index.whole(table))?))
        .projection(projection(index.projection))
        .build()
}

fn key_schema(key: &IndexSchema) -> Result<Vec<KeySchemaElement>, BuildError> {
    let partition = key.partition_key.iter().map(|attribute| (attribute, KeyType::Hash));
    let sort = key.sort_key.into_iter().flat_map(KeyAttributes::iter).map(|attribute| (attribute, KeyType::Range));
    let element = |(attribute, kind): (KeyAttribute, KeyType)| {
        KeySchemaElement::builder().attribute_name(attribute.name).key_type(kind).build()
    };
    partition.chain(sort).map(element).collect()
}

fn projection(projection: IndexProjection) -> types::Projection {
    let builder = types::Projection::builder();
    match projection {
        IndexProjection::All => builder.projection_type(ProjectionType::All),
        IndexProjection::KeysOnly => builder.projection_type(ProjectionType::KeysOnly),
        IndexProjection::Include(names) => builder
            .projection_type(ProjectionType::Include)
            .set_non_key_attributes(Some(names.iter().map(|name| (*name).to_owned()).collect())),
    }
    .build()
}

/// Returns the SDK's type of a key attribute.
pub(crate) fn scalar_type(kind: AttributeKind) -> ScalarAttributeType {
    match kind {
        AttributeKind::S => ScalarAttributeType::S,
        AttributeKind::N => ScalarAttributeType::N,
        AttributeKind::B => ScalarAttributeType::B,
    }
}

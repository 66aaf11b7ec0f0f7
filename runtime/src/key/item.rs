//! Builds the key of an item from field values.

#[cfg(feature = "client")]
use super::shard::shard_of;
use super::{
    KeyPart, KeyScalar,
    design::written_design,
    key_schema::schema,
    native::{attribute, is_native_template},
    open_text::ambiguity,
    placeholder::Placeholder,
    render::ValueOf,
    scalar::ItemKey,
    template_ref::TemplateRef,
};
use crate::{
    Error, ErrorKind, Result,
    schema::{EntitySchema, Segment, ShardBy, Template},
};

/// Builds the key as its attributes store it. `None` if an absent optional field keeps the item out of the index.
///
/// # Errors
///
/// A value that cannot be part of the key, and a key that exceeds DynamoDB's length limit.
pub(crate) fn item_key(
    entity: &'static EntitySchema,
    key: usize,
    value: ValueOf<'_, '_>,
    shard: Option<u32>,
) -> Result<Option<ItemKey>> {
    let schema = schema(entity, key)?;
    let (template, _) = written_design(entity, schema, value);
    let Some(partition) = partition_key(entity, key, template, value, shard)? else {
        return Ok(None);
    };
    let sort = match &schema.sort {
        None => None,
        Some(template) => match scalar(key, TemplateRef::new(entity, KeyPart::Sort, template), value, shard)? {
            None => return Ok(None),
            sort => sort,
        },
    };
    let written = ItemKey { partition, sort };
    if key == 0
        && let Some(error) = ambiguity(entity, schema, template, value, &written)
    {
        return Err(error);
    }
    Ok(Some(written))
}

/// Builds an index key of an item with this table key. `None` if an absent optional field keeps the item out of it.
///
/// # Errors
///
/// Those of [`item_key`], and a time that cannot be part of a key.
#[cfg(feature = "client")]
pub(crate) fn index_key(
    entity: &'static EntitySchema,
    key: usize,
    value: ValueOf<'_, '_>,
    table_key: &ItemKey,
) -> Result<Option<ItemKey>> {
    if schema(entity, key)?.local {
        let sort = sort_key(entity, key, value)?;
        return Ok(sort.map(|sort| ItemKey { partition: table_key.partition.clone(), sort: Some(sort) }));
    }
    let of = schema(entity, key)?;
    // A shard is taken only for a partition key of the index's own.
    let shard = || shard_of(entity, key, value, Some(table_key));
    if of.partition.of_table.is_none() && of.sort.is_none_or(|sort| sort.of_table.is_none()) {
        return item_key(entity, key, value, shard()?);
    }
    let Some(partition) = (match of.partition.of_table {
        Some(part) => part_of_table(table_key, part),
        None => partition_key(entity, key, written_design(entity, of, value).0, value, shard()?)?,
    }) else {
        return Ok(None);
    };
    let sort = match of.sort {
        None => return Ok(Some(ItemKey { partition, sort: None })),
        Some(Template { of_table: Some(part), .. }) => part_of_table(table_key, part),
        Some(_) => sort_key(entity, key, value)?,
    };
    let Some(sort) = sort else { return Ok(None) };
    for (part, scalar) in [(KeyPart::Partition, &partition), (KeyPart::Sort, &sort)] {
        let template = if part == KeyPart::Sort { of.sort } else { Some(of.partition) };
        if let Some(template) = template.filter(|template| template.of_table.is_some()) {
            let checked = TemplateRef::new(entity, part, &template).check_limit(value, scalar.size());
            checked.map_err(|error| error.on_index(of.index))?;
        }
    }
    Ok(Some(ItemKey { partition, sort: Some(sort) }))
}

/// Returns the part of the table's key that an index shares.
#[cfg(feature = "client")]
fn part_of_table(table_key: &ItemKey, part: KeyPart) -> Option<KeyScalar> {
    match part {
        KeyPart::Partition => Some(table_key.partition.clone()),
        KeyPart::Sort => table_key.sort.clone(),
    }
}

/// Builds the partition key for one of the key's templates: the current one or a legacy one.
///
/// # Errors
///
/// Those of [`item_key`].
pub(crate) fn partition_key(
    entity: &'static EntitySchema,
    key: usize,
    template: &Template,
    value: ValueOf<'_, '_>,
    shard: Option<u32>,
) -> Result<Option<KeyScalar>> {
    scalar(key, TemplateRef::new(entity, KeyPart::Partition, template), value, shard)
}

/// Builds the sort key. `None` if the key has none, or if an absent optional field keeps the item out of the index.
///
/// # Errors
///
/// Those of [`item_key`].
#[cfg(feature = "client")]
pub(crate) fn sort_key(entity: &'static EntitySchema, key: usize, value: ValueOf<'_, '_>) -> Result<Option<KeyScalar>> {
    match &schema(entity, key)?.sort {
        Some(template) => scalar(key, TemplateRef::new(entity, KeyPart::Sort, template), value, None),
        None => Ok(None),
    }
}

fn scalar(key: usize, of: TemplateRef<'_>, value: ValueOf<'_, '_>, shard: Option<u32>) -> Result<Option<KeyScalar>> {
    let index = schema(of.entity, key)?.index;
    let scalar = match of.template.attributes() {
        1 => attribute_value((key, 0), of, value, shard),
        count => several(key, of, count, value, shard),
    };
    let scalar = scalar.map_err(|error| error.on_index(index))?;
    match scalar {
        Some(scalar) => {
            of.check_limit(value, scalar.size()).map_err(|error| error.on_index(index))?;
            Ok(Some(scalar))
        }
        None => absent(key, of, value).map_err(|error| error.on_index(index)),
    }
}

/// Builds the values of all attributes of one part. `None` if an attribute has no value.
fn several(
    key: usize,
    of: TemplateRef<'_>,
    count: usize,
    value: ValueOf<'_, '_>,
    shard: Option<u32>,
) -> Result<Option<KeyScalar>> {
    let mut values = Vec::with_capacity(count);
    for (place, template) in (0..count).filter_map(|place| Some((place, of.template.attribute(place)?))) {
        let of = TemplateRef { template: &template, ..of };
        match attribute_value((key, place), of, value, shard)? {
            Some(scalar) => values.push(scalar),
            None => return Ok(None),
        }
    }
    Ok(Some(KeyScalar::of(values)))
}

/// Builds the value of the attribute at this position from its template. `None` if a field or the shard has no value.
pub(crate) fn attribute_value(
    (key, place): (usize, usize),
    of: TemplateRef<'_>,
    value: ValueOf<'_, '_>,
    shard: Option<u32>,
) -> Result<Option<KeyScalar>> {
    let TemplateRef { entity, part, template } = of;
    if let [Segment::Field { field, form, raw }] = template.segments
        && is_native_template(entity, key, part, place, template)
        && let Some(attribute) = attribute(entity, key, part, place)
    {
        let Some(value) = value(*field) else { return Ok(None) };
        let written = Placeholder::new(of, 0, (*field, *form, *raw))?;
        return written.write_native(&value, attribute).map(Some);
    }
    let mut text = String::with_capacity(of.capacity(value));
    let whole = of.render(value, shard, &mut text)?;
    Ok(whole.then_some(KeyScalar::S(text)))
}

/// Returns the result for a template that could not be written completely.
fn absent(key: usize, of: TemplateRef<'_>, value: ValueOf<'_, '_>) -> Result<Option<KeyScalar>> {
    let TemplateRef { entity, part, template } = of;
    let schema = schema(entity, key)?;
    let missing = |field: &u8| value(*field).is_none();
    let sparse =
        |field: u8| schema.index.is_some() && entity.fields.get(usize::from(field)).is_some_and(|field| field.optional);
    let placed = template.segments.iter().find_map(|segment| match segment {
        Segment::Field { field, .. } if missing(field) => Some(*field),
        _ => None,
    });
    let hashed = schema.shard.and_then(|sharding| match sharding.by {
        ShardBy::Hash { fields, .. } => fields.iter().copied().find(missing),
        ShardBy::Random | ShardBy::TableKey => None,
    });
    let noun = part.noun();
    let message = match placed.or(hashed) {
        Some(field) if sparse(field) => return Ok(None),
        Some(field) => {
            let name = entity.fields.get(usize::from(field)).map_or("", |field| field.name);
            format!("the {noun} needs field `{name}`, which has no value; give it one")
        }
        None => format!("the {noun} needs its shard; use `key_in_shard`, or `find`"),
    };
    Err(Error::new(ErrorKind::KeyValue, message).of_entity(entity.name).at_key(template.source))
}

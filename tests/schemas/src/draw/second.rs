//! A second entity of a table.

use super::{
    choose,
    fields::{plain, truncate},
    keys, one_in,
};
use crate::{
    kind::{Kind, Type},
    schema::{Attribute, Entity, IndexKey, Key, Scope, Table},
    template::{Segment, Spec, Template},
};

/// Draws an entity with the key attributes of the first one. `None` if these are fields of it.
pub fn entity(table: &Table, record: &Entity, random: &mut fastrand::Rng) -> Option<Entity> {
    let is_native = |attribute: &Attribute| record.native(attribute).is_some();
    // Another entity's text cannot be in an attribute of numbers.
    if record.key.sort.iter().any(|sort| record.attribute_type(sort) != "S") {
        return None;
    }
    let is_native_partition = is_native(&record.key.partition[0]);
    let shares = (is_native_partition || one_in(2, random)) && !record.key.sort.is_empty();
    if is_native_partition && !shares {
        return None;
    }
    let delimiter = table.encoding.delimiter;
    let mut fields = vec![plain("part", Type::Of(choose(random, &Kind::IN_KEYS)))];
    let literal = |text: &str| Segment::Literal(format!("{text}{delimiter}"));
    let field = |place| Segment::Field { field: place, spec: Spec::Default };
    let mut partition: Template = vec![literal("OTHER"), field(0)];
    let (mut shard, mut older, mut since) = (None, Vec::new(), None);
    if shares {
        // The first entity's partition key, with fields of the same types.
        (fields, partition) = (Vec::new(), record.key.partition[0].template.clone());
        let mut places = Vec::new();
        for segment in &mut partition {
            if let Segment::Field { field, .. } = segment {
                let place = places.iter().position(|of| of == field).unwrap_or_else(|| {
                    places.push(*field);
                    let of = &record.fields[*field];
                    let is_taken = |name: &String| record.key.sort.iter().any(|sort| sort.name == *name);
                    let renamed = match of.attribute(record) {
                        name if is_taken(&name) => Some(format!("{name}Y")),
                        name => Some(name).filter(|name| *name != of.name),
                    };
                    fields.push(crate::schema::Field { with: of.with, renamed, ..plain(&of.name, of.ty.clone()) });
                    places.len() - 1
                });
                *field = place;
            }
        }
        shard = record.key.shard.clone();
        if let Some(shard) = &mut shard {
            for field in &mut shard.fields {
                *field = places.iter().position(|of| of == field)?;
            }
        }
        (older, since) = (record.key.older.clone(), record.key.since);
        for segment in older.iter_mut().flat_map(|older| &mut older.template) {
            if let Segment::Field { field, .. } = segment {
                *field = places.iter().position(|of| of == field)?;
            }
        }
    }
    let number = fields.len();
    fields.push(plain("number", Type::Of(choose(random, &Kind::IN_KEYS))));
    fields.push(plain("remark", Type::Option(Box::new(Type::Of(Kind::Text)))));
    let named = |attributes: &[Attribute], template: Template| {
        attributes.first().map(|attribute| Attribute { name: attribute.name.clone(), template })
    };
    // Without a prefix, its keys can be those of the first entity.
    let may_overlap = table.discriminator && !record.key.sort.is_empty() && one_in(3, random);
    let mut sort = if may_overlap { vec![field(number)] } else { vec![literal("Z"), field(number)] };
    // The shards of a collection grow by one time.
    let time = record.key.time(&record.fields).map(|time| &record.fields[time].name);
    let time = fields.iter().position(|of| shares && Some(&of.name) == time);
    if let Some(time) = time.filter(|_| !may_overlap) {
        sort.splice(1..1, [field(time), Segment::Literal(delimiter.to_string())]);
    }
    let sort = named(&record.key.sort, sort);
    let partition = named(&record.key.partition, partition)?;
    let key = Key { partition: vec![partition], sort: sort.into_iter().collect(), shard, older, since, page: None };
    let mut other = Entity {
        name: "Other".into(),
        label: None,
        rename_all: None,
        tag: None,
        constants: Vec::new(),
        peak: None,
        may_overlap,
        fields,
        part: Vec::new(),
        key,
        indexes: Vec::new(),
        items: Vec::new(),
    };
    for (index, of_record) in table.indexes.iter().zip(&record.indexes) {
        let shared = of_record.as_ref().filter(|of| {
            index.scope == Scope::Global
                && of.key.partition.len() == 1
                && of.key.sort.len() == 1
                && !of.key.attributes().any(is_native)
        });
        other.indexes.push(shared.filter(|_| one_in(2, random)).and_then(|of| {
            let partition = named(&of.key.partition, vec![literal("E"), field(number)])?;
            let sort = named(&of.key.sort, vec![literal("F"), field(number)])?;
            let key = Key { partition: vec![partition], sort: vec![sort], ..keys::empty() };
            Some(IndexKey { query: of.query.clone(), key })
        }));
    }
    keys::cut_times(&mut other);
    truncate(&mut other);
    Some(other)
}

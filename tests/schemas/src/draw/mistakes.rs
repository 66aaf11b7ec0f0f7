//! Mistakes in declarations. The compiler must refuse most of them, and say what to write instead.

use super::{choose, one_in};
use crate::{
    calendar::Clock,
    kind::{Kind, Type},
    schema::{Attribute, Entity, Role, Schema, Scope, With},
    template::{Bucket, Segment, Spec},
    value::has_default,
};

/// A change of the first entity that is a mistake. `None` if it does not fit.
type Mistake = fn(&mut Schema, &mut fastrand::Rng) -> Option<()>;

const MISTAKES: &[Mistake] = &[
    remove_literals,
    apply_another_spec,
    make_key_field_optional,
    write_one_partition_key,
    give_both_one_discriminator,
    give_both_one_key,
    store_only_in_key,
    store_as_key_attribute,
    change_with_time,
    sort_unescaped_text,
    spread_over_too_few,
    be_unique_in_random_shards,
    share_a_name,
    leave_out_the_sort_key,
    count_text,
    skip_a_key_field,
    write_a_long_key,
    default_a_key_field,
    convert_a_key_field,
    write_another_index_key,
    be_without_transactions,
];

/// Changes a schema by one mistake, if the one that is drawn fits.
pub fn make(schema: &mut Schema, random: &mut fastrand::Rng) {
    for _ in 0..3 {
        let mut changed = schema.clone();
        if choose(random, MISTAKES)(&mut changed, random).is_some() {
            *schema = Schema { is_mistaken: true, ..changed };
            return;
        }
    }
}

fn attributes(record: &mut Entity) -> impl Iterator<Item = &mut Attribute> {
    record.key.partition.iter_mut().chain(&mut record.key.sort)
}

fn field_of_key(record: &Entity, random: &mut fastrand::Rng) -> Option<usize> {
    choose(random, record.key.fields().get(..).filter(|fields| !fields.is_empty())?).into()
}

/// Two fields of the key touch.
fn remove_literals(schema: &mut Schema, _: &mut fastrand::Rng) -> Option<()> {
    let is_field = |segment: &Segment| matches!(segment, Segment::Field { .. });
    let several = |attribute: &&mut Attribute| attribute.template.iter().filter(|of| is_field(of)).count() > 1;
    attributes(&mut schema.entities[0]).find(several)?.template.retain(is_field);
    Some(())
}

/// A form of another type.
fn apply_another_spec(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let record = &mut schema.entities[0];
    let of = field_of_key(record, random)?;
    let changed =
        choose(random, &[Spec::Bucket(Bucket::Day), Spec::Digits(3), Spec::Width(8), Spec::Lower, Spec::Epoch]);
    let segments = attributes(record).flat_map(|attribute| &mut attribute.template);
    for segment in segments {
        if let Segment::Field { field, spec } = segment
            && *field == of
        {
            *spec = changed;
        }
    }
    Some(())
}

fn make_key_field_optional(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let record = &mut schema.entities[0];
    let of = field_of_key(record, random)?;
    let field = record.fields.get_mut(of).filter(|field| field.with.is_none())?;
    field.ty = Type::Option(Box::new(field.ty.clone()));
    Some(())
}

fn write_one_partition_key(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let record = &mut schema.entities[0];
    let is_index = random.bool();
    let index = record.indexes.iter_mut().flatten().next().filter(|_| is_index);
    let key = index.map_or(&mut record.key, |index| &mut index.key);
    let [attribute] = key.partition.as_mut_slice() else { return None };
    attribute.template = vec![Segment::Literal("ALL".into())];
    key.shard = None;
    key.older.clear();
    Some(())
}

fn give_both_one_discriminator(schema: &mut Schema, _: &mut fastrand::Rng) -> Option<()> {
    let label = schema.entities[0].label().to_owned();
    schema.entities.get_mut(1)?.label = Some(label);
    Some(())
}

/// The second entity writes a part of any key of the first one.
fn give_both_one_key(schema: &mut Schema, _: &mut fastrand::Rng) -> Option<()> {
    let [record, other] = schema.entities.as_mut_slice() else { return None };
    let starts = |entity: &Entity| {
        let first = |attributes: &[Attribute]| match attributes {
            [attribute] => matches!(attribute.template.first(), Some(Segment::Literal(_))),
            _ => false,
        };
        first(&entity.key.partition) && first(&entity.key.sort)
    };
    if !starts(record) || !starts(other) {
        return None;
    }
    other.key.partition[0].template[0] = record.key.partition[0].template[0].clone();
    other.key.sort[0].template[0] = record.key.sort[0].template[0].clone();
    Some(())
}

fn store_only_in_key(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let fields = &mut schema.entities[0].fields;
    let place = random.usize(0..fields.len());
    let field = fields.get_mut(place).filter(|field| field.role == Role::Plain && !field.flattened)?;
    field.role = Role::KeyOnly;
    Some(())
}

fn store_as_key_attribute(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let record = &mut schema.entities[0];
    let name = record.key.partition.first()?.name.clone();
    let place = random.usize(0..record.fields.len());
    let field = record.fields.get_mut(place).filter(|field| !field.flattened && !field.skipped)?;
    field.renamed = Some(if one_in(3, random) { "_et".into() } else { name });
    Some(())
}

fn change_with_time(schema: &mut Schema, _: &mut fastrand::Rng) -> Option<()> {
    let key = &mut schema.entities[0].key;
    match &mut key.shard {
        Some(shard) => shard.grow = Some((super::INSTANT, shard.count + 2)),
        None => key.since = Some(super::INSTANT),
    }
    Some(())
}

/// A delimiter that is sorted after text.
fn sort_unescaped_text(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let encoding = &mut schema.table.encoding;
    let (old, new) = (encoding.delimiter, choose(random, &['|', '~', ':']));
    encoding.delimiter = new;
    for entity in &mut schema.entities {
        let indexes = entity.indexes.iter_mut().flatten().map(|index| &mut index.key);
        for key in std::iter::once(&mut entity.key).chain(indexes) {
            let older = key.older.iter_mut().map(|older| &mut older.template);
            let templates = key.partition.iter_mut().chain(&mut key.sort).map(|attribute| &mut attribute.template);
            for segment in templates.chain(older).flatten() {
                if let Segment::Literal(text) = segment {
                    *text = text.replace(old, &new.to_string());
                }
            }
        }
    }
    Some(())
}

fn spread_over_too_few(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    schema.entities[0].key.shard.as_mut()?.count = choose(random, &[1, 20_000]);
    Some(())
}

fn be_unique_in_random_shards(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let record = &mut schema.entities[0];
    record.key.shard.as_mut()?.fields.clear();
    let place = random.usize(0..record.fields.len());
    record.fields.get_mut(place).filter(|field| field.role == Role::Plain)?.role =
        choose(random, &[Role::Unique, Role::Version]);
    Some(())
}

/// A field has the name or the alias of another one.
fn share_a_name(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let record = &mut schema.entities[0];
    let names: Vec<_> = record.fields.iter().map(|field| field.attribute(record)).collect();
    let [one, other] = [random.usize(0..names.len()), random.usize(0..names.len())];
    let field = record.fields.get_mut(one).filter(|field| one != other && !field.flattened && !field.skipped)?;
    field.alias = Some(names.into_iter().nth(other)?);
    Some(())
}

fn leave_out_the_sort_key(schema: &mut Schema, _: &mut fastrand::Rng) -> Option<()> {
    let key = &mut schema.entities.get_mut(1)?.key;
    (!key.sort.is_empty()).then(|| key.sort.clear())
}

fn count_text(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let record = &mut schema.entities[0];
    let place = random.usize(0..record.fields.len());
    let is_used = record.keys().any(|key| key.uses(place));
    let field = record.fields.get_mut(place).filter(|field| field.role == Role::Plain && !field.flattened)?;
    field.role = choose(random, &[Role::Counter, Role::Version, Role::Created, Role::Updated]);
    if !is_used {
        (field.ty, field.skipped_if_empty, field.with) = (Type::Of(Kind::Text), false, None);
    }
    Some(())
}

fn skip_a_key_field(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let record = &mut schema.entities[0];
    let of = field_of_key(record, random)?;
    let field = &mut record.fields[of];
    field.skipped = has_default(&field.ty);
    field.skipped.then_some(())
}

fn write_a_long_key(schema: &mut Schema, _: &mut fastrand::Rng) -> Option<()> {
    let attribute = schema.entities[0].key.sort.first_mut()?;
    match attribute.template.first_mut()? {
        Segment::Literal(text) => text.insert_str(0, &"LONG".repeat(300)),
        _ => return None,
    }
    Some(())
}

fn default_a_key_field(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let record = &mut schema.entities[0];
    let of = field_of_key(record, random)?;
    let field = &mut record.fields[of];
    field.defaulted = has_default(&field.ty);
    field.defaulted.then_some(())
}

/// A time that is stored in seconds, while the key has all of it.
fn convert_a_key_field(schema: &mut Schema, random: &mut fastrand::Rng) -> Option<()> {
    let record = &mut schema.entities[0];
    let of = field_of_key(record, random)?;
    let field = &mut record.fields[of];
    if field.ty != Type::Of(Kind::Instant(Clock::Chrono)) || field.role != Role::Plain {
        return None;
    }
    field.with = Some(choose(random, &[With::Seconds, With::Milliseconds]));
    Some(())
}

/// An inverted index has another template than the table's key.
fn write_another_index_key(schema: &mut Schema, _: &mut fastrand::Rng) -> Option<()> {
    let is_inverted = |index: &crate::schema::Index| index.scope == Scope::Inverted;
    let place = schema.table.indexes.iter().position(is_inverted)?;
    let key = &mut schema.entities[0].indexes[place].as_mut()?.key;
    key.sort.first_mut()?.template.insert(0, Segment::Literal("OTHER".into()));
    Some(())
}

/// Unique values, older keys, TTL or local indexes beside strong consistency between Regions.
fn be_without_transactions(schema: &mut Schema, _: &mut fastrand::Rng) -> Option<()> {
    schema.table.has_strong_regions = true;
    (!super::needs_no_transactions(&schema.table, &schema.entities)).then_some(())
}

//! The next release of a schema: one change of it.

use crate::{
    kind::{Kind, Type},
    model::item::{is_storable, seconds},
    schema::{
        Attribute, Entity, Field, Index, IndexKey, Item, Key, Law, Older, Projection, Role, Schema, Scope, Shard,
    },
    template::{Segment, Spec},
    value::default,
};

/// A change of the first entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Another word at the start of the partition key, perhaps with the earlier template as `legacy`.
    Template {
        legacy: bool,
    },
    /// More shards, perhaps only for items of later times.
    Shards {
        grow: bool,
    },
    /// No shards, or the first ones.
    Sharded {
        legacy: bool,
    },
    /// A new field, perhaps an `Option`.
    AddField {
        option: bool,
    },
    RemoveField(usize),
    /// Another attribute of a field, perhaps with the earlier one as an alias.
    Rename {
        field: usize,
        alias: bool,
    },
    /// An integer of more bits.
    Wider(usize),
    /// An `Option` of the field's type.
    Optional(usize),
    /// A new index over a field.
    AddIndex(usize),
    /// Another word at the start of an index's partition key, perhaps with the earlier template as `legacy`.
    IndexTemplate {
        index: usize,
        legacy: bool,
    },
    /// Another word at the start of the sort key.
    SortTemplate,
    /// Another name in the discriminator.
    Label,
    Delimiter,
    Encoding,
    /// A precision, a bucket or a case in the table's key.
    Spec,
    /// A field with a purpose.
    Purpose {
        field: usize,
        role: Role,
    },
}

/// Returns the next release, with the items as it reads them. `None` if the change does not fit.
pub fn next(schema: &Schema, change: Change) -> Option<Schema> {
    let mut next = Schema { laws: vec![Law::Reads], ..schema.clone() };
    let delimiter = schema.table.encoding.delimiter;
    let table = &mut next.table;
    let record = &mut next.entities[0];
    match change {
        Change::Template { legacy } => reword(record, None, legacy, delimiter)?,
        Change::IndexTemplate { index, legacy } => reword(record, Some(index), legacy, delimiter)?,
        Change::SortTemplate => {
            let is_native = record.native(record.key.sort.first()?).is_some();
            record.key.sort.first_mut().filter(|_| !is_native)?.template.insert(0, word("NEXT", delimiter));
        }
        Change::Shards { grow } => {
            let at = crate::draw::INSTANT + 400 * 86_400;
            // KW009: no item of a later time may have been written.
            let is_later = |item: &Item| seconds(record, &record.key, &item.values).is_some_and(|time| time >= at);
            let may_grow = record.key.time(&record.fields).is_some() && !record.items.iter().any(is_later);
            let shard = record.key.shard.as_mut().filter(|shard| shard.grow.is_none())?;
            match grow && may_grow {
                true => shard.grow = Some((at, shard.count + 2)),
                false => shard.count += 2,
            }
        }
        Change::Sharded { legacy } => {
            let fields = record.key.fields();
            let is_native = record.native(record.key.partition.first()?).is_some();
            if record.key.shard.is_some() || !record.key.older.is_empty() || is_native || fields.is_empty() {
                return None;
            }
            if legacy {
                let template = record.key.partition[0].template.clone();
                record.key.older.push(Older { template, until: None });
            }
            record.key.shard = Some(Shard { fields: vec![fields[0]], count: 3, first: 0, with: false, grow: None });
            record.items.iter_mut().for_each(|item| item.is_older = true);
        }
        Change::AddField { option } => {
            let of = Type::Of(Kind::Text);
            let ty = if option { Type::Option(Box::new(of)) } else { of };
            let value = default(&ty);
            record.fields.push(Field { defaulted: !option, ..crate::draw::plain("added", ty) });
            record.items.iter_mut().for_each(|item| item.values.push(value.clone()));
        }
        Change::RemoveField(field) => {
            let is_used = record.keys().any(|key| key.uses(field));
            let is_plain = record.fields[field].role == Role::Plain && !record.fields[field].flattened;
            // Flattened maps keep the attribute.
            let is_kept = record.fields.iter().any(|field| field.flattened);
            if is_used || !is_plain || is_kept || record.fields.iter().any(|other| other.within == Some(field)) {
                return None;
            }
            crate::shrink::remove_field(&mut next, field);
        }
        Change::Rename { field, alias } => {
            let earlier = record.fields[field].attribute(record);
            let of = &mut record.fields[field];
            if of.role != Role::Plain || of.flattened || of.alias.is_some() {
                return None;
            }
            of.renamed = Some("renamed".into());
            of.alias = alias.then_some(earlier);
        }
        Change::Wider(field) => {
            let of = &mut record.fields[field];
            match &mut of.ty {
                Type::Of(Kind::Integer { bits: bits @ 8..64, .. }) => *bits *= 2,
                _ => return None,
            }
        }
        Change::Optional(field) => {
            let of = &mut record.fields[field];
            // An empty set, which no item stores, and the default of an absent attribute are then `None`.
            let may_be_absent = matches!(of.ty, Type::Set(_)) || of.defaulted;
            let is_free =
                of.role == Role::Plain && !of.flattened && of.with.is_none() && !of.ty.is_option() && !of.skipped;
            of.ty = Type::Option(Box::new(of.ty.clone()));
            if !is_free || may_be_absent || of.skipped_if_empty || record.key.uses(field) {
                return None;
            }
        }
        Change::AddIndex(field) => {
            let kind = record.fields[field].ty.single().filter(|kind| kind.fits_keys())?;
            let of = &record.fields[field];
            let is_free = of.role == Role::Plain && !of.skipped && kind != Kind::Any;
            let segment = Segment::Field { field, spec: Spec::Default };
            let partition = vec![word("NEXT", delimiter), segment];
            let partition = Attribute { name: "NEXTPK".into(), template: partition };
            let key = Key { partition: vec![partition], ..crate::draw::empty_key() };
            record.indexes.push(Some(IndexKey { query: "by_next".into(), key }).filter(|_| is_free));
            record.indexes.last()?.as_ref()?;
            table.indexes.push(Index { name: "NEXT".into(), scope: Scope::Global, projection: Projection::All });
            next.entities[1..].iter_mut().for_each(|entity| entity.indexes.push(None));
        }
        Change::Label => record.label = Some("next".into()),
        Change::Delimiter => table.encoding.delimiter = if delimiter == '#' { '!' } else { '#' },
        Change::Encoding => table.encoding.raw = !table.encoding.raw,
        Change::Spec => {
            let segments = record.key.partition.iter_mut().chain(&mut record.key.sort);
            let kinds: Vec<Kind> = record.fields.iter().map(|field| field.ty.kind()).collect();
            let changed = segments.flat_map(|attribute| &mut attribute.template).find_map(|segment| match segment {
                Segment::Field { field, spec: spec @ Spec::Default } if kinds[*field].is_time() => {
                    *spec = Spec::Digits(3);
                    Some(())
                }
                Segment::Field { field, spec: spec @ Spec::Default } if kinds[*field].is_text() => {
                    *spec = Spec::Lower;
                    Some(())
                }
                _ => None,
            });
            changed?;
        }
        Change::Purpose { field, role } => {
            let of = &mut record.fields[field];
            if of.role != Role::Plain || of.flattened || of.skipped {
                return None;
            }
            of.role = role;
        }
    }
    let record = &next.entities[0];
    if record.items.iter().any(|item| !is_storable(&next, record, &item.values)) {
        return None;
    }
    let needs_transactions = !crate::draw::needs_no_transactions(&next.table, &next.entities);
    (!next.table.has_strong_regions || !needs_transactions).then_some(next)
}

fn word(text: &str, delimiter: char) -> Segment {
    Segment::Literal(format!("{text}{delimiter}"))
}

/// Writes another word at the start of a partition key.
fn reword(record: &mut Entity, index: Option<usize>, legacy: bool, delimiter: char) -> Option<()> {
    let key = record.key_of(index)?;
    let [attribute] = key.partition.as_slice() else { return None };
    let is_placed = attribute.template.iter().any(|segment| matches!(segment, Segment::Shard(_)));
    let own = |name: &str| index.is_some() && record.key.attributes().any(|of| of.name == name);
    let is_sharded = key.shard.is_some();
    if record.native(attribute).is_some() || !key.older.is_empty() || is_placed || own(&attribute.name) || is_sharded {
        return None;
    }
    let key = match index {
        None => &mut record.key,
        Some(index) => &mut record.indexes[index].as_mut()?.key,
    };
    let template = key.partition[0].template.clone();
    key.partition[0].template.insert(0, word("NEXT", delimiter));
    if legacy {
        key.older = vec![Older { template, until: None }];
    }
    if index.is_none() {
        record.items.iter_mut().for_each(|item| item.is_older = true);
    }
    Some(())
}

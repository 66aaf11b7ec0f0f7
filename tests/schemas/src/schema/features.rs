//! Which features a schema has together: on one field, in one key, or in one operation.

use std::collections::BTreeSet;

use super::{Entity, Field, Form, Key, Law, Projection, Role, Schema, Scope, View, With};
use crate::{
    release::Change,
    step::{Way, Write},
    template::{Segment, Spec},
};

/// Features that are together in one place.
pub type Together = BTreeSet<&'static str>;

impl Schema {
    /// Returns the features of each field, of each key and of each operation, each with those of the table.
    pub fn together(&self) -> Vec<Together> {
        let mut places = Vec::new();
        let record = &self.entities[0];
        for entity in &self.entities {
            for (place, field) in entity.fields.iter().enumerate() {
                let mut features = self.of_table();
                features.extend(of_field(entity, field));
                for (key, part) in entity.keys().flat_map(|key| of_parts(key, place)) {
                    features.extend(of_key(entity, key));
                    features.insert(part);
                }
                places.push(features);
            }
            for (place, key) in entity.keys().enumerate() {
                let mut features = self.of_table();
                features.extend(of_key(entity, key));
                let fields = key.fields();
                features.extend(fields.iter().flat_map(|field| of_field(entity, &entity.fields[*field])));
                features.extend(of_entity(entity));
                if let Some(index) = place.checked_sub(1) {
                    features.extend(self.of_index(entity, index));
                }
                places.push(features);
            }
        }
        for law in &self.laws {
            places.extend(self.of_law(record, law));
        }
        places
    }

    fn of_table(&self) -> Together {
        let table = &self.table;
        let mut features = Together::from([if table.encoding.raw { "raw" } else { "escaped" }]);
        features.extend((!table.discriminator).then_some("no discriminator"));
        features.extend((table.encoding.delimiter != '#').then_some("delimiter"));
        features.extend(table.ttl.then_some("table ttl"));
        features.extend(table.write_id.then_some("write id"));
        features.extend((self.entities.len() > 1).then_some("two entities"));
        features.extend(self.entities.iter().any(|entity| entity.may_overlap).then_some("may_overlap"));
        features
    }

    fn of_index(&self, entity: &Entity, present: usize) -> Together {
        let indexes = self.table.indexes.iter().zip(&entity.indexes).filter(|(_, key)| key.is_some());
        let Some((index, _)) = indexes.clone().nth(present) else { return Together::new() };
        let mut features = Together::from([match index.scope {
            Scope::Global => "global index",
            Scope::Local => "local index",
            Scope::Inverted => "inverted index",
        }]);
        features.extend((index.projection == Projection::Keys).then_some("keys_only"));
        features
    }

    fn of_law(&self, record: &Entity, law: &Law) -> Vec<Together> {
        let mut whole = self.of_table();
        whole.extend(of_entity(record));
        whole.extend(of_key(record, &record.key));
        let with = |features: &[&'static str]| {
            let mut all = whole.clone();
            all.extend(features.iter().copied());
            all
        };
        match law {
            Law::Codec => vec![with(&["codec"])],
            Law::Reads if record.is_random() => vec![with(&["get"]), with(&["find"]), with(&["scan"])],
            Law::Reads => vec![with(&["get"]), with(&["scan"]), with(&["batch_get"]), with(&["transaction_get"])],
            Law::PutBack => vec![with(&["put back"])],
            Law::Release(change) => vec![with(&["release", of_change(*change)])],
            Law::Generated => vec![with(&["documents"])],
            Law::Load => vec![with(&["load"])],
            Law::Collection { .. } => vec![with(&["collection"])],
            Law::Straggler { .. } => vec![with(&["two copies"])],
            Law::Queries(asked) => asked
                .iter()
                .map(|asked| {
                    let mut features = with(&[match asked.view {
                        View::Pages => "pages",
                        View::Stream => "stream",
                        View::Count => "count",
                        View::Keys => "keys",
                        View::Located => "located",
                        View::Hydrated => "hydrate",
                        View::Projected => "projection",
                    }]);
                    features.extend(asked.newest_first.then_some("newest_first"));
                    features.extend((asked.then > 0).then_some("then"));
                    features.extend(asked.between.as_ref().map(|_| "between"));
                    if let Some(key) = record.key_of(asked.index) {
                        features.extend(of_key(record, key));
                    }
                    features
                })
                .collect(),
            Law::Steps(steps) => steps
                .iter()
                .map(|step| {
                    let mut features = with(&[of_write(&step.write)]);
                    features.extend(match step.way {
                        Way::Alone => None,
                        Way::Transaction => Some("transaction"),
                        Way::Batch => Some("batch"),
                    });
                    for field in changed(&step.write) {
                        features.extend(of_field(record, &record.fields[field]));
                        if record.keys().skip(1).any(|key| key.uses(field)) {
                            features.insert("changes index key");
                        }
                    }
                    features
                })
                .collect(),
        }
    }
}

/// Returns the fields that a write changes.
fn changed(write: &Write) -> Vec<usize> {
    match write {
        Write::Update { changes, .. } => changes.iter().map(|(field, _)| *field).collect(),
        Write::Add { field, .. }
        | Write::Increment { field, .. }
        | Write::Move { field, .. }
        | Write::UpdateWhen { field, .. }
        | Write::UpdateEach { field, .. }
        | Write::DeleteEach { field, .. } => vec![*field],
        _ => Vec::new(),
    }
}

fn of_write(write: &Write) -> &'static str {
    match write {
        Write::Put { .. } => "put",
        Write::Create { .. } => "create",
        Write::Replace { .. } => "replace",
        Write::Delete { .. } => "delete",
        Write::Update { .. } => "update",
        Write::Add { .. } => "add",
        Write::Upsert { .. } => "upsert",
        Write::Increment { .. } => "increment",
        Write::Move { .. } => "move_to",
        Write::PutOther { .. } => "key collision",
        Write::PutStale { .. } => "version conflict",
        Write::DeleteItem { .. } => "delete_item",
        Write::UpdateWhen { .. } => "when",
        Write::UpdateEach { .. } => "update_each",
        Write::DeleteEach { .. } => "delete_each",
        Write::Backfill => "backfill",
        Write::Rekey => "rekey",
    }
}

fn of_change(change: Change) -> &'static str {
    match change {
        Change::Template { .. } => "another template",
        Change::Shards { .. } | Change::Sharded { .. } => "other shards",
        Change::AddField { .. } => "new field",
        Change::RemoveField(_) => "removed field",
        Change::Rename { .. } => "another attribute",
        Change::Wider(_) | Change::Optional(_) => "another type",
        Change::AddIndex(_) => "new index",
        Change::IndexTemplate { .. } => "another index template",
        Change::SortTemplate => "another sort key",
        Change::Label => "another name",
        Change::Delimiter | Change::Encoding => "another encoding",
        Change::Spec => "another spec",
        Change::Purpose { .. } => "another purpose",
    }
}

/// Returns the key with the part of it that contains a field.
fn of_parts(key: &Key, field: usize) -> Option<(&Key, &'static str)> {
    let contains = |attributes: &[super::Attribute]| {
        attributes
            .iter()
            .flat_map(|attribute| &attribute.template)
            .any(|segment| matches!(segment, Segment::Field { field: other, .. } if *other == field))
    };
    if contains(&key.partition) {
        Some((key, "in a partition key"))
    } else if contains(&key.sort) {
        Some((key, "in a sort key"))
    } else {
        None
    }
}

fn of_field(entity: &Entity, field: &Field) -> Together {
    let mut features: Together = field.ty.features().into_iter().collect();
    features.extend(field.renamed.as_ref().map(|_| "rename"));
    features.extend(field.alias.as_ref().map(|_| "alias"));
    features.extend(field.defaulted.then_some("default"));
    features.extend(field.skipped.then_some("skip"));
    features.extend(field.skipped_if_empty.then_some("skip_serializing_if"));
    features.extend(field.flattened.then_some("flatten"));
    features.extend(field.with.map(|with| if with == With::Seconds { "with seconds" } else { "with milliseconds" }));
    features.extend(field.sensitive.then_some("sensitive"));
    features.extend(field.trunc.then_some("trunc"));
    features.extend(field.within.map(|_| "within"));
    features.extend(match field.role {
        Role::Plain => None,
        Role::Version => Some("version"),
        Role::Ttl => Some("ttl"),
        Role::Created => Some("created"),
        Role::Updated => Some("updated"),
        Role::Unique => Some("unique"),
        Role::Counter => Some("counter"),
        Role::KeyOnly => Some("key_only"),
    });
    let place = entity.fields.iter().position(|other| other == field);
    for form in entity.items.iter().flat_map(|item| &item.forms) {
        features.extend(match form {
            Form::Null(of) if Some(*of) == place => Some("NULL"),
            Form::Alias(of) if Some(*of) == place => Some("under its alias"),
            Form::Both(of) if Some(*of) == place => Some("under both names"),
            Form::Missing(of) if Some(*of) == place => Some("missing"),
            Form::OtherText(of) if Some(*of) == place => Some("other text"),
            _ => None,
        });
    }
    features
}

fn of_entity(entity: &Entity) -> Together {
    let mut features = Together::new();
    features.extend(entity.rename_all.map(|_| "rename_all"));
    features.extend(entity.tag.as_ref().map(|_| "serde(tag) on the entity"));
    features.extend((!entity.constants.is_empty()).then_some("constants"));
    features.extend(entity.label.as_ref().map(|_| "name"));
    features.extend(entity.peak.map(|_| "peak"));
    for field in &entity.fields {
        features.extend(match field.role {
            Role::Plain => None,
            Role::Version => Some("version"),
            Role::Ttl => Some("ttl"),
            Role::Created => Some("created"),
            Role::Updated => Some("updated"),
            Role::Unique => Some("unique"),
            Role::Counter => Some("counter"),
            Role::KeyOnly => Some("key_only"),
        });
        features.extend(field.flattened.then_some("flatten"));
    }
    let has_extra = entity.items.iter().any(|item| item.forms.contains(&Form::Extra));
    features.extend(has_extra.then_some("unknown attribute"));
    let is_unlabeled = entity.items.iter().any(|item| item.forms.contains(&Form::Unlabeled));
    features.extend(is_unlabeled.then_some("without its discriminator"));
    features.extend(entity.items.iter().any(|item| entity.is_expired(&item.values)).then_some("expired"));
    features.extend(entity.items.iter().any(|item| item.is_older).then_some("older item"));
    features
}

fn of_key(entity: &Entity, key: &Key) -> Together {
    let mut features = Together::new();
    features.extend(key.bucket().map(|_| "bucket"));
    if let Some(shard) = &key.shard {
        features.insert(if shard.is_random() { "random shards" } else { "hash shards" });
        features.extend(shard.grow.map(|_| "grow"));
        features.extend(shard.with.then_some("with = path"));
        features.extend((shard.first > 0).then_some("first"));
    }
    features.extend((!key.older.is_empty()).then_some("legacy"));
    features.extend(key.older.iter().any(|older| older.until.is_some()).then_some("until"));
    features.extend(key.since.map(|_| "since"));
    features.extend(key.sort.is_empty().then_some("no sort key"));
    features.extend((key.partition.len() > 1 || key.sort.len() > 1).then_some("several attributes"));
    features.extend(key.attributes().any(|attribute| entity.native(attribute).is_some()).then_some("native"));
    for segment in key.attributes().flat_map(|attribute| &attribute.template) {
        features.extend(match segment {
            Segment::Field { spec: Spec::Digits(_), .. } => Some("precision"),
            Segment::Field { spec: Spec::Epoch | Spec::EpochMillis, .. } => Some("epoch"),
            Segment::Field { spec: Spec::Plain | Spec::Width(_), .. } => Some("width"),
            Segment::Field { spec: Spec::Lower | Spec::Upper, .. } => Some("case"),
            Segment::Field { spec: Spec::Raw, .. } => Some("raw text"),
            Segment::Shard(_) => Some("<shard>"),
            _ => None,
        });
    }
    features
}

//! Which features a schema has together: on one field, in one key, or in one operation.

use std::collections::BTreeSet;

use super::{Attribute, Entity, Field, Form, Key, Law, Projection, Role, Schema, Scope, View, With};
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
        for entity in &self.entities {
            for (place, field) in entity.fields.iter().enumerate() {
                places.push(joined([self.of_table(), of_entity(entity), of_field(entity, field)]));
                for (index, key) in self.keys(entity) {
                    if let Some(part) = part_of(key, place) {
                        let of_key = self.of_key(entity, index, key);
                        places.push(joined([self.of_table(), of_key, of_field(entity, field), Together::from([part])]));
                    }
                }
            }
            for (index, key) in self.keys(entity) {
                let mut features = joined([self.of_table(), of_entity(entity), self.of_key(entity, index, key)]);
                features.extend(key.fields().iter().flat_map(|field| of_field(entity, &entity.fields[*field])));
                places.push(features);
            }
        }
        let record = &self.entities[0];
        for law in &self.laws {
            for (operation, indexes, fields) in self.of_law(record, law) {
                let keys = self.keys(record).filter(|(index, _)| indexes.contains(index));
                let of_keys: Together = keys.flat_map(|(index, key)| self.of_key(record, index, key)).collect();
                places.push(joined([self.of_table(), of_entity(record), of_keys, operation.clone()]));
                let of_field = |field: usize| of_field(record, &record.fields[field]);
                places.extend(fields.into_iter().map(|field| joined([of_field(field), operation.clone()])));
            }
        }
        places
    }

    /// Returns the keys of an entity, each with the place of its index.
    fn keys<'a>(&self, entity: &'a Entity) -> impl Iterator<Item = (Option<usize>, &'a Key)> {
        let indexes = entity.indexes.iter().enumerate();
        let indexes = indexes.filter_map(|(place, index)| Some((Some(place), &index.as_ref()?.key)));
        std::iter::once((None, &entity.key)).chain(indexes)
    }

    /// Returns the features of a key. An index that has the table's key attributes has those of the table's key.
    fn of_key(&self, entity: &Entity, index: Option<usize>, key: &Key) -> Together {
        let mut features = of_key(entity, key);
        let Some(index) = index.map(|place| &self.table.indexes[place]) else { return features };
        let (scope, has_key_of_table) = match index.scope {
            Scope::Global => ("global index", false),
            Scope::Local => ("local index", true),
            Scope::Inverted => ("inverted index", true),
        };
        features.insert(scope);
        features.extend((index.projection == Projection::Keys).then_some("keys_only"));
        if has_key_of_table {
            features.extend(of_key(entity, &entity.key));
        }
        features
    }

    fn of_table(&self) -> Together {
        let table = &self.table;
        let mut features = Together::from([if table.encoding.raw { "raw" } else { "escaped" }]);
        features.extend((!table.discriminator).then_some("no discriminator"));
        features.extend((table.encoding.delimiter != '#').then_some("delimiter"));
        features.extend(table.ttl.then_some("table ttl"));
        features.extend(table.write_id.then_some("write id"));
        features.extend(table.asks_for_shares.then_some("undeclared_share"));
        features.extend(table.is_launched_gradually.then_some("gradual launch"));
        features.extend(table.has_strong_regions.then_some("strong regions"));
        features.extend((self.entities.len() > 1).then_some("two entities"));
        features.extend(self.entities.iter().any(|entity| entity.may_overlap).then_some("may_overlap"));
        features
    }

    /// Returns the operations of a law, each with the keys that it uses, and the fields that it reads or writes.
    fn of_law(&self, record: &Entity, law: &Law) -> Vec<(Together, Vec<Option<usize>>, Vec<usize>)> {
        let of_table = vec![None];
        let all: Vec<_> = self.keys(record).map(|(index, _)| index).collect();
        let fields: Vec<_> = (0..record.fields.len()).collect();
        let reads = |name| (Together::from([name]), of_table.clone(), fields.clone());
        let writes = |name| (Together::from([name]), all.clone(), fields.clone());
        match law {
            Law::Codec => vec![writes("codec")],
            Law::Reads => {
                let find = record.is_random().then_some("find");
                let at_once = (!self.table.has_strong_regions).then_some("transaction_get");
                let all = ["get", "scan", "batch_get"].into_iter().chain(at_once).chain(find);
                all.map(reads).collect()
            }
            Law::PutBack => vec![writes("put back")],
            Law::Release(change) => vec![
                (Together::from(["release", of_change(*change)]), all, Vec::new()),
                (Together::from(["release"]), of_table, fields),
            ],
            Law::Generated => vec![writes("documents")],
            Law::Load => vec![writes("load")],
            Law::Collection { .. } => vec![reads("collection")],
            Law::Straggler { .. } => vec![reads("two copies")],
            Law::Queries(asked) => asked
                .iter()
                .map(|asked| {
                    let mut features = Together::from([match asked.view {
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
                    let indexes = if asked.index.is_some() { vec![None, asked.index] } else { vec![None] };
                    let fields = if asked.view == View::Projected { record.part.clone() } else { fields.clone() };
                    (features, indexes, fields)
                })
                .collect(),
            Law::Steps(steps) => steps
                .iter()
                .map(|step| {
                    let mut features = Together::from([of_write(&step.write)]);
                    features.extend(match step.way {
                        Way::Alone => None,
                        Way::Transaction => Some("transaction"),
                        Way::Batch => Some("batch"),
                    });
                    let changed = changed(&step.write).unwrap_or_else(|| fields.clone());
                    let is_in_index = |field: &usize| record.keys().skip(1).any(|key| key.uses(*field));
                    features.extend(changed.iter().any(is_in_index).then_some("changes index key"));
                    (features, all.clone(), changed)
                })
                .collect(),
        }
    }
}

fn joined<const N: usize>(features: [Together; N]) -> Together {
    features.into_iter().flatten().collect()
}

/// Returns the fields that a write changes. `None` if it writes whole items.
fn changed(write: &Write) -> Option<Vec<usize>> {
    match write {
        Write::Update { changes, .. } => Some(changes.iter().map(|(field, _)| *field).collect()),
        Write::Add { field, .. }
        | Write::Increment { field, .. }
        | Write::Move { field, .. }
        | Write::UpdateWhen { field, .. }
        | Write::UpdateEach { field, .. }
        | Write::DeleteEach { field, .. } => Some(vec![*field]),
        _ => None,
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

/// Returns the part of a key that contains a field.
fn part_of(key: &Key, field: usize) -> Option<&'static str> {
    let contains = |attributes: &[Attribute]| {
        attributes.iter().flat_map(|attribute| &attribute.template).any(|segment| segment.is_of(field))
    };
    if contains(&key.partition) { Some("in a partition key") } else { contains(&key.sort).then_some("in a sort key") }
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
    features.extend(entity.peak.and_then(|peak| peak.has_mean.then_some("mean of a peak")));
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
    features.extend(key.page.map(|_| "page limit"));
    features.extend(key.page.and_then(|page| page.max_rcu).map(|_| "max_rcu"));
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

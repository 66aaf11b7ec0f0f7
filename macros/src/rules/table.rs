//! The rules of a table that need only its attributes. Each rule is one function.

use std::collections::HashMap;

use syn::LitStr;

use crate::{
    errors::Errors,
    model::table::{
        Index, IndexProjection, KeyAttribute, KeyAttributes, LocalIndex, MAX_KEY_ATTRIBUTES, Table, delimiter,
    },
    read::{
        table::{Attrs, KeyForm, QuotaForm},
        value::NamedValue,
    },
};

pub(crate) fn check(attrs: &Attrs, table: &Table, errors: &Errors) {
    check_delimiter(attrs, errors);
    check_quota(attrs, errors);
    forms_of_keys(attrs, errors);
    check_index_names(table, errors);
    check_indexes_declared_once(table, errors);
    check_index_count(table, errors);
    check_local_index_count(table, errors);
    check_local_indexes_need_sort_key(table, errors);
    check_attribute_names(table, errors);
    check_two_keys_are_two_attributes(table, errors);
    check_one_type_an_attribute(table, errors);
    check_discriminator_is_no_key(table, errors);
    check_ttl_has_an_attribute_of_its_own(table, errors);
    check_write_id_has_an_attribute_of_its_own(table, errors);
    check_included_attributes(table, errors);
    check_strong_regions(table, errors);
}

/// The maximum number of global secondary indexes of one table: the service's quota.
const INDEXES: usize = 20;
/// The maximum number of local secondary indexes of one table.
const LOCAL_INDEXES: usize = 5;
/// The maximum number of attributes that the `include(..)` lists of one table may name.
const INCLUDED: usize = 100;
/// The maximum number of bytes in the name of a key attribute or an included attribute.
const NAME_BYTES: usize = 255;

/// KW020: a key is split at its delimiter.
fn check_delimiter(attrs: &Attrs, errors: &Errors) {
    let Some(text) = attrs.table.delimiter.as_ref().map(|text| &text.value) else { return };
    if let Err(reason) = delimiter(&text.value()) {
        let message = format!("KW020: `delimiter` cannot be {:?}: {reason}; write `delimiter = \"#\"`", text.value());
        errors.on(text, message);
    }
}

/// KW020: with a quota of 0, the table cannot be used.
fn check_quota(attrs: &Attrs, errors: &Errors) {
    let Some(quota) = &attrs.table.quota else { return };
    match &quota.value {
        QuotaForm::Both(0) => {
            let help = "write the WCU/s and RCU/s that the account may use on the table, as in `quota = 80_000`";
            errors.on(quota, format!("KW020: `quota` is 0; {help}"));
        }
        QuotaForm::Both(_) => {}
        QuotaForm::Each(each) => {
            for (kind, units) in [(&each.writes, "WCU/s"), (&each.reads, "RCU/s")] {
                let Some(kind) = kind.as_ref().filter(|kind| kind.value == 0) else { continue };
                let help = format!("write the {units} that the account may use on the table, as in");
                errors.on(kind, format!("KW020: `{name}` is 0; {help} `{name} = 80_000`", name = kind.name));
            }
        }
    }
}

fn forms_of_keys(attrs: &Attrs, errors: &Errors) {
    let of_indexes = attrs.indexes.iter().filter_map(|index| index.pk.as_ref());
    for key in attrs.table.pk.iter().chain(of_indexes) {
        check_partition_key_present(key, errors);
    }
    for key in attrs.table.pk.iter().chain(&attrs.table.sk) {
        check_one_attribute(key, errors);
    }
    for key in attrs.indexes.iter().flat_map(|index| index.pk.iter().chain(&index.sk)) {
        check_number_of_attributes(key, errors);
    }
    for key in attrs.local_indexes.iter().filter_map(|index| index.sk.as_ref()) {
        check_local_index_sorts(key, errors);
        check_one_attribute(key, errors);
    }
}

/// KW020: every item needs a partition key.
fn check_partition_key_present(key: &NamedValue<KeyForm>, errors: &Errors) {
    if let KeyForm::None = key.value {
        let message = "cannot be `none`: every table and every index has a partition key; name its attribute";
        errors.on(key, format!("KW020: `{}` {message}", key.name));
    }
}

/// KW020: a local secondary index needs another sort key.
fn check_local_index_sorts(key: &NamedValue<KeyForm>, errors: &Errors) {
    if let KeyForm::None = key.value {
        errors.on(key, "KW020: `sk` cannot be `none`: a local index needs a sort key; name its attribute");
    }
}

/// KW020: DynamoDB allows several attributes only in the keys of global secondary indexes.
fn check_one_attribute(key: &NamedValue<KeyForm>, errors: &Errors) {
    if let KeyForm::Several(_) = key.value {
        let (name, example) = (&key.name, if key.name == "sk" { "SK" } else { "PK" });
        let message = format!("is one attribute in a table and in a local index; write `{name} = {example:?}`");
        errors.on(key, format!("KW020: `{name}` {message}"));
    }
}

/// KW013: a part of an index's key has at most 4 attributes.
fn check_number_of_attributes(key: &NamedValue<KeyForm>, errors: &Errors) {
    let KeyForm::Several(several) = &key.value else { return };
    if several.len() > MAX_KEY_ATTRIBUTES {
        let message = format!(
            "KW013: `{}` names {} attributes, and a part of an index's key has at most {MAX_KEY_ATTRIBUTES}; put two \
             fields into one template on the entity, as in `\"<a>#<b>\"`",
            key.name,
            several.len()
        );
        errors.on(key, message);
    }
}

/// KW013: CreateTable rejects index names of any other form.
fn check_index_names(table: &Table, errors: &Errors) {
    for name in table.index_names() {
        let text = name.value();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
        if !(3..=255).contains(&text.len()) || !text.bytes().all(allowed) {
            let message = format!("KW013: {text:?} cannot name an index; use 3 to 255 of a-z, A-Z, 0-9, `_`, `.`, `-`");
            errors.on(name, message);
        }
    }
}

/// KW013: an entity's `#[gsi(index = ..)]` must refer to one index.
fn check_indexes_declared_once(table: &Table, errors: &Errors) {
    for (at, name) in table.index_names().enumerate() {
        let Some(first) = table.index_names().take(at).find(|first| first.value() == name.value()) else { continue };
        let message = format!("KW013: the table declares the index `{}` twice; rename or remove one", name.value());
        let mut error = syn::Error::new_spanned(name, message);
        error.combine(syn::Error::new_spanned(first, "first declared here"));
        errors.push(error);
    }
}

/// KW013: a table has at most 20 global secondary indexes.
fn check_index_count(table: &Table, errors: &Errors) {
    if let Some(Index { name, .. }) = table.indexes.get(INDEXES) {
        let message = format!(
            "KW013: {} indexes, and a table has at most {INDEXES}; let entities share an index",
            table.indexes.len()
        );
        errors.on(name, message);
    }
}

/// KW013: a table has at most 5 local secondary indexes.
fn check_local_index_count(table: &Table, errors: &Errors) {
    if let Some(LocalIndex { name, .. }) = table.local_indexes.get(LOCAL_INDEXES) {
        let message = format!(
            "KW013: {} local indexes, and a table has at most {LOCAL_INDEXES}; declare the others with `#[gsi(..)]`",
            table.local_indexes.len()
        );
        errors.on(name, message);
    }
}

/// KW013: a local secondary index orders the items of one partition key. Without a sort key in the table, there is only
/// one such item.
fn check_local_indexes_need_sort_key(table: &Table, errors: &Errors) {
    if let (None, Some(index)) = (&table.sort_key, table.local_indexes.first()) {
        let message = "KW013: a table without a sort key has no local indexes; declare a `#[gsi(..)]`, or give the \
                       table a sort key";
        errors.at(index.place, message);
    }
}

/// KW020: names of key attributes, and of included attributes, have 1 to 255 bytes.
fn check_attribute_names(table: &Table, errors: &Errors) {
    let included = table.projections().flat_map(|(_, projection)| projection.included());
    let keys = table.all_keys().map(|key| &key.name);
    for name in keys.chain(included).chain(&table.discriminator).chain(&table.ttl).chain(&table.write_id) {
        let bytes = name.value().len();
        if !(1..=NAME_BYTES).contains(&bytes) {
            let message = format!("KW020: the name of an attribute has 1 to {NAME_BYTES} bytes; this one has {bytes}");
            errors.on(name, message);
        }
    }
}

/// KW020: CreateTable rejects a key with a repeated attribute.
fn check_two_keys_are_two_attributes(table: &Table, errors: &Errors) {
    stand_once(&[&table.partition_key], &table.sort_key.iter().collect::<Vec<_>>(), errors);
    for index in &table.indexes {
        let sort = index.sort_key.iter().flat_map(KeyAttributes::iter).collect::<Vec<_>>();
        stand_once(&index.partition_key.iter().collect::<Vec<_>>(), &sort, errors);
    }
    for index in &table.local_indexes {
        stand_once(&[&table.partition_key], &[&index.sort_key], errors);
    }
}

fn stand_once(partition: &[&KeyAttribute], sort: &[&KeyAttribute], errors: &Errors) {
    let all: Vec<_> = partition.iter().chain(sort).collect();
    for (at, second) in all.iter().enumerate() {
        let Some(earlier) = all.iter().take(at).position(|first| first.name.value() == second.name.value()) else {
            continue;
        };
        let name = second.name.value();
        let message = if earlier < partition.len() && at >= partition.len() {
            format!("KW020: `{name}` is the partition key and cannot be the sort key too; name another attribute")
        } else {
            format!("KW020: `{name}` is in the key twice; name another attribute")
        };
        let first = all.get(earlier).map_or_else(|| second.name.span(), |first| first.name.span());
        errors.duplicate(first, second.name.span(), message);
    }
}

/// KW020: an attribute is defined once for the table and all its indexes.
fn check_one_type_an_attribute(table: &Table, errors: &Errors) {
    let mut defined: HashMap<String, &KeyAttribute> = HashMap::new();
    for key in table.all_keys() {
        let name = key.name.value();
        let first = *defined.entry(name).or_insert(key);
        if first.kind != key.kind {
            let message = format!(
                "KW020: the attribute `{}` is of type {} here and of type {} before; an attribute has one type",
                key.name.value(),
                key.kind,
                first.kind,
            );
            errors.duplicate(first.name.span(), key.name.span(), message);
        }
    }
}

/// KW014: the discriminator and a key cannot be stored in one attribute.
fn check_discriminator_is_no_key(table: &Table, errors: &Errors) {
    let Some(discriminator) = &table.discriminator else { return };
    if let Some(key) = table.all_keys().find(|key| key.name.value() == discriminator.value()) {
        let message = format!(
            "KW014: `{}` is the discriminator and a key attribute; use another name, as in `discriminator = \"_et\"`",
            key.name.value(),
        );
        errors.on(&key.name, message);
    }
}

/// KW014: the seconds of a TTL cannot be stored in the attribute of a key or of the discriminator.
fn check_ttl_has_an_attribute_of_its_own(table: &Table, errors: &Errors) {
    let Some(ttl) = &table.ttl else { return };
    let is_it = |name: &&LitStr| name.value() == ttl.value();
    let taken = [
        ("a key attribute", table.all_keys().map(|key| &key.name).find(is_it)),
        ("the discriminator", table.discriminator.iter().find(is_it)),
    ];
    for (role, name) in taken.into_iter().filter_map(|(role, name)| Some((role, name?))) {
        let message = format!(
            "KW014: `{}` is {role} and the TTL attribute; use another name, as in `ttl = \"expires_at\"`",
            name.value(),
        );
        errors.on(ttl, message);
    }
}

/// KW014: the random bytes of a write id cannot be stored in an attribute that has another use.
fn check_write_id_has_an_attribute_of_its_own(table: &Table, errors: &Errors) {
    let Some(write_id) = &table.write_id else { return };
    let is_it = |name: &&LitStr| name.value() == write_id.value();
    let taken = [
        ("a key attribute", table.all_keys().map(|key| &key.name).find(is_it)),
        ("the discriminator", table.discriminator.iter().find(is_it)),
        ("the TTL attribute", table.ttl.iter().find(is_it)),
    ];
    for (role, name) in taken.into_iter().filter_map(|(role, name)| Some((role, name?))) {
        let message = format!(
            "KW014: `{}` is {role} and the attribute of write ids; use another name, as in `write_id = \"_w\"`",
            name.value(),
        );
        errors.on(write_id, message);
    }
}

/// KW026: DynamoDB has neither TTL nor local indexes for a table with strong consistency between Regions.
fn check_strong_regions(table: &Table, errors: &Errors) {
    if !table.has_strong_regions() {
        return;
    }
    if let Some(ttl) = &table.ttl {
        let message = "KW026: a table with `regions = \"strong\"` has no TTL; drop `ttl`, and delete old items by a \
                       `delete_each` of your own";
        errors.on(ttl, message);
    }
    for index in &table.local_indexes {
        let message = "KW026: a table with `regions = \"strong\"` has no local indexes; declare a global index instead";
        errors.at(index.place, message);
    }
}

/// KW013 and KW020: CreateTable rejects an empty list, a repeated name, and more than 100 names over all indexes.
fn check_included_attributes(table: &Table, errors: &Errors) {
    let mut count = 0;
    for (index, projection) in table.projections() {
        let IndexProjection::Include(names) = projection else { continue };
        if names.is_empty() {
            errors.on(index, "KW020: `include()` names no attribute; write `projection = \"keys_only\"`");
        }
        for (at, name) in names.iter().enumerate() {
            count += 1;
            if let Some(first) = names.iter().take(at).find(|other| other.value() == name.value()) {
                let message = format!("KW020: `{}` is included twice; keep one of the two", name.value());
                errors.duplicate(first.span(), name.span(), message);
            }
            if count == INCLUDED + 1 {
                let message = format!(
                    "KW013: the indexes of a table include at most {INCLUDED} attributes between them; \
                     write `projection = \"all\"` if this many are needed"
                );
                errors.on(name, message);
            }
        }
    }
}

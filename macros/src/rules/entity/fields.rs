//! The rules of fields and their `#[entity(..)]` attributes.

use proc_macro2::Ident;
use syn::ext::IdentExt;

use crate::{
    errors::Errors,
    model::entity::{Entity, Field, Fields},
    read::{
        entity::{Attrs, FieldAttr},
        value::NamedValue,
    },
};

/// A field's index in the schema is a `u8`, and so is the number of fields.
const MAX_FIELDS: usize = 255;

pub(super) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    check_number_of_fields(entity, errors);
    check_other_attributes(&entity.fields, errors);
    check_flattened_maps(&entity.fields, errors);
    check_serde_proxy(entity, errors);
    check_one_attribute_a_field(&entity.fields, errors);
    check_read_names(entity, errors);
    check_aliases(&entity.fields, errors);
    check_alias_purposes(&entity.fields, errors);
    for field in &attrs.fields {
        check_keys_on_the_struct(field, errors);
        check_words(field, errors);
        check_one_purpose(field, errors);
        check_stored(field, &entity.fields, errors);
    }
}

/// The schema identifies a field by its position, which is one byte.
fn check_number_of_fields(entity: &Entity<'_>, errors: &Errors) {
    let found = entity.fields.stored.len();
    if found > MAX_FIELDS {
        let message = format!(
            "`{}` has {found} fields, and an entity has at most {MAX_FIELDS}; group some in a struct",
            entity.name
        );
        errors.on(entity.ident, message);
    }
}

/// KW020: only one field can collect the attributes that other writers add to an item.
fn check_other_attributes(fields: &Fields<'_>, errors: &Errors) {
    let mut others = fields.other_attributes.iter();
    if let Some(first) = others.next() {
        for second in others {
            let message = format!(
                "KW020: `{second}` and `{first}` both collect the attributes of other writers; keep one of the two"
            );
            errors.duplicate(first.span(), second.span(), message);
        }
    }
}

/// KW020: serde buffers flattened fields when it reads them, and its buffer has neither sets nor long numbers.
fn check_flattened_maps(fields: &Fields<'_>, errors: &Errors) {
    for field in &fields.flattened_maps {
        let message = format!(
            "KW020: `{field}` is flattened, so serde reads its sets as lists and 16 digits of its numbers, and a put \
             would store them so; use the type `keywright::Attributes`, which keeps both, or drop `flatten`"
        );
        errors.on(field, message);
    }
}

/// KW020: conditions, updates and keys use the attributes of the struct's own fields.
fn check_serde_proxy(entity: &Entity<'_>, errors: &Errors) {
    let Some(option) = &entity.serde_proxy else { return };
    let does = match option.get_ident().map(ToString::to_string).as_deref() {
        Some("into") => "makes serde write another type",
        Some("transparent") => "makes serde write and read only its field",
        _ => "makes serde read another type",
    };
    let message = format!(
        "KW020: keys, updates, conditions and projections of `{name}` use the attributes of its own fields, but this \
         {does}; derive `Entity` for the type that is stored, and convert it to `{name}` in your own code, or put the \
         conversion on the type of a field",
        name = entity.name
    );
    errors.on(option, message);
}

/// KW014: an item has one value of an attribute.
fn check_one_attribute_a_field(fields: &Fields<'_>, errors: &Errors) {
    let stored = fields.stored.iter().map(|field| (field.ident, field.attribute.as_str()));
    let one_way = fields.one_way.iter().map(|(ident, attribute)| (*ident, attribute.as_str()));
    let mut firsts: Vec<(&Ident, &str)> = Vec::new();
    for (second, attribute) in stored.chain(one_way) {
        if let Some((first, _)) = firsts.iter().find(|(_, of)| *of == attribute) {
            let message = format!(
                "KW014: `{}` and `{}` are both stored as {attribute:?}, and an item has one value of an attribute; \
                 give one of them another name with `#[serde(rename = \"..\")]`",
                first.unraw(),
                second.unraw()
            );
            errors.duplicate(first.span(), second.span(), message);
        } else {
            firsts.push((second, attribute));
        }
    }
}

/// KW020: an item that was written must be readable. The rule of the struct applies to several fields, of which the
/// first is named.
fn check_read_names(entity: &Entity<'_>, errors: &Errors) {
    let mut of_struct = entity.rename_all_at;
    for field in &entity.fields.stored {
        let Some((read_as, own)) = &field.read_as else { continue };
        let Some(place) = own.or_else(|| of_struct.take()) else { continue };
        let message = format!(
            "KW020: serde writes `{}` of `{}` as {:?} and reads it as {read_as:?}, so an item that was written cannot \
             be read; use one name for both, and `#[serde(alias = {read_as:?})]` on the field if other items have it",
            field.name, entity.name, field.attribute,
        );
        errors.at(place, message);
    }
}

/// KW014: an attribute belongs to one field. Serde reads it into the first that names it.
fn check_aliases(fields: &Fields<'_>, errors: &Errors) {
    for (at, field) in fields.stored.iter().enumerate() {
        for alias in &field.aliases {
            let name = alias.value();
            let others = fields.stored.iter().enumerate().filter(|(other, _)| *other != at);
            let is_of =
                |other: &Field<'_>| other.attribute == name || other.aliases.iter().any(|of| of.value() == name);
            if let Some((_, other)) = others.into_iter().find(|(_, other)| is_of(other)) {
                let message = format!(
                    "KW014: the alias {name:?} of `{}` is also a name of the attribute of `{}`; drop one of the two",
                    field.name, other.name
                );
                errors.on(alias, message);
            }
        }
    }
}

/// KW020: conditions and updates of the library itself use only the current attribute of these fields.
fn check_alias_purposes(fields: &Fields<'_>, errors: &Errors) {
    for field in &fields.stored {
        let purpose = field.purpose.map(|(purpose, _)| purpose.option());
        let purpose = purpose.or(field.unique.as_ref().map(|_| "unique")).or(field.key_only.map(|_| "key_only"));
        if let (Some(alias), Some(purpose)) = (field.aliases.first(), purpose) {
            let message = format!(
                "KW020: `{}` is `{purpose}`, and writes check it only under its current name; keep its attribute with \
                 `#[serde(rename = {:?})]` instead of the alias",
                field.name,
                alias.value()
            );
            errors.on(alias, message);
        }
    }
}

/// KW020: a key consists of several fields, so it is declared where all of them can be named.
fn check_keys_on_the_struct(field: &FieldAttr, errors: &Errors) {
    for (name, place) in &field.misplaced {
        let message =
            format!("KW020: `#[{name}]` belongs on the struct, not on a field; its template names the fields");
        errors.at(*place, message);
    }
}

/// KW020: if `counter = true` were allowed, `counter = false` could be read as a counter.
fn check_words(field: &FieldAttr, errors: &Errors) {
    let words = field.purposes.iter().map(|(_, word)| word).chain(&field.sensitive);
    let words = words.chain(&field.key_only).chain(&field.trunc);
    for word in words.filter(|word| !word.is_word()) {
        let NamedValue { name, .. } = word;
        errors.on(word, format!("KW020: `{name}` accepts no value; write `#[entity({name})]`"));
    }
    if let Some(unique) = field.unique.as_ref().filter(|unique| unique.has_value()) {
        let message = "KW020: `unique` accepts no value; write `unique`, or `unique(within = tenant)`";
        errors.on(&unique.word, message);
    }
}

/// KW020: the purpose of a field determines how writes treat it.
fn check_one_purpose(field: &FieldAttr, errors: &Errors) {
    if let [(first, place), others @ ..] = field.purposes.as_slice() {
        for (second, word) in others {
            let (first, second) = (first.option(), second.option());
            let message = format!("KW020: a field is `{first}` or `{second}`, not both; drop one of the two");
            errors.duplicate(place.name.span(), word.name.span(), message);
        }
    }
}

/// KW020: options of a field apply to an attribute of the item.
fn check_stored(field: &FieldAttr, fields: &Fields<'_>, errors: &Errors) {
    if fields.place(&field.field).is_some() {
        return;
    }
    let why = fields.why_unstored(&field.field).unwrap_or("skips");
    let purpose = field.purposes.first().map(|(_, word)| word);
    let unique = field.unique.as_ref().map(|unique| &unique.word);
    let flag = purpose.or(field.sensitive.as_ref()).or(field.key_only.as_ref()).or(field.trunc.as_ref());
    for word in [flag, unique].into_iter().flatten() {
        let message = format!(
            "KW020: serde {why} `{}`, so items do not contain it; drop `{}`, or `#[serde(..)]`",
            field.field, word.name
        );
        errors.at(word.name.span(), message);
    }
}

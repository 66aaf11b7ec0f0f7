//! Gives the fields in older keys the current names of their attributes, because a name does not affect the bytes.

use crate::lock::model::{By, Design, Entity, FieldPart, Part, Template};

/// Returns the old entity with the names under which the new one reads its fields (`serde(alias = ..)`).
pub(super) fn with_current_names(old: &Entity, new: &Entity) -> Entity {
    let rename = |field: &mut FieldPart| {
        let is_kept = new.attributes.iter().any(|of| of.name == field.attribute);
        let renamed = new.attributes.iter().find(|of| of.aliases.contains(&field.attribute));
        if let Some(renamed) = renamed.filter(|_| !is_kept) {
            field.attribute.clone_from(&renamed.name);
        }
    };
    let mut old = old.clone();
    for unique in &mut old.unique {
        unique.within.iter_mut().chain([&mut unique.field]).for_each(rename);
    }
    for key in &mut old.keys {
        let legacy = key.legacy.iter_mut().map(|legacy| &mut legacy.design);
        legacy.chain([&mut key.partition]).flat_map(fields_of_design).for_each(rename);
        key.sort.iter_mut().flat_map(fields_of_template).for_each(rename);
    }
    old
}

fn fields_of_design(design: &mut Design) -> impl Iterator<Item = &mut FieldPart> {
    let hashed = design.shards.iter_mut().filter_map(|shards| match &mut shards.by {
        By::Hash { fields, .. } => Some(fields),
        By::Random | By::TableKey => None,
    });
    fields_of_template(&mut design.template).chain(hashed.flatten())
}

fn fields_of_template(template: &mut Template) -> impl Iterator<Item = &mut FieldPart> {
    template.parts.iter_mut().filter_map(|part| match part {
        Part::Field(field) => Some(field),
        Part::Literal(_) | Part::Shard { .. } | Part::NextAttribute { .. } => None,
    })
}

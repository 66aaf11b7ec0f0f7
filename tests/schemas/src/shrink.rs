//! Makes a failing schema smaller while it fails.

use std::{io, path::Path, time::Instant};

use crate::{
    batch,
    compile::Crates,
    kind::{Kind, Type},
    release::Change,
    schema::{Entity, Form, Key, Law, Role, Schema},
    step::{Way, Write},
    template::{Segment, Spec, Template},
    value::Value,
};

/// Returns a smaller schema that also breaks a law, and the failures of it. After `deadline`, no further batch is run.
///
/// All schemas with one thing less are compiled in one batch. The first that fails is made smaller in turn.
///
/// # Errors
///
/// If a batch cannot be run.
pub fn shrink(crates: &Crates, folder: &Path, schema: &Schema, deadline: Instant) -> io::Result<(Schema, Vec<String>)> {
    let mut best = (schema.clone(), Vec::new());
    while Instant::now() < deadline {
        let candidates = smaller(&best.0);
        let mut outcome = batch::run(crates, folder, &candidates)?;
        match outcome.failures.pop_first() {
            Some((place, failures)) => best = (candidates[place].clone(), failures),
            None => break,
        }
    }
    Ok(best)
}

/// Returns schemas with one thing less, those with much less first.
fn smaller(schema: &Schema) -> Vec<Schema> {
    let mut candidates = Vec::new();
    without_laws(schema, &mut candidates);
    let mut without = |change: &dyn Fn(&mut Schema)| {
        let mut candidate = schema.clone();
        change(&mut candidate);
        candidates.push(candidate);
    };
    if schema.entities.len() > 1 {
        without(&|candidate| {
            candidate.entities.pop();
            candidate.laws.retain(|law| !matches!(law, Law::Collection { .. }));
        });
    }
    for index in 0..schema.table.indexes.len() {
        without(&|candidate| remove_index(candidate, index));
    }
    let table = &schema.table;
    if table.write_id {
        without(&|candidate| candidate.table.write_id = false);
    }
    if table.has_strong_regions {
        without(&|candidate| candidate.table.has_strong_regions = false);
    }
    if table.is_launched_gradually {
        without(&|candidate| candidate.table.is_launched_gradually = false);
    }
    if !table.discriminator {
        without(&|candidate| candidate.table.discriminator = true);
    }
    if table.encoding.raw {
        without(&|candidate| candidate.table.encoding.raw = false);
    }
    let record = &schema.entities[0];
    for item in 0..record.items.len() {
        if schema.laws.iter().all(|law| !uses_item(law, item)) {
            without(&|candidate| remove_item(candidate, item));
        }
        if !record.items[item].forms.is_empty() {
            without(&|candidate| candidate.entities[0].items[item].forms.clear());
        }
    }
    for field in 0..record.fields.len() {
        let within = record.fields.iter().any(|other| other.within == Some(field));
        if !within && !record.keys().any(|key| key.uses(field)) && !schema.laws.iter().any(|law| uses_field(law, field))
        {
            without(&|candidate| remove_field(candidate, field));
        }
    }
    let with_record = |candidates: &mut Vec<Schema>, change: &dyn Fn(&mut Entity)| {
        let mut candidate = schema.clone();
        change(&mut candidate.entities[0]);
        candidates.push(candidate);
    };
    simpler_entity(record, &mut |change| with_record(&mut candidates, change));
    candidates
}

/// Adds schemas that check less.
fn without_laws(schema: &Schema, candidates: &mut Vec<Schema>) {
    let mut with = |laws: Vec<Law>| candidates.push(Schema { laws, ..schema.clone() });
    if schema.laws.len() > 1 {
        for law in &schema.laws {
            with(vec![law.clone()]);
        }
        return;
    }
    match schema.laws.first() {
        Some(Law::Queries(asked)) if asked.len() > 1 => {
            asked.iter().for_each(|asked| with(vec![Law::Queries(vec![asked.clone()])]));
        }
        Some(Law::Steps(steps)) if steps.len() > 1 => {
            for place in 0..steps.len() {
                with(vec![Law::Steps(vec![steps[place].clone()])]);
                let mut fewer = steps.clone();
                fewer.remove(place);
                with(vec![Law::Steps(fewer)]);
            }
        }
        Some(Law::Steps(steps)) if steps[0].way != Way::Alone => {
            let mut alone = steps.clone();
            alone[0].way = Way::Alone;
            with(vec![Law::Steps(alone)]);
        }
        _ => {}
    }
}

/// Takes a change of an entity.
type WithChange<'a> = &'a mut dyn FnMut(&dyn Fn(&mut Entity));

/// Calls `with` for each change that makes an entity simpler.
fn simpler_entity(record: &Entity, with: WithChange<'_>) {
    if record.rename_all.is_some() {
        with(&|record| record.rename_all = None);
    }
    if record.tag.is_some() {
        with(&|record| record.tag = None);
    }
    if record.label.is_some() {
        with(&|record| record.label = None);
    }
    if !record.constants.is_empty() {
        with(&|record| record.constants.clear());
    }
    if record.peak.is_some() {
        with(&|record| record.peak = None);
    }
    for (place, field) in record.fields.iter().enumerate() {
        if field.renamed.is_some() {
            with(&|record| record.fields[place].renamed = None);
        }
        if field.alias.is_some() {
            with(&|record| {
                record.fields[place].alias = None;
                record.items.iter_mut().for_each(|item| {
                    item.forms.retain(|form| *form != Form::Alias(place) && *form != Form::Both(place));
                });
            });
        }
        if field.sensitive {
            with(&|record| record.fields[place].sensitive = false);
        }
        if field.with.is_some() {
            with(&|record| record.fields[place].with = None);
        }
        if field.role == Role::KeyOnly || field.within.is_some() {
            with(&|record| {
                let field = &mut record.fields[place];
                (field.role, field.within) =
                    if field.within.is_some() { (field.role, None) } else { (Role::Plain, None) };
            });
        }
        let is_present = record.items.iter().all(|item| item.values[place] != Value::Absent);
        if let (Type::Option(of), true, Role::Plain) = (&field.ty, is_present, field.role) {
            with(&|record| record.fields[place].ty = (**of).clone());
        }
        if matches!(field.ty.single(), Some(Kind::Name | Kind::Slug)) && !field.ty.is_option() {
            with(&|record| record.fields[place].ty = Type::Of(Kind::Text));
        }
    }
    let keys = 1 + record.indexes.len();
    for place in 0..keys {
        let Some(key) = key_at(&mut record.clone(), place).cloned() else { continue };
        if key.shard.is_some() {
            with(&|record| {
                if let Some(key) = key_at(record, place) {
                    key.shard = None;
                    for attribute in &mut key.partition {
                        attribute.template.retain(|segment| !matches!(segment, Segment::Shard(_)));
                    }
                }
            });
        }
        if !key.older.is_empty() && record.items.iter().all(|item| !item.is_older) {
            with(&|record| {
                if let Some(key) = key_at(record, place) {
                    (key.older, key.since) = (Vec::new(), None);
                }
            });
        }
        for (attribute, of) in key.attributes().enumerate() {
            let fields = of.template.iter().filter(|segment| matches!(segment, Segment::Field { .. })).count();
            for removed in 0..if fields > 1 { of.template.len() } else { 0 } {
                with(&|record| {
                    if let Some(key) = key_at(record, place)
                        && let Some(attribute) = key.partition.iter_mut().chain(&mut key.sort).nth(attribute)
                    {
                        remove_segment(&mut attribute.template, removed);
                    }
                });
            }
        }
        if key.attributes().any(|attribute| attribute.template.iter().any(has_spec)) {
            with(&|record| {
                if let Some(key) = key_at(record, place) {
                    key.partition.iter_mut().chain(&mut key.sort).for_each(|attribute| plain(&mut attribute.template));
                }
            });
        }
    }
}

/// Removes a field of a template, with the literal before it.
fn remove_segment(template: &mut Template, removed: usize) {
    if matches!(template[removed], Segment::Field { .. }) {
        template.remove(removed);
        let before = removed.checked_sub(1).filter(|before| matches!(template[*before], Segment::Literal(_)));
        if let Some(before) = before.filter(|before| *before > 0 || template.len() > 1) {
            template.remove(before);
        }
    }
}

fn has_spec(segment: &Segment) -> bool {
    matches!(segment, Segment::Field { spec, .. } if *spec != Spec::Default && !matches!(spec, Spec::Bucket(_)))
}

/// Removes specs other than buckets.
fn plain(template: &mut Template) {
    for segment in template {
        if let Segment::Field { spec, .. } = segment
            && !matches!(spec, Spec::Bucket(_))
        {
            *spec = Spec::Default;
        }
    }
}

/// Returns the table's key, or that of an index.
fn key_at(record: &mut Entity, place: usize) -> Option<&mut Key> {
    match place.checked_sub(1) {
        None => Some(&mut record.key),
        Some(index) => record.indexes[index].as_mut().map(|index| &mut index.key),
    }
}

fn uses_item(law: &Law, item: usize) -> bool {
    match law {
        Law::Queries(asked) => asked.iter().any(|asked| asked.like == item),
        Law::Steps(steps) => steps.iter().any(|step| step.write.item() == Some(item)),
        Law::Collection { like, .. } | Law::Straggler { item: like } => *like == item,
        _ => false,
    }
}

fn uses_field(law: &Law, field: usize) -> bool {
    if let Law::Release(change) = law {
        let of = match change {
            Change::RemoveField(of)
            | Change::Rename { field: of, .. }
            | Change::Wider(of)
            | Change::Optional(of)
            | Change::AddIndex(of)
            | Change::Purpose { field: of, .. } => Some(*of),
            _ => None,
        };
        return of == Some(field);
    }
    let Law::Steps(steps) = law else { return false };
    steps.iter().any(|step| match &step.write {
        Write::Update { changes, .. } => changes.iter().any(|(changed, _)| *changed == field),
        Write::Add { field: of, .. }
        | Write::Increment { field: of, .. }
        | Write::UpdateWhen { field: of, .. }
        | Write::UpdateEach { field: of, .. }
        | Write::DeleteEach { field: of, .. } => *of == field,
        Write::Move { field: of, emptied, .. } => *of == field || emptied.contains(&field),
        _ => false,
    })
}

fn remove_index(schema: &mut Schema, removed: usize) {
    schema.table.indexes.remove(removed);
    for entity in &mut schema.entities {
        entity.indexes.remove(removed);
    }
    for law in &mut schema.laws {
        if let Law::Queries(asked) = law {
            asked.retain(|asked| asked.index != Some(removed));
            for index in asked.iter_mut().filter_map(|asked| asked.index.as_mut()) {
                *index -= usize::from(*index > removed);
            }
        }
        if let Law::Release(Change::IndexTemplate { index, .. }) = law {
            *index = index.saturating_sub(usize::from(*index > removed));
        }
    }
}

fn remove_item(schema: &mut Schema, removed: usize) {
    schema.entities[0].items.remove(removed);
    let shift = |item: &mut usize| *item -= usize::from(*item > removed);
    for law in &mut schema.laws {
        match law {
            Law::Queries(asked) => asked.iter_mut().for_each(|asked| shift(&mut asked.like)),
            Law::Collection { like, .. } | Law::Straggler { item: like } => shift(like),
            Law::Steps(steps) => steps.iter_mut().for_each(|step| match &mut step.write {
                Write::Put { item, .. }
                | Write::Create { item }
                | Write::Replace { item, .. }
                | Write::Delete { item }
                | Write::Update { item, .. }
                | Write::Add { item, .. }
                | Write::Upsert { item, .. }
                | Write::Increment { item, .. }
                | Write::Move { item, .. }
                | Write::PutOther { item, .. }
                | Write::PutStale { item }
                | Write::DeleteItem { item, .. }
                | Write::UpdateWhen { item, .. } => shift(item),
                Write::UpdateEach { .. } | Write::DeleteEach { .. } | Write::Backfill | Write::Rekey => {}
            }),
            _ => {}
        }
    }
}

/// Removes a field of the first entity that no key contains and no write changes.
pub fn remove_field(schema: &mut Schema, removed: usize) {
    let record = &mut schema.entities[0];
    record.fields.remove(removed);
    let shift = |field: &mut usize| *field -= usize::from(*field > removed);
    record.part.retain(|field| *field != removed);
    record.part.iter_mut().for_each(shift);
    record.fields.iter_mut().filter_map(|field| field.within.as_mut()).for_each(shift);
    for item in &mut record.items {
        item.values.remove(removed);
        item.forms.retain(|form| form_field(*form) != Some(removed));
        for form in &mut item.forms {
            if let Form::Null(field)
            | Form::Alias(field)
            | Form::Both(field)
            | Form::Missing(field)
            | Form::OtherText(field) = form
            {
                shift(field);
            }
        }
    }
    let indexes = record.indexes.iter_mut().flatten().map(|index| &mut index.key);
    for key in std::iter::once(&mut record.key).chain(indexes) {
        let older = key.older.iter_mut().map(|older| &mut older.template);
        let templates = key.partition.iter_mut().chain(&mut key.sort).map(|attribute| &mut attribute.template);
        for segment in templates.chain(older).flatten() {
            if let Segment::Field { field, .. } = segment {
                shift(field);
            }
        }
        key.shard.iter_mut().flat_map(|shard| &mut shard.fields).for_each(shift);
    }
    for law in &mut schema.laws {
        if let Law::Release(
            Change::RemoveField(field)
            | Change::Rename { field, .. }
            | Change::Wider(field)
            | Change::Optional(field)
            | Change::AddIndex(field)
            | Change::Purpose { field, .. },
        ) = law
        {
            shift(field);
        }
        let Law::Steps(steps) = law else { continue };
        for step in steps {
            match &mut step.write {
                Write::Put { values, .. }
                | Write::Replace { values, .. }
                | Write::Upsert { values, .. }
                | Write::PutOther { values, .. } => {
                    values.remove(removed);
                }
                Write::Move { field, emptied, .. } => {
                    shift(field);
                    emptied.iter_mut().for_each(shift);
                }
                Write::Update { changes, .. } => changes.iter_mut().for_each(|(field, _)| shift(field)),
                Write::Add { field, .. }
                | Write::Increment { field, .. }
                | Write::UpdateWhen { field, .. }
                | Write::UpdateEach { field, .. }
                | Write::DeleteEach { field, .. } => shift(field),
                _ => {}
            }
        }
    }
}

fn form_field(form: Form) -> Option<usize> {
    match form {
        Form::Null(field) | Form::Alias(field) | Form::Both(field) | Form::Missing(field) | Form::OtherText(field) => {
            Some(field)
        }
        Form::Extra | Form::Unlabeled => None,
    }
}

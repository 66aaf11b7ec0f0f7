//! The rules of time buckets: `bucket = "day"`, and `:day` in a template.

use syn::LitStr;

use crate::{
    errors::Errors,
    model::entity::{Entity, Fields, Key, closest_bucket},
    read::{entity::Attrs, value::NamedValue},
    suggest::suggest,
    template::{BUCKETS, Form, Placeholder, Spec, Template},
};

pub(super) fn check(attrs: &Attrs, entity: &Entity<'_>, errors: &Errors) {
    for key in &attrs.keys {
        let Some(bucket) = &key.bucket else { continue };
        match key.partition.as_slice() {
            [template] => {
                check_is_a_bucket(&bucket.value, errors);
                check_bucket_fits(bucket, template, &entity.fields, errors);
            }
            _ => check_one_attribute(bucket, errors),
        }
    }
    // A local secondary index has the table's partition key, which is checked once.
    for key in entity.keys.iter().filter(|key| !key.local) {
        check_one_bucket(key, &entity.fields, errors);
    }
}

/// KW008: there are six buckets.
fn check_is_a_bucket(bucket: &LitStr, errors: &Errors) {
    let name = bucket.value();
    if Spec::bucket(&name).is_none() {
        let help = suggest(&name, BUCKETS);
        errors.on(bucket, format!("KW008: there is no bucket `{name}`{help}"));
    }
}

/// KW008 and KW020: `bucket` needs a template with a single placeholder that has no other form.
fn check_bucket_fits(bucket: &NamedValue<LitStr>, template: &Template, fields: &Fields<'_>, errors: &Errors) {
    let place = bucket.name.span();
    let text = bucket.value.value();
    let name = closest_bucket(&text);
    let placeholders: Vec<&Placeholder> = template.placeholders().collect();
    match placeholders.as_slice() {
        [only] if only.form == Form::Default => {}
        [only] => {
            let only = &only.name;
            let message = format!(
                "KW020: the template already says how `{only}` is written; drop `bucket`, or write `<{only}:{name}>` \
                 there"
            );
            errors.duplicate(template.literal.span(), place, message);
        }
        [first, ..] => {
            let time = placeholders.iter().find(|placeholder| fields.looks_like_a_time(&placeholder.name));
            let time = &time.unwrap_or(first).name;
            let message = format!(
                "KW008: `bucket` is for a template of one placeholder; write it in the placeholder, as in \
                 `<{time}:{name}>`"
            );
            errors.at(place, message);
        }
        [] => {
            let message =
                format!("KW008: the template has no placeholder for the bucket; add one, as in `<at:{name}>`");
            errors.at(place, message);
        }
    }
}

/// KW008: for several attributes, only the templates can show which one has the bucket.
fn check_one_attribute(bucket: &NamedValue<LitStr>, errors: &Errors) {
    let message = "KW008: `bucket` is for a key of one attribute; write it in the placeholder, as in `\"<at:day>\"`";
    errors.at(bucket.name.span(), message);
}

/// KW008: a query has a range of only one field.
fn check_one_bucket(key: &Key, fields: &Fields<'_>, errors: &Errors) {
    let buckets = key.bucket_fields();
    let names: Vec<&str> =
        buckets.iter().filter_map(|place| fields.at(*place)).map(|field| field.name.as_str()).collect();
    if let [first, second, ..] = names.as_slice() {
        let message = format!(
            "KW008: `{first}` and `{second}` are both bucketed, and a query asks for a range of one; write one of them \
             whole, as in `<{second}>`"
        );
        errors.on(&key.partition.literal, message);
    }
}

//! `bucket = "day"`: short for `:day` on a template's only placeholder.

use syn::{Data, DeriveInput, Type, ext::IdentExt};

use crate::{
    errors::Errors,
    options::Opt,
    suggest::{nearest, suggest},
    template::{BUCKETS, Form, Spec, Template},
};

/// Writes the bucket into the template. Beside an error it does so too where it is plain what is meant.
pub(crate) fn set(template: &mut Template, option: &Opt, input: &DeriveInput, errors: &Errors) {
    let Some(literal) = option.text("day", errors) else { return };
    let mut name = literal.value();
    if Spec::bucket(&name).is_none() {
        let help = suggest(&name, BUCKETS);
        errors.on(&literal, format!("KW008: there is no bucket `{name}`{help}"));
        name = nearest(&name, &BUCKETS).unwrap_or("day").to_owned();
    }
    let names: Vec<String> = template.placeholders().map(|placeholder| placeholder.name.clone()).collect();
    let written_plain = template.placeholders().all(|placeholder| placeholder.form == Form::Default);
    match names.as_slice() {
        [_] if written_plain => template.set_bucket(0, &name),
        [only] => {
            let message = format!(
                "KW020: the template says already how `{only}` is written; drop `bucket`, or write `<{only}:{name}>` there"
            );
            errors.twice(template.literal.span(), option.span(), message);
        }
        [first, ..] => {
            let place = names.iter().position(|name| is_time(input, name)).unwrap_or(0);
            let time = names.get(place).unwrap_or(first);
            let message = format!(
                "KW008: `bucket` is for a template of one placeholder; say it where it belongs, as in `<{time}:{name}>`"
            );
            errors.at(option.span(), message);
            template.set_bucket(place, &name);
        }
        [] => {
            let message =
                format!("KW008: the template has no placeholder for the bucket; add one, as in `<at:{name}>`");
            errors.at(option.span(), message);
        }
    }
}

/// Whether the field looks like a time, by its type's name: for a better example in a message.
fn is_time(input: &DeriveInput, name: &str) -> bool {
    const TIMES: [&str; 5] = ["DateTime", "OffsetDateTime", "Timestamp", "UtcDateTime", "Zoned"];
    let Data::Struct(data) = &input.data else { return false };
    data.fields.iter().any(|field| {
        let last = match &field.ty {
            Type::Path(path) => path.path.segments.last(),
            _ => None,
        };
        let named = field.ident.as_ref().is_some_and(|ident| ident.unraw() == name);
        named && last.is_some_and(|segment| TIMES.iter().any(|time| segment.ident == time))
    })
}

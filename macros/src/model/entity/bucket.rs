//! `bucket = "day"`: shorthand for `:day` on a template's only placeholder.

use syn::LitStr;

use crate::{
    suggest::nearest,
    template::{BUCKETS, Form, Spec, Template},
};

/// Returns the bucket with this name, or the one that was probably meant.
pub(crate) fn closest_bucket(name: &str) -> &str {
    match Spec::bucket(name) {
        Some(_) => name,
        None => nearest(name, &BUCKETS).unwrap_or("day"),
    }
}

/// Writes the bucket into the template. If there are several placeholders, into the first that looks like a time.
pub(super) fn set(template: &mut Template, bucket: &LitStr, is_time: impl Fn(&str) -> bool) {
    let placeholders: Vec<_> = template.placeholders().collect();
    let written_plain = placeholders.iter().all(|placeholder| placeholder.form == Form::Default);
    let at = match placeholders.as_slice() {
        [] => None,
        [_] => written_plain.then_some(0),
        several => Some(several.iter().position(|placeholder| is_time(&placeholder.name)).unwrap_or(0)),
    };
    if let Some(at) = at {
        template.set_bucket(at, closest_bucket(&bucket.value()));
    }
}

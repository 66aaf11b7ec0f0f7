//! Reads the attributes of a table. What is wrong is reported and replaced by its default.

use syn::{DeriveInput, LitStr, ext::IdentExt};

use super::{delimiter, index, key, model::Table};
use crate::{
    docs::docs,
    errors::Errors,
    options::{Opt, Options, all, only},
    schema::Entities,
    spans::lint_levels,
};

const OPTIONS: [&str; 10] =
    ["pk", "sk", "discriminator", "delimiter", "encoding", "undeclared_peak", "quota", "ttl", "write_id", "crate"];

pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Table {
    let mut options = match only(&input.attrs, "table", errors) {
        Some(attribute) => Options::of(attribute, &OPTIONS, errors),
        None => Options::default(),
    };
    let at = input.ident.span();
    let text = |text| LitStr::new(text, at);

    Table {
        ident: input.ident.clone(),
        name: input.ident.unraw().to_string(),
        docs: docs(&input.attrs),
        lint_levels: lint_levels(&input.attrs).cloned().collect(),
        krate: options.take_crate(errors),
        partition_key: match options.take("pk") {
            Some(option) => key::partition(&option, text("PK"), errors),
            None => key::string(text("PK")),
        },
        sort_key: match options.take("sk") {
            Some(option) => key::sort(&option, text("SK"), errors),
            None => Some(key::string(text("SK"))),
        },
        discriminator: match options.take("discriminator") {
            Some(option) if option.is_word("none") => None,
            Some(option) => option.text("_et", errors),
            None => Some(text("_et")),
        },
        delimiter: options.take("delimiter").and_then(|option| delimiter::read(&option, errors)).unwrap_or(b'#'),
        encoding: options
            .take("encoding")
            .and_then(|option| option.choice(&[("escaped", "Escaped"), ("raw", "Raw")], errors))
            .unwrap_or("Escaped"),
        undeclared_peak: options
            .take("undeclared_peak")
            .and_then(|option| option.choice(&[("warn", "Warn"), ("allow", "Allow"), ("deny", "Deny")], errors))
            .unwrap_or("Warn"),
        quota: options.take("quota").and_then(|option| quota(&option, errors)),
        ttl: options.take("ttl").and_then(|option| option.text("expires_at", errors)),
        write_id: options.take("write_id").and_then(|option| option.text("_w", errors)),
        indexes: all(&input.attrs, "gsi").filter_map(|attribute| index::read(attribute, errors)).collect(),
        local_indexes: all(&input.attrs, "lsi").filter_map(|attribute| index::read_local(attribute, errors)).collect(),
        entities: only(&input.attrs, "entities", errors).map(|attribute| Entities::of_attribute(attribute, errors)),
    }
}

/// `quota = 80_000`
fn quota(option: &Opt, errors: &Errors) -> Option<u64> {
    let quota = option.number("80_000", errors)?;
    if quota == 0 {
        option.refuse("is 0; write the WCU/s that the account may use on the table, as in `quota = 80_000`", errors);
        return None;
    }
    Some(quota)
}

//! Mistakes in the attributes of fields: counters, versions, unique values, times and sensitive values.

use quote::quote;
use syn::DeriveInput;

use super::messages;

/// Returns the messages for an entity with the counter `votes`.
fn refused_with_counter(attributes: proc_macro2::TokenStream, fields: proc_macro2::TokenStream) -> Vec<String> {
    let input: DeriveInput = syn::parse2(quote! {
        #[entity(table = Platform)]
        #attributes
        struct Votes {
            poll: String,
            at: DateTime<Utc>,
            #[entity(counter)]
            votes: u64,
            #fields
        }
    })
    .expect("a struct");
    messages(&input)
}

#[test]
fn invalid_counters_are_rejected() {
    let plain = || quote!(#[pk(template = "VOTES#<poll>#<at:day>")] #[sk(template = "<at>")]);
    let of_fields = |fields| refused_with_counter(plain(), fields);
    let of_attributes = |attributes| refused_with_counter(attributes, quote!());
    assert_eq!(
        of_fields(quote!(note: Option<String>, #[serde(skip)] seen: u8, #[serde(flatten)] rest: Attributes)),
        [""; 0]
    );
    assert_eq!(of_fields(quote!(#[entity(counter)] other: i8)), [""; 0]);
    let cases = [
        (of_fields(quote!(title: String)), "does not contain `title`"),
        (of_fields(quote!(#[serde(flatten)] about: About)), "does not contain the fields of `about`"),
        (of_fields(quote!(#[entity(counter)] key: u64)), "would be `key`, which is another generated function"),
        (of_fields(quote!(#[entity(counter)] query: u64)), "would be `query`, as the query of the table"),
        (of_fields(quote!(#[entity(counter)] #[serde(skip)] gone: u64)), "serde skips `gone`"),
        (of_fields(quote!(#[entity(counter)] #[serde(flatten)] gone: u64)), "serde flattens `gone`"),
        (of_fields(quote!(#[entity(counter(1))] other: u64)), "accepts no value"),
        (
            of_attributes(quote!(#[pk(template = "VOTES#<poll>#<at>")] #[sk(template = "<votes>")])),
            "KW017: `votes` is a counter and is part of the key of the table",
        ),
        (
            of_attributes(quote!(#[pk(template = "<poll>", legacy(template = "<votes>"))] #[sk(template = "<at>")])),
            "KW017: `votes` is a counter",
        ),
        (
            of_attributes(quote!(#[pk(template = "<poll>")] #[shard(hash(votes), count = 2)] #[sk(template = "<at>")])),
            "KW017: `votes` is a counter",
        ),
        (
            of_attributes(
                quote!(#[pk(template = "<poll>#<at:day>")] #[shard(hash(at), count = 2)] #[sk(template = "X")]),
            ),
            "a hash of `at`, and the key does not contain all of it",
        ),
    ];
    for (found, part) in cases {
        assert!(found.iter().any(|message| message.contains(part)), "{part:?} is not in {found:?}");
        for message in found {
            assert!(message.starts_with("KW0") && message.contains("; "), "{message}");
        }
    }
    let whole = quote!(#[pk(template = "<poll>#<at:day>")] #[shard(hash(at), count = 2)] #[sk(template = "<at:ns>")]);
    assert_eq!(of_attributes(whole), [""; 0]);
}

/// Returns the messages for an entity with these attributes, and these fields in addition to `id` and `tenant`.
fn refused_with_fields(attributes: proc_macro2::TokenStream, fields: proc_macro2::TokenStream) -> Vec<String> {
    let input: DeriveInput = syn::parse2(quote! {
        #[entity(table = Platform)]
        #attributes
        struct User {
            id: String,
            tenant: String,
            #fields
        }
    })
    .expect("a struct");
    messages(&input)
}

fn assert_messages(cases: impl IntoIterator<Item = (Vec<String>, &'static str)>) {
    for (found, part) in cases {
        assert!(found.iter().any(|message| message.contains(part)), "{part:?} is not in {found:?}");
        let has_fix = |message: &String| message.contains("; ") || message.contains(", as in");
        let worded =
            |message: &String| message == "first used here" || (message.starts_with("KW0") && has_fix(message));
        assert!(found.iter().all(worded), "{found:?}");
    }
}

#[test]
fn invalid_versions_are_rejected() {
    let plain = || quote!(#[pk(template = "USER#<id>")] #[sk(template = "PROFILE")]);
    let version = || quote!(#[entity(version)] version: u64);
    let of_fields = |fields| refused_with_fields(plain(), fields);
    let of_attributes = |attributes| refused_with_fields(attributes, version());
    assert_eq!(of_fields(version()), [""; 0]);
    assert_eq!(
        of_attributes(quote!(#[pk(template = "USER#<id>", legacy(template = "USERS"))] #[sk(template = "<id>")])),
        [""; 0]
    );
    assert_messages([
        (of_fields(quote!(#[entity(version)] a: u64, #[entity(version)] b: u64)), "`b` and `a` are both the version"),
        (of_fields(quote!(#[entity(version)] #[serde(skip)] gone: u64)), "serde skips `gone`"),
        (of_fields(quote!(#[entity(version = 1)] version: u64)), "accepts no value"),
        (
            of_fields(quote!(#[entity(version)] v: u64, #[entity(counter)] n: u64)),
            "whose increments ignore the version",
        ),
        (of_fields(quote!(#[entity(version, counter)] version: u64)), "`counter` or `version`, not both"),
        (
            of_attributes(quote!(#[pk(template = "USER#<id>")] #[sk(template = "<version>")])),
            "KW017: `version` is the version and is part of the key of the table",
        ),
        (
            of_attributes(
                quote!(#[pk(template = "USER#<id>")] #[shard(hash(version), count = 2)] #[sk(template = "X")]),
            ),
            "KW017: `version`",
        ),
        (
            of_attributes(quote!(#[pk(template = "<id>", legacy(template = "<version>"))] #[sk(template = "X")])),
            "KW017: `version`",
        ),
        (
            of_attributes(quote!(#[pk(template = "<id>")] #[shard(random = 4)] #[sk(template = "X")])),
            "append-only: its items are never written again",
        ),
    ]);
}

#[test]
fn invalid_unique_fields_are_rejected() {
    let plain = || quote!(#[pk(template = "USER#<id>")] #[sk(template = "PROFILE")]);
    let of_fields = |fields| refused_with_fields(plain(), fields);
    let of_attributes = |attributes| refused_with_fields(attributes, quote!(#[entity(unique)] mail: String));
    for sound in [
        quote!(#[entity(unique)] mail: String, #[entity(unique(within = tenant))] name: Option<String>),
        quote!(#[entity(version)] version: u64, #[entity(unique)] mail: String),
        quote!(#[entity(unique(within(tenant, mail)))] name: String, mail: String),
    ] {
        assert_eq!(of_fields(sound), [""; 0]);
    }
    assert_messages([
        (of_fields(quote!(#[entity(unique(within = tennant))] mail: String)), "did you mean `tenant`?"),
        (of_fields(quote!(#[entity(unique(within = mail))] mail: String)), "`mail` is unique within itself"),
        (of_fields(quote!(#[entity(unique(within(tenant, tenant)))] mail: String)), "`tenant` is given twice"),
        (of_fields(quote!(#[entity(unique(within()))] mail: String)), "`within` needs field names"),
        (of_fields(quote!(#[entity(unique(within = "tenant"))] mail: String)), "`within` needs field names"),
        (of_fields(quote!(#[entity(unique())] mail: String)), "`within` is missing; write `unique`, or"),
        (of_fields(quote!(#[entity(unique(withn = tenant))] mail: String)), "did you mean `within`?"),
        (of_fields(quote!(#[entity(unique = tenant)] mail: String)), "`unique` accepts no value"),
        (of_fields(quote!(#[entity(unique)] #[serde(skip)] mail: String)), "serde skips `mail`"),
        (
            of_fields(quote!(#[entity(unique)] #[serde(default, with = "m")] mail: String)),
            "the sentinels of `mail`, which is unique, are built from the struct's `mail`",
        ),
        (
            of_fields(quote!(#[entity(unique(within = v))] mail: String, #[serde(deserialize_with = "m")] v: u64)),
            "the sentinels of `mail`, which is unique, are built from the struct's `v`",
        ),
        (
            of_fields(quote!(#[entity(unique, counter)] seen: u64)),
            "the value of `seen`, a `counter`, is set by its writes",
        ),
        (
            of_fields(quote!(#[entity(unique(within = v))] mail: String, #[entity(version)] v: u64)),
            "the value of `v`, a `version`, is set by its writes",
        ),
        (of_attributes(quote!(#[pk(template = "<mail>")] #[sk(template = "X")])), "each value already is one item"),
        (
            of_attributes(quote!(#[pk(template = "<id>", legacy(template = "U"))] #[sk(template = "<id>")])),
            "a sentinel is not updated when they move",
        ),
        (
            of_attributes(quote!(#[pk(template = "<id>")] #[shard(random = 4)] #[sk(template = "X")])),
            "depends on the shard that is chosen",
        ),
    ]);
}

/// Returns the messages for an entity with these fields in addition to `user` and `at`, and an index over `made`.
fn refused_with_times(sort: &str, fields: proc_macro2::TokenStream) -> Vec<String> {
    let input: DeriveInput = syn::parse2(quote! {
        #[entity(table = Platform)]
        #[pk(template = "USER#<user>")]
        #[sk(template = #sort)]
        #[gsi(index = "GSI1", query = by_time, pk = "USER#<user>", sk = "<made>")]
        struct Session {
            user: String,
            at: DateTime<Utc>,
            #[entity(created)]
            made: Option<DateTime<Utc>>,
            #fields
        }
    })
    .expect("a struct");
    messages(&input)
}

#[test]
fn invalid_time_and_sensitive_fields_are_rejected() {
    let of_fields = |fields| refused_with_times("SESSION#<at>", fields);
    assert_eq!(of_fields(quote!(#[entity(ttl, sensitive)] ends: u64, #[entity(updated)] seen: DateTime<Utc>)), [""; 0]);
    let cases = [
        (refused_with_times("<made>", quote!()), "KW017: `made` is `created` and is part of the key of the table"),
        (refused_with_times("<ends>", quote!(#[entity(ttl)] ends: u64)), "KW017: `ends` is `ttl`"),
        (of_fields(quote!(#[entity(created)] born: DateTime<Utc>)), "KW020: an item has one `created`"),
        (of_fields(quote!(#[entity(ttl, updated)] ends: u64)), "KW020: a field is `updated` or `ttl`, not both"),
        (of_fields(quote!(#[entity(sensitive)] #[serde(skip)] pin: u64)), "serde skips `pin`"),
        (of_fields(quote!(#[entity(sensitive = true)] pin: u64)), "accepts no value"),
        (
            of_fields(quote!(#[entity(counter)] logins: u64)),
            "KW017: `made` is `created` and is part of the key of index \"GSI1\"",
        ),
        (
            of_fields(quote!(#[entity(counter)] logins: u64, #[entity(ttl)] ends: Option<u64>)),
            "KW020: `ends` is `ttl`, and an increment does not know",
        ),
        (of_fields(quote!(#[entity(counter, sensitive)] logins: u64)), "KW020: `logins` is a counter, and the error"),
    ];
    for (found, part) in cases {
        assert!(found.iter().any(|message| message.contains(part)), "{part:?} is not in {found:?}");
        for message in found.iter().filter(|message| *message != "first used here") {
            assert!(message.starts_with("KW0") && message.contains("; "), "{message}");
        }
    }
}

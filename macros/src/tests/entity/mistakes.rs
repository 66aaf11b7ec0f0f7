//! One mistake each, and every one of them with its code and a way out.

use expect_test::expect_file;
use quote::quote;
use syn::DeriveInput;

use super::messages;

/// An entity with these attributes and the fields `brand`, `at`, `id`, `skipped` and `rest`.
fn refused(attributes: proc_macro2::TokenStream) -> Vec<String> {
    let input: DeriveInput = syn::parse2(quote! {
        #attributes
        struct Threat {
            brand: String,
            at: DateTime<Utc>,
            id: String,
            #[serde(skip)]
            skipped: u8,
            #[serde(flatten)]
            rest: Attributes,
        }
    })
    .expect("a struct");
    messages(&input)
}

/// [`refused`] with a table, and with a table key where none is given.
fn refused_in_table(attributes: proc_macro2::TokenStream) -> Vec<String> {
    let text = attributes.to_string();
    let entity = (!text.contains("# [entity")).then(|| quote!(#[entity(table = Platform)]));
    let pk = (!text.contains("# [pk")).then(|| quote!(#[pk(template = "T#<brand>")]));
    refused(quote!(#entity #pk #attributes))
}

macro_rules! mistakes {
    ($($(#[$attribute:meta])+;)+) => {
        [$((stringify!($(#[$attribute])+), refused_in_table(quote!($(#[$attribute])+)))),+]
    };
}

#[test]
fn mistakes_give_the_recorded_messages() {
    let mistakes = mistakes! {
        #[entity(name = "threat")];
        #[entity(table = "Platform")];
        #[entity(table = Platform, name = "")];
        #[entity(table = Platform, tabel = Platform)];
        #[entity(table = Platform, constants = "1")];
        #[entity(table = Platform, constants("v" = 1))];
        #[entity(table = Platform, constants("v" = "1", "v" = "2"))];
        #[entity(table = Platform, constants("brand" = "1"))];
        #[entity = "Platform"];
        #[pk];
        #[pk("T#<brand>")];
        #[pk(template = 5)];
        #[pk(template = "T#<brand>" bucket = "day")];
        #[pk(templat = "T#<brand>")];
        #[pk(template = "T#<brand>", template = "U#<brand>")];
        #[pk(template = "T#<brand>")] #[pk(template = "U#<brand>")];
        #[pk(template = "T#<brnad>")];
        #[pk(template = "T#<tenant>#<brnd>")];
        #[pk(template = "T#<skipped>")];
        #[pk(template = "T#<rest>")];
        #[pk(template = "T#<brand")];
        #[pk(template = "T#<at:dya>")];
        #[pk(template = "T#<brand>#<at>", bucket = "day")];
        #[pk(template = "T#<at:month>", bucket = "day")];
        #[pk(template = "T", bucket = "day")];
        #[pk(template = "T#<at>", bucket = "dya")];
        #[pk(template = "T#<at:day>#<id:month>")];
        #[pk(template = "T#<brand>#<shard>")];
        #[pk(template = "T#<brand>", allow_hot = "")];
        #[pk(template = "T#<brand>", retention = "90")];
        #[pk(template = "T#<brand>", query = "recent")];
        #[pk(template = "T#<brand>", query = key)];
        #[pk(template = "T#<brand>", legacy = "T")];
        #[pk(template = "T#<brand>", legacy(shards = 4))];
        #[pk(template = "T#<brand>", legacy(template = "T#<shard>"))];
        #[pk(template = "T#<brand>", legacy(template = "T", shards = 1))];
        #[pk(template = "T#<brand>", legacy(template = "T", first = 1))];
        #[pk(template = "T#<brand>", legacy(template = "T", until = "2027-01-01"))];
        #[pk(template = "T#<brand>", since = "2027-01-01T00:00:00Z")];
        #[pk(template = "T#<brand>", legacy(template = "T", since = "2027-01-01T00:00:00Z",
            until = "2027-01-01T00:00:00Z"))];
        #[pk(template = "T#<brand>", since = "2027-01-01T00:00:00Z",
            legacy(template = "T", until = "2026-01-01T00:00:00Z"))];
        #[pk(template = "T#<brand>", since = "2027-01-01T00:00:00Z", legacy(template = "T", shards = 4))];
        #[pk(template = "T#<brand>", since = "2027-01-01T00:00:00Z", legacy(template = "T"))] #[shard(random = 10)];
        #[pk(template = "T#<brand>", since = "2027-01-01T00:00:00Z",
            legacy(template = "T", since = "2026-01-01T00:00:00Z"))];
        #[pk(template = "T#<brand>", since = "2027-01-01T00:00:00Z",
            legacy(template = "T", since = "2028-01-01T00:00:00Z"), legacy(template = "U"))];
        #[pk(template = "T#<brand>", legacy(template = "T#<id>"))];
        #[pk(template = "T#<brand>", legacy(template = "T"), legacy(template = "U#<id>"))];
        #[pk(template = "T#<brand>", legacy(template = "T", shards = 4, hash(id), count = 4))];
        #[pk(template = "T#<brand>", legacy(template = "T", hash(id)))];
        #[pk(template = "T#<brand>", legacy(template = "T", hash(idd), count = 4))];
        #[pk(template = "T#<brand>", legacy(template = "T", count = 4))];
        #[pk(template = "T#<brand>", legacy(template = "T", shards = 4, with = path))];
        #[sk];
        #[sk(template = "<shard>")];
        #[shard(random = 0)];
        #[shard(random = 1)];
        #[shard(random = 10_001)];
        #[shard(random = 99_999_999_999)];
        #[shard(random = "10")];
        #[shard(random = 10u32)];
        #[shard(random = 10, first = 4_294_967_290)];
        #[shard(random = 10, hash(id))];
        #[shard(random = 10, count = 4)];
        #[shard(count = 4)];
        #[shard(hash(id))];
        #[shard(hash, count = 4)];
        #[shard(hash(), count = 4)];
        #[shard(hash("id"), count = 4)];
        #[shard(hash(id, id), count = 4)];
        #[shard(hash(idd), count = 4)];
        #[shard(hash(skipped), count = 4)];
        #[shard(hash(id), count = 4, with = "path")];
        #[shard(random = 10, grow = 40)];
        #[shard(random = 10, grow(count = 40))];
        #[shard(random = 10, grow(at = "2027-01-01T00:00:00Z"))];
        #[shard(random = 10, grow(at = "2027-01-01", count = 40))];
        #[shard(random = 10, grow(at = "2027-01-01T00:00:00Z", count = 10))];
        #[shard(random = 10, grow(at = "2027-01-01T00:00:00Z", count = 10_001))];
        #[shard(random = 10, grow(at = "2027-01-01T00:00:00Z", count = 40),
            grow(at = "2027-01-01T00:00:00Z", count = 60))];
        #[shard(random = 10, grow(at = "2027-01-01T00:00:00Z", count = 40),
            grow(at = "2028-01-01T00:00:00Z", count = 30))];
        #[shard(random = 10, first = 4_294_967_280, grow(at = "2027-01-01T00:00:00Z", count = 40))];
        #[pk(template = "T#<shard>#<brand>#<shard>")] #[shard(random = 10)];
        #[peak];
        #[peak(writes_per_second = 5_000)];
        #[peak(writes_per_second = 5_000, creates = 5_000, item_bytes = 700)];
        #[peak(updates = 5, moves = 0.5, item_bytes = 700)];
        #[peak(writes_per_second = -5, item_bytes = 700)];
        #[peak(writes_per_second = 5.5, item_bytes = 0)];
        #[peak(writes_per_second = 5, item_bytes = 700, top_share = 1.5)];
        #[gsi(query = by_brand, pk = "B#<brand>")];
        #[gsi(index = "GSI1", pk = "B#<brand>")];
        #[gsi(index = "GSI1", query = by_brand)];
        #[gsi(index = "GSI1", query = by_brand, pk("A", 7))];
        #[gsi(index = "GSI1", query = by_brand, pk())];
        #[gsi(index = "GSI1", query = by_brand, pk("<brand>", "<nobrand>"))];
        #[gsi(index = "GSI1", query = by_brand, pk("<brand>", "<at>"), bucket = "day")];
        #[gsi(index = "GSI1", query = by_brand, pk("<brand>#<shard>", "<id>#<shard>"), shard(random = 4))];
        #[gsi(index = "GSI1", query = by_brand, pk("<brand>", "<id>#<shard>"))];
        #[gsi(index = "GSI1", query = by_brand, pk("<brand>", "<id>"), legacy(template = "B#<brand>"))];
        #[gsi(index = "GSI1", query = query, pk = "B#<brand>")];
        #[gsi(index = "GSI1", query = by_brand, pk = "B#<brand>", shard = 10)];
        #[gsi(index = "GSI1", query = by_brand, pk = "B#<brand>", shard(random = 1))];
        #[gsi(index = "GSI1", query = by_brand, pk = "B#<brand>", peak = 10)];
        #[gsi(index = "GSI1", query = by_brand, pk = "B#<brand>", peak(writes_per_second = 10))];
        #[gsi(index = "GSI1", query = a, pk = "B#<brand>")] #[gsi(index = "GSI1", query = b, pk = "C#<brand>")];
        #[gsi(index = "GSI1", query = a, pk = "B#<brand>")] #[gsi(index = "GSI2", query = a, pk = "C#<brand>")];
        #[lsi(query = a, sk = "B#<brand>")];
        #[lsi(index = "LSI1", sk = "B#<brand>")];
        #[lsi(index = "LSI1", query = a)];
        #[lsi(index = "LSI1", query = a, pk = "B#<brand>", sk = "<brand>")];
        #[lsi(index = "LSI1", query = key, sk = "<nobrand>")];
        #[lsi(index = "LSI1", query = a, sk = "<brand>#<shard>")];
        #[lsi(index = "LSI1", query = a, sk = "<brand>")] #[lsi(index = "LSI1", query = b, sk = "<id>")];
    };
    let mut listing = String::new();
    for (attributes, found) in mistakes {
        assert!(!found.is_empty(), "{attributes} is accepted");
        for message in &found {
            assert!(message.starts_with("KW0") || message == "first used here", "{message}");
            assert!(!message.ends_with('.'), "{message}");
        }
        listing += &format!("{attributes}\n{}\n\n", found.join("\n"));
    }
    expect_file!["../../../snapshots/entity_mistakes.txt"].assert_eq(&listing);
}

#[test]
fn all_missing_attributes_are_reported_at_once() {
    assert_eq!(
        refused(quote!()),
        [
            "KW020: `#[entity(table = ..)]` is missing; name the table that stores it, as in \
             `#[entity(table = Platform)]`",
            "KW020: `#[pk(..)]` is missing; add the partition key, as in `#[pk(template = \"USER#<id>\")]`",
        ]
    );
}

#[test]
fn every_mistake_of_a_struct_is_reported_at_once() {
    let found = refused(quote! {
        #[entity(table = Platform, nam = "threat")]
        #[pk(template = "T#<brnad>#<at:dya>")]
        #[shard(random = 1)]
        #[sk(template = "<i>")]
        #[peak(writes_per_second = 5_000)]
    });
    let codes: Vec<&str> = found.iter().map(|message| &message[..5]).collect();
    assert_eq!(codes, ["KW020", "KW020", "KW008", "KW006", "KW006", "KW009"]);
}

#[test]
fn negative_load_numbers_are_rejected() {
    let found = refused(quote! {
        #[entity(table = Platform)]
        #[pk(template = "T#<id>")]
        #[peak(writes_per_second = -5, item_bytes = 700, top_share = -0.5)]
    });
    assert_eq!(
        found,
        [
            "KW020: `writes_per_second` takes a whole number, as in `writes_per_second = 5_000`",
            "KW020: `top_share` takes a share over 0 and at most 1, as in `top_share = 0.2`",
        ]
    );
}

#[test]
fn peak_options_outside_of_peak_are_rejected_with_a_fix() {
    let found = refused_in_table(quote! {
        #[gsi(index = "GSI1", query = by_brand, pk = "BRAND#<brand>", sk = "<id>", top_share = 0.4, peek(moves = 0.1))]
    });
    assert_eq!(
        found,
        [
            "KW020: `#[gsi]` has no option `top_share`; it belongs inside `peak(..)`: write `peak(top_share = ..)`",
            "KW020: `#[gsi]` has no option `peek`; did you mean `peak`?",
        ]
    );
}

#[test]
fn misplaced_and_misspelt_field_attributes_are_rejected() {
    let input: DeriveInput = syn::parse_quote! {
        #[entity(table = Platform)]
        #[pk(template = "T#<id>")]
        struct Thing {
            #[pk]
            id: String,
            #[entity(uniqe)]
            mail: String,
        }
    };
    let found = messages(&input);
    assert_eq!(
        found,
        [
            "KW020: `#[entity]` has no option `uniqe`; did you mean `unique`?",
            "KW020: `#[pk]` belongs on the struct, not on a field; its template names the fields",
        ]
    );
}

/// An entity with the counter `votes`.
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
        (of_fields(quote!(title: String)), "does not hold `title`"),
        (of_fields(quote!(#[serde(flatten)] about: About)), "does not hold the fields of `about`"),
        (of_fields(quote!(#[entity(counter)] key: u64)), "would be `key`, which is another generated function"),
        (of_fields(quote!(#[entity(counter)] query: u64)), "would be `query`, as the query of the table"),
        (of_fields(quote!(#[entity(counter)] #[serde(skip)] gone: u64)), "serde skips `gone`"),
        (of_fields(quote!(#[entity(counter)] #[serde(flatten)] gone: u64)), "serde flattens `gone`"),
        (of_fields(quote!(#[entity(counter(1))] other: u64)), "takes no value"),
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
            "a hash of `at`, and the key does not hold all of it",
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

/// An entity with these attributes and these fields in addition to `id` and `tenant`.
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
        let has_way_out = |message: &String| message.contains("; ") || message.contains(", as in");
        let worded =
            |message: &String| message == "first used here" || (message.starts_with("KW0") && has_way_out(message));
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
        (of_fields(quote!(#[entity(version = 1)] version: u64)), "takes no value"),
        (of_fields(quote!(#[entity(version)] v: u64, #[entity(counter)] n: u64)), "whose increments know no version"),
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
        (of_fields(quote!(#[entity(unique(within()))] mail: String)), "`within` takes fields' names"),
        (of_fields(quote!(#[entity(unique(within = "tenant"))] mail: String)), "`within` takes fields' names"),
        (of_fields(quote!(#[entity(unique())] mail: String)), "`within` is missing; write `unique`, or"),
        (of_fields(quote!(#[entity(unique(withn = tenant))] mail: String)), "did you mean `within`?"),
        (of_fields(quote!(#[entity(unique = tenant)] mail: String)), "`unique` takes no value"),
        (of_fields(quote!(#[entity(unique)] #[serde(skip)] mail: String)), "serde skips `mail`"),
        (
            of_fields(quote!(#[entity(unique)] #[serde(default, with = "m")] mail: String)),
            "the sentinels of `mail`, which is unique, are made of the struct's `mail`",
        ),
        (
            of_fields(quote!(#[entity(unique(within = v))] mail: String, #[serde(deserialize_with = "m")] v: u64)),
            "the sentinels of `mail`, which is unique, are made of the struct's `v`",
        ),
        (
            of_fields(quote!(#[entity(unique, counter)] seen: u64)),
            "the value of `seen`, a `counter`, is decided by its writes",
        ),
        (
            of_fields(quote!(#[entity(unique(within = v))] mail: String, #[entity(version)] v: u64)),
            "the value of `v`, a `version`, is decided by its writes",
        ),
        (of_attributes(quote!(#[pk(template = "<mail>")] #[sk(template = "X")])), "one value is one item already"),
        (
            of_attributes(quote!(#[pk(template = "<id>", legacy(template = "U"))] #[sk(template = "<id>")])),
            "from which a sentinel does not follow them",
        ),
        (
            of_attributes(quote!(#[pk(template = "<id>")] #[shard(random = 4)] #[sk(template = "X")])),
            "depends on the shard that takes it",
        ),
    ]);
}

/// An entity with these fields in addition to `user` and `at`, and an index over `made`.
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
        (of_fields(quote!(#[entity(sensitive = true)] pin: u64)), "takes no value"),
        (
            of_fields(quote!(#[entity(counter)] logins: u64)),
            "KW017: `made` is `created` and is part of the key of index \"GSI1\"",
        ),
        (
            of_fields(quote!(#[entity(counter)] logins: u64, #[entity(ttl)] ends: Option<u64>)),
            "KW020: `ends` is `ttl`, and an increment does not know",
        ),
        (of_fields(quote!(#[entity(counter, sensitive)] logins: u64)), "KW020: `logins` is a counter, whose value"),
    ];
    for (found, part) in cases {
        assert!(found.iter().any(|message| message.contains(part)), "{part:?} is not in {found:?}");
        for message in found.iter().filter(|message| *message != "first used here") {
            assert!(message.starts_with("KW0") && message.contains("; "), "{message}");
        }
    }
}

#[test]
fn types_that_cannot_be_entities_are_rejected() {
    let generic = messages(&syn::parse_quote!(
        struct Thing<T> {
            id: T,
        }
    ));
    assert_eq!(generic, ["`Thing` has generic parameters, and an entity has none; name the types of its fields"]);
    for (input, what) in [
        (
            quote!(
                struct Thing(String);
            ),
            "a tuple struct",
        ),
        (
            quote!(
                struct Thing;
            ),
            "a unit struct",
        ),
        (
            quote!(
                enum Thing {
                    A,
                }
            ),
            "an enum",
        ),
        (quote!(union Thing { a: u8 }), "a union"),
    ] {
        let found = messages(&syn::parse2(input).expect("an item"));
        let message =
            format!("`Thing` is {what}, and an entity is a struct with named fields; write `struct Thing {{ .. }}`");
        assert_eq!(found, [message]);
    }
}

#[test]
fn more_than_255_fields_are_rejected() {
    let entity = |count: usize| -> DeriveInput {
        let fields = (0..count).map(|number| quote::format_ident!("f{number}"));
        syn::parse_quote! {
            #[entity(table = Platform)]
            #[pk(template = "T#<f0>")]
            struct Wide {
                #(#fields: u8),*
            }
        }
    };
    assert_eq!(messages(&entity(255)), [""; 0]);
    assert_eq!(
        messages(&entity(256)),
        ["`Wide` has 256 fields, and an entity has at most 255; group some in a struct"]
    );
}

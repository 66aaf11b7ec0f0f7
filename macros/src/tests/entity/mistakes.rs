//! Entities with one mistake each. Each message has a code and a fix.

use expect_test::expect_file;
use quote::quote;
use syn::DeriveInput;

use super::messages;

/// Returns the messages for an entity with these attributes and the fields `brand`, `at`, `id`, `skipped` and `rest`.
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

/// Like [`refused`], but adds a table, and a table key if none is given.
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
            "KW020: `writes_per_second` needs a whole number, as in `writes_per_second = 5_000`",
            "KW020: `top_share` needs a share over 0 and at most 1, as in `top_share = 0.2`",
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

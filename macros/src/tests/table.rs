use expect_test::expect_file;
use syn::{DeriveInput, parse_quote};

use crate::{
    derive::table as derive, errors::Errors, model::table::Table, read::table::Attrs, rules, snapshot::pretty,
};

fn messages(input: DeriveInput) -> Vec<String> {
    let errors = Errors::new();
    let attrs = Attrs::read(&input, &errors);
    rules::table::check(&attrs, &Table::new(&input, &attrs), &errors);
    errors.messages()
}

#[test]
fn the_defaults_expand_as_recorded() {
    let input = parse_quote! {
        #[derive(Table)]
        struct Platform;
    };
    expect_file!["../../snapshots/table_defaults.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn every_option_expands_as_recorded() {
    let input = parse_quote! {
        /// Everything the platform stores.
        ///
        /// Since 2024.
        #[table(
            pk = "deviceId",
            sk(name = "ts", type = "N"),
            discriminator = none,
            delimiter = "|",
            encoding = "raw",
            undeclared_peak = "deny",
            undeclared_share = "warn",
            launch = "gradual",
            regions = "eventual",
            quota(writes = 80_000, reads = 120_000),
            write_id = "_w",
            crate = crate::storage::keywright
        )]
        #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
        #[gsi(name = "by-status", pk(name = "status"), projection = "keys_only")]
        #[gsi(name = "by.owner", pk(name = "owner", type = "B"), sk = "GSI1SK", projection = include("name", "price"))]
        #[gsi(
            name = "by-region",
            pk("tenant", (name = "region", type = "N")),
            sk("round", (name = "at", type = "B"), "id")
        )]
        #[lsi(name = "by-day", sk = "day")]
        #[lsi(name = "by-size", sk(name = "bytes", type = "N"), projection = include("name"))]
        #[entities(OpsLog, self::brand::Threat)]
        pub struct Platform {
            unused: u8,
        }
    };
    expect_file!["../../snapshots/table_every_option.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn an_erroneous_table_keeps_its_impls_and_loses_its_checks() {
    let input = parse_quote! {
        #[table(delimiter = "%")]
        #[gsi(name = "GSI1", pk = "GSI1PK")]
        #[entities(OpsLog)]
        struct Platform;
    };
    expect_file!["../../snapshots/table_beside_an_error.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn a_table_may_have_no_sort_key() {
    let input: DeriveInput = parse_quote! {
        #[table(pk = "id", sk = none)]
        struct Platform;
    };
    let errors = Errors::new();
    assert!(Table::new(&input, &Attrs::read(&input, &errors)).sort_key.is_none());
    assert!(errors.messages().is_empty());
}

#[test]
fn the_ttl_attribute_must_be_a_separate_attribute() {
    assert_eq!(
        messages(parse_quote!(
            #[table(ttl = "expires_at")]
            struct Platform;
        )),
        [""; 0]
    );
    let found = messages(parse_quote! {
        #[table(sk = "at", ttl = "at")]
        struct Platform;
    });
    assert_eq!(
        found,
        ["KW014: `at` is a key attribute and the TTL attribute; use another name, as in `ttl = \"expires_at\"`"]
    );
    for (attribute, part) in [("_et", "`_et` is the discriminator"), ("", "has 1 to 255 bytes")] {
        let found = messages(parse_quote!(
            #[table(ttl = #attribute)]
            struct Platform;
        ));
        assert!(found.len() == 1 && found[0].contains(part), "{found:?}");
    }
}

#[test]
fn the_name_of_a_key_attribute_has_1_to_255_bytes() {
    let of = |name: String| {
        let index = messages(parse_quote!(
            #[gsi(name = "GSI1", pk = #name)]
            struct Platform;
        ));
        let table = messages(parse_quote!(
            #[table(pk = #name)]
            struct Platform;
        ));
        [table, index].concat()
    };
    assert_eq!(of("k".repeat(255)), [""; 0]);
    for bytes in [0, 256] {
        let message = format!("KW020: the name of an attribute has 1 to 255 bytes; this one has {bytes}");
        assert_eq!(of("k".repeat(bytes)), [message.clone(), message]);
    }
}

#[test]
fn the_write_id_attribute_must_be_a_separate_attribute() {
    assert_eq!(
        messages(parse_quote!(
            #[table(write_id = "_w")]
            struct Platform;
        )),
        [""; 0]
    );
    for (attribute, part) in [
        ("SK", "`SK` is a key attribute and the attribute of write ids; use another name, as in `write_id = \"_w\"`"),
        ("_et", "`_et` is the discriminator"),
        ("at", "`at` is the TTL attribute"),
        ("", "has 1 to 255 bytes"),
    ] {
        let found = messages(parse_quote!(
            #[table(ttl = "at", write_id = #attribute)]
            struct Platform;
        ));
        assert!(found.len() == 1 && found[0].contains(part), "{found:?}");
    }
}

#[test]
fn every_mistake_is_reported_once() {
    let found = messages(parse_quote! {
        #[table(pc = "PK", sk = 7, encoding = "row", undeclared_peak = "never", delimiter = "::")]
        #[gsi(nam = "GSI1", pk = "A")]
        #[gsi(name = "GSI2", sk = "B")]
        #[gsi(name = "GSI3", pk(type = "S"))]
        #[gsi(name = "GSI4", pk(name = "D", type = "X"))]
        #[gsi(name = "GSI5", pk = "E", projection = "include")]
        #[gsi(name = "GSI6", pk = none)]
        #[gsi(name = "GSI7", pk("A", "B", "C", "D", "E"), sk("F", (nam = "G")))]
        #[gsi(name = "GSI8", pk("A", "B", "A"), sk("C", "B"))]
        #[gsi(name = "GSI9", pk("A", B), sk())]
        #[lsi(name = "LSI1")]
        #[lsi(name = "LSI2", sk = none)]
        #[lsi(name = "LSI3", pk = "F", sk = "G")]
        #[lsi(sk = "H")]
        #[lsi(name = "LSI5", sk("I", "J"))]
        struct Platform;
    });
    expect_file!["../../snapshots/table_mistakes.txt"].assert_eq(&format!("{}\n", found.join("\n")));
}

#[test]
fn index_names_that_dynamodb_rejects_are_reported() {
    for name in ["ab", "by status", "größe", &"x".repeat(256)] {
        let found = messages(parse_quote! {
            #[gsi(name = #name, pk = "A")]
            struct Platform;
        });
        assert!(matches!(&found[..], [one] if one.starts_with("KW013: ")), "{name}: {found:?}");
    }
}

#[test]
fn tables_have_at_most_5_local_indexes() {
    let table = |count: usize| -> DeriveInput {
        let names = (0..count).map(|at| format!("LSI{at}"));
        parse_quote! {
            #(#[lsi(name = #names, sk = "created")])*
            struct Platform;
        }
    };
    assert_eq!(messages(table(5)), [""; 0]);
    let message = "KW013: 6 local indexes, and a table has at most 5; declare the others with `#[gsi(..)]`";
    assert_eq!(messages(table(6)), [message]);
}

#[test]
fn tables_have_at_most_20_indexes() {
    let table = |count: usize| -> DeriveInput {
        let names = (0..count).map(|at| format!("GSI{at}"));
        parse_quote! {
            #(#[gsi(name = #names, pk = "A")])*
            struct Platform;
        }
    };
    assert_eq!(messages(table(20)), [""; 0]);
    assert_eq!(messages(table(21)), ["KW013: 21 indexes, and a table has at most 20; let entities share an index"]);
}

#[test]
fn keys_that_dynamodb_would_reject_are_reported() {
    let found = messages(parse_quote! {
        #[table(pk = "id", sk(name = "ts", type = "N"))]
        #[gsi(name = "GSI1", pk = "ts", sk = "id")]
        #[gsi(name = "GSI2", pk = "A", sk = "A")]
        #[gsi(name = "GSI3", pk = "_et")]
        #[gsi(name = "GSI4", pk = "", projection = include("a", "b", "a"))]
        #[gsi(name = "GSI5", pk = "B", projection = include())]
        struct Platform;
    });
    expect_file!["../../snapshots/table_keys.txt"].assert_eq(&format!("{}\n", found.join("\n")));
}

#[test]
fn indexes_include_at_most_100_attributes() {
    let table = |last: &[&str]| -> DeriveInput {
        let names = (0..99).map(|at| format!("a{at}"));
        parse_quote! {
            #[gsi(name = "GSI1", pk = "A", projection = include(#(#names),*))]
            #[gsi(name = "GSI2", pk = "B", projection = include(#(#last),*))]
            struct Platform;
        }
    };
    assert_eq!(messages(table(&["a"])), [""; 0]);
    let found = messages(table(&["a", "b", "c"]));
    assert!(matches!(&found[..], [one] if one.contains("at most 100")), "{found:?}");
}

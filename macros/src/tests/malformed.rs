//! Attributes in unusual forms, and the messages for each. A message has a code, names the option, and says what to
//! write. One mistake gives one message.

use expect_test::{ExpectFile, expect_file};
use proc_macro2::{TokenStream, TokenTree};
use syn::DeriveInput;

use crate::derive;

/// Returns the messages of the errors in an expansion.
fn messages(expansion: TokenStream) -> Vec<String> {
    let (mut found, mut is_error) = (Vec::new(), false);
    for token in expansion {
        match token {
            TokenTree::Ident(ident) => is_error = ident == "compile_error",
            TokenTree::Group(group) => {
                match is_error {
                    true => found.extend(syn::parse2::<syn::LitStr>(group.stream()).map(|text| text.value())),
                    false => found.extend(messages(group.stream())),
                }
                is_error = false;
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// Compares the messages for each attribute with a snapshot. Each attribute replaces `{}` in `around`.
fn assert_messages_of(
    derive: fn(&DeriveInput) -> TokenStream,
    around: &str,
    attributes: &[&str],
    snapshot: &ExpectFile,
) {
    let mut text = String::new();
    for attribute in attributes {
        let input = around.replace("{}", attribute);
        let input: DeriveInput = syn::parse_str(&input).unwrap_or_else(|error| panic!("{input}: {error}"));
        let messages =
            messages(derive(&input)).into_iter().map(|message| format!("    {}\n", message.replace('\n', "\n    ")));
        text += &format!("{attribute}\n{}", messages.collect::<String>());
    }
    snapshot.assert_eq(&text);
}

#[test]
fn malformed_entity_attributes_are_reported() {
    let attributes = [
        "#[entity(table = Platform,)]",
        "#[entity()]",
        "#[entity(table)]",
        "#[entity(table = )]",
        "#[entity(table = Platform, = 3)]",
        "#[entity(table = Platform, name)]",
        "#[entity(table = a::B<C>)]",
        r#"#[entity(table = Platform, crate = "x")]"#,
        "#[entity(table = Platform, crate)]",
        "#[entity(table(Platform))]",
        "#[entity(table = Platform, constants())]",
        r#"#[entity(table = Platform, constants("a"))]"#,
        r#"#[entity(table = Platform, constants("a" = "b" "c" = "d"))]"#,
        "#[entity(table = Platform, a::b = 3)]",
        r#"#[entity(table = Platform; name = "x")]"#,
        r#"#[entity(table = Platform name = "x")]"#,
        "#[entity[table = Platform]]",
        "#[entity{table = Platform}]",
        "#[entity(table = type)]",
        "#[entity(table = crate)]",
        "#[entity(table = 'a')]",
        "#[entity(table = -1)]",
        r#"#[entity(name = "x", name = "y", name = "z", table = P)]"#,
        r#"#[entity(table = Platform, name = concat!("a"))]"#,
        r#"#[entity(table = Platform, name = b"x")]"#,
    ];
    let snapshot = expect_file!["../../snapshots/malformed_entity.txt"];
    assert_messages_of(
        derive::entity,
        r#"{} #[pk(template = "T#<id>")] struct Thing { id: String, n: u64 }"#,
        &attributes,
        &snapshot,
    );
}

#[test]
fn malformed_partition_key_attributes_are_reported() {
    let attributes = [
        "#[pk()]",
        "#[pk(template)]",
        "#[pk(template())]",
        "#[pk(template = )]",
        r#"#[pk(template = "")]"#,
        "#[pk(template = a::b)]",
        r#"#[pk(template = "T#<id>", bucket)]"#,
        r#"#[pk(template = "T#<id>", bucket = day)]"#,
        r#"#[pk(template = "T#<id>", query = by id)]"#,
        r#"#[pk(template = "T#<id>", query = fn)]"#,
        r#"#[pk(template = "T#<id>", query = r#fn)]"#,
        r#"#[pk(template = "T#<id>", query)]"#,
        r#"#[pk(template = "T#<id>", query())]"#,
        r#"#[pk(template = "T#<id>", query = by::id)]"#,
        r#"#[pk(template = "T#<id>", query = "a b")]"#,
        r#"#[pk(template = "T#<id>", legacy)]"#,
        r#"#[pk(template = "T#<id>", legacy())]"#,
        r#"#[pk(template = "T#<id>", legacy("T"))]"#,
        r#"#[pk(template = "T#<id>", legacy(template = 3))]"#,
        r#"#[pk(template = "T#<id>", legacy(template = "T", shards = 4, shards = 5))]"#,
        r#"#[pk(template = "T#<id>", legacy(template = "T", hash = id, count = 4))]"#,
        r#"#[pk(template = "T#<id>", legacy(template = "T", hash(), count = 4))]"#,
        r#"#[pk(template = "T#<id>", legacy(template = "T", hash(id at), count = 4))]"#,
        r#"#[pk(template = "T#<id>", legacy(template = "T", hash(id)))]"#,
        r#"#[pk(template = "T#<id>", legacy(template = "T", with = a, shards = 4))]"#,
        r#"#[pk(template = "T#<id>", legacy(template = "T", first = x, shards = 4))]"#,
        r#"#[pk(template = "T#<id>", legacy(template = "T", until = 3))]"#,
        r#"#[pk(template = "T#<id>", since = 3)]"#,
        r#"#[pk(template = "T#<id>", since = "2027", legacy(template = "T"))]"#,
        r#"#[pk(template = "T#<id>", allow_hot)]"#,
        r#"#[pk(template = "T#<id>", allow_hot = " ")]"#,
        r#"#[pk(template = "T#<id>", retention = 90)]"#,
        r#"#[pk(template = "T#<id>", retention = "")]"#,
        r#"#[pk(template = "T#<id>", retention = "5y")]"#,
        r#"#[pk(template = "T#<id>", shard(random = 3))]"#,
        r#"#[pk(template = "T#<id>", type = 4)]"#,
        r#"#[pk(template = concat!("a"))]"#,
        r#"#[pk("a", template = "b")]"#,
        r#"#[pk(template = "T#<id>", 3)]"#,
        r#"#[pk(template = "T#<at>", bucket = "")]"#,
    ];
    let snapshot = expect_file!["../../snapshots/malformed_pk.txt"];
    assert_messages_of(
        derive::entity,
        "#[entity(table = P)] {} struct Thing { id: String, at: DateTime<Utc>, n: u64 }",
        &attributes,
        &snapshot,
    );
}

#[test]
fn other_malformed_attributes_of_entities_are_reported() {
    let attributes = [
        "#[shard]",
        "#[shard()]",
        "#[shard(10)]",
        "#[shard(random)]",
        r#"#[shard(random = "10")]"#,
        "#[shard(random = 10u32)]",
        "#[shard(random = 10.5)]",
        "#[shard(random = 99999999999999999999)]",
        "#[shard(random = 4294967296)]",
        "#[shard(random = 10, count = 10)]",
        "#[shard(random = 10, with = a)]",
        "#[shard(hash(id))]",
        "#[shard(hash = id, count = 3)]",
        "#[shard(hash, count = 3)]",
        r#"#[shard(hash("id"), count = 3)]"#,
        "#[shard(hash(id, at,), count = 3)]",
        "#[shard(hash(id), count = 3, with)]",
        r#"#[shard(hash(id), count = 3, with = "a")]"#,
        "#[shard(hash(id), count = 3, first = -1)]",
        r#"#[shard(hash(id), count = "3")]"#,
        "#[shard(first = 1)]",
        "#[shard(count = 4)]",
        "#[shard(random = 4, grow)]",
        "#[shard(random = 4, grow())]",
        r#"#[shard(random = 4, grow(at = "2027"))]"#,
        r#"#[shard(random = 4, grow(at = "2027-01-01T00:00:00Z", count = 1))]"#,
        r#"#[shard(random = 4, grow(at = "2027-01-01T00:00:00Z", count = 3))]"#,
        r#"#[shard(random = 4, grow(at = "2027-01-01T00:00:00Z", count = 8),
            grow(at = "2026-01-01T00:00:00Z", count = 9))]"#,
        r#"#[shard(random = 4, grow(at = "2027-01-01T00:00:00Z", count = 8, count = 9))]"#,
        "#[shard(randm = 4)]",
        "#[shard(random = 4, hash(id), count = 4)]",
        "#[shard = 4]",
        r#"#[shard(random = 0, grow(at = "2027-01-01T00:00:00Z", count = 3))]"#,
        "#[sk]",
        "#[sk()]",
        r#"#[sk("x")]"#,
        "#[sk(template = <at>)]",
        r#"#[sk(template = "<at>", bucket = "day")]"#,
        r#"#[sk(templat = "x")]"#,
        r#"#[sk = "x"]"#,
        "#[peak]",
        "#[peak()]",
        "#[peak(writes_per_second = 5)]",
        "#[peak(item_bytes = 3)]",
        "#[peak(writes_per_second, item_bytes)]",
        "#[peak(creates = 3, updates = x, item_bytes = 0)]",
        "#[peak(moves = 0.3, writes_per_second = 3, item_bytes = 4)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, top_share = 2)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, top_share = 0)]",
        r#"#[peak(writes_per_second = 3, item_bytes = 4, top_share = "a")]"#,
        "#[peak(writes = 3, item_bytes = 4)]",
        "#[peak(creates = 3, item_bytes = 4, reads = 5)]",
        "#[peak(creates = 3, item_bytes = 4, reads())]",
        "#[peak(creates = 3, item_bytes = 4, queries = 5)]",
        "#[peak(creates = 3, item_bytes = 4, reads(queries = 5, consistent = 1.5, top_share = 0, item = 3))]",
        "#[peak(creates = 3, item_bytes = 4, reads(gets = 5, items = 0))]",
        "#[peak(creates = 3, item_bytes = 4, reads(items = 5))]",
        "#[peak(creates = 3, item_bytes = 4, reads(queries = 5), reads_per_second = 5)]",
        "#[peak(updates = 3)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, in_transactions = 1)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, mean = 0.2)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, mean = 1)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, mean = 0)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, mean = 1.01)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, mean)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, per_month = 7_884_000)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, per_month = 7_884_001)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, per_month = 0)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, per_month = -1)]",
        "#[peak(writes_per_second = 3, item_bytes = 4, mean = 0.5, per_month = 9)]",
        "#[gsi]",
        "#[gsi()]",
        "#[gsi(index)]",
        r#"#[gsi(index = "G", query = q)]"#,
        r#"#[gsi(index = "G", query = q, pk)]"#,
        r#"#[gsi(index = "G", query = q, pk())]"#,
        r#"#[gsi(index = "G", query = q, pk("<id>", b))]"#,
        r#"#[gsi(index = "G", query = q, pk = 3, sk = 4)]"#,
        r#"#[gsi(index = "", query = q, pk = "<id>")]"#,
        r#"#[gsi(index = G, query = q, pk = "<id>")]"#,
        r#"#[gsi(index = "G", query = q, pk = "<id>", shard)]"#,
        r#"#[gsi(index = "G", query = q, pk = "<id>", shard(random = 3, randm = 3))]"#,
        r#"#[gsi(index = "G", query = q, pk = "<id>", peak)]"#,
        r#"#[gsi(index = "G", query = q, pk = "<id>", peak(in_transactions = 0.2))]"#,
        r#"#[gsi(index = "G", query = q, pk = "<id>", peak(mean = 0.2))]"#,
        r#"#[gsi(index = "G", query = q, pk = "<id>", peak())]"#,
        r#"#[gsi(index = "G", query = q, pk = "<id>", peak(reads(gets = 5, consistent = 0.5)))]"#,
        r#"#[gsi(index = "G", query = q, pk = "<id>", peak(item_bytes = 0))]"#,
        r#"#[gsi(index = "G", pk = "<idd>")]"#,
        r#"#[gsi(index = "G", query = q, pk("<id>", "<at>"), bucket = "dya")]"#,
        r#"#[gsi(index = "G", query = q, pk("<id>", "<at>"), legacy(template = "T"))]"#,
        "#[lsi]",
        "#[lsi()]",
        r#"#[lsi(index = "L", query = q)]"#,
        r#"#[lsi(index = "L", query = q, sk = 3)]"#,
        r#"#[lsi(index = "L", sk = "<id>")]"#,
        r#"#[lsi(index = "L", query = q, sk("<id>"))]"#,
        r#"#[lsi(index = "", query = q, sk = "<id>")]"#,
        r#"#[lsi(index = "L", query = q, sk = "<shard>")]"#,
    ];
    let snapshot = expect_file!["../../snapshots/malformed_keys.txt"];
    assert_messages_of(
        derive::entity,
        r#"#[entity(table = P)] #[pk(template = "T#<id>")] {} struct Thing { id: String, at: DateTime<Utc>, n: u64 }"#,
        &attributes,
        &snapshot,
    );
}

#[test]
fn malformed_field_attributes_are_reported() {
    let attributes = [
        "#[entity]",
        "#[entity()]",
        "#[entity(counter())]",
        "#[entity(unique(within))]",
        "#[entity(unique(within = 3))]",
        "#[entity(unique(tenant))]",
        "#[entity(unique(within(id, at)))]",
        "#[entity(unique(within(id id)))]",
        "#[entity(counter, version)]",
        "#[entity(sensitive, sensitive)]",
        "#[entity(unique, unique)]",
        "#[entity = 3]",
        r#"#[entity("counter")]"#,
        "#[entity(unique(within = n))]",
        "#[entity(ttl = true)]",
    ];
    let snapshot = expect_file!["../../snapshots/malformed_field.txt"];
    assert_messages_of(
        derive::entity,
        r#"#[entity(table = P)] #[pk(template = "T#<id>")] struct Thing { id: String, at: Option<Time>, {} n: u64 }"#,
        &attributes,
        &snapshot,
    );
}

#[test]
fn malformed_table_attributes_are_reported() {
    let attributes = [
        "#[table]",
        "#[table()]",
        "#[table = 3]",
        "#[table(pk)]",
        "#[table(pk = )]",
        "#[table(pk = 3)]",
        "#[table(pk = none)]",
        "#[table(pk())]",
        "#[table(pk(name))]",
        "#[table(pk(name = 3))]",
        r#"#[table(pk(type = "N"))]"#,
        r#"#[table(sk(type = "N"))]"#,
        r#"#[table(pk(name = "a", type = N))]"#,
        r#"#[table(pk(name = "a", type = "X"))]"#,
        r#"#[table(pk(name = "a", name = "b"))]"#,
        r#"#[table(pk("a"))]"#,
        r#"#[table(pk("a", 3))]"#,
        r#"#[table(pk((name = "a")))]"#,
        r#"#[table(pk((nam = "a")))]"#,
        "#[table(sk = none)]",
        "#[table(sk = nothing)]",
        "#[table(sk(none))]",
        "#[table(sk)]",
        r#"#[table(sk = "")]"#,
        "#[table(discriminator)]",
        "#[table(discriminator = none)]",
        "#[table(discriminator = some)]",
        "#[table(discriminator = 3)]",
        r#"#[table(discriminator = "PK")]"#,
        "#[table(delimiter = '#')]",
        r#"#[table(delimiter = "")]"#,
        r#"#[table(delimiter = "ab")]"#,
        "#[table(delimiter)]",
        "#[table(encoding = raw)]",
        r#"#[table(encoding = "RAW")]"#,
        "#[table(encoding)]",
        r#"#[table(undeclared_peak = "Warn")]"#,
        "#[table(undeclared_peak = deny)]",
        "#[table(quota = 0)]",
        "#[table(quota())]",
        "#[table(quota(80_000))]",
        "#[table(quota(writes = 0, reads = 0))]",
        "#[table(quota(writes = 80_000, read = 80_000))]",
        "#[table(quota(reads = -3))]",
        "#[table(quota(reads = 1, reads = 2))]",
        r#"#[table(quota = "1")]"#,
        "#[table(quota = 1_000.5)]",
        "#[table(quota)]",
        "#[table(ttl)]",
        "#[table(ttl = none)]",
        r#"#[table(ttl = "PK")]"#,
        "#[table(write_id = 4)]",
        r#"#[table(write_id = "SK")]"#,
        r#"#[table(crate = "a")]"#,
        "#[table(crate)]",
        r#"#[table(pk = "a", pk = "b")]"#,
        r#"#[table(pk = "a" sk = "b")]"#,
        "#[table(quota = -3)]",
        "#[gsi]",
        "#[gsi()]",
        "#[gsi(name)]",
        "#[gsi(name = GSI1)]",
        r#"#[gsi(name = "GSI1")]"#,
        r#"#[gsi(name = "GSI1", pk)]"#,
        r#"#[gsi(name = "GSI1", pk())]"#,
        r#"#[gsi(name = "GSI1", pk = none)]"#,
        r#"#[gsi(name = "GSI1", pk = "A", sk = none)]"#,
        r#"#[gsi(name = "GSI1", pk = "A", sk())]"#,
        r#"#[gsi(name = "GSI1", pk("A", (name = "B", type = "Z")))]"#,
        r#"#[gsi(name = "GSI1", pk("A", ()))]"#,
        r#"#[gsi(name = "GSI1", pk("a", "b", "c", "d", "e", "f"))]"#,
        r#"#[gsi(name = "GSI1", pk = "A", projection)]"#,
        r#"#[gsi(name = "GSI1", pk = "A", projection = all)]"#,
        r#"#[gsi(name = "GSI1", pk = "A", projection = "al")]"#,
        r#"#[gsi(name = "GSI1", pk = "A", projection = include(a))]"#,
        r#"#[gsi(name = "GSI1", pk = "A", projection = include)]"#,
        r#"#[gsi(name = "GSI1", pk = "A", projection("all"))]"#,
        r#"#[gsi(name = "GSI1", pk = "A", projection = "include(a)")]"#,
        r#"#[gsi(name = "GSI1", pk = "A", projection = include())]"#,
        r#"#[gsi(pk = "A", sk = 4)]"#,
        r#"#[gsi(name = "GSI1", pk = "A", type = "S")]"#,
        "#[lsi]",
        "#[lsi()]",
        r#"#[lsi(name = "L")]"#,
        r#"#[lsi(name = "LSI1", sk("a", "b"))]"#,
        r#"#[lsi(name = "LSI1", sk(name = "a", type = "Q"))]"#,
        r#"#[lsi(name = "LSI1", sk())]"#,
        r#"#[lsi(sk = "a", projection = "x")]"#,
        "#[entities]",
        "#[entities = A]",
        "#[entities()]",
        "#[entities(A, A)]",
        r#"#[entities("A")]"#,
        "#[entities(A B)]",
        "#[entities(A::<B>)]",
        "#[entities(A, B, A, B)]",
        "#[entities(,)]",
    ];
    let snapshot = expect_file!["../../snapshots/malformed_table.txt"];
    assert_messages_of(derive::table, "{} struct Platform;", &attributes, &snapshot);
}

#[test]
fn malformed_schema_attributes_are_reported() {
    let attributes = [
        "",
        "#[schema]",
        "#[schema()]",
        "#[schema = 3]",
        "#[schema(table = P)]",
        "#[schema(entities(A))]",
        "#[schema(table, entities(A))]",
        r#"#[schema(table = "P", entities)]"#,
        "#[schema(table = P, entities = A)]",
        "#[schema(table = P, entities(A, A))]",
        "#[schema(table = P, entities(A B))]",
        "#[schema(table = P, entities(A), crate = 3)]",
        "#[schema(tabel = P, entities(A))]",
    ];
    let snapshot = expect_file!["../../snapshots/malformed_schema.txt"];
    assert_messages_of(derive::schema, "{} struct Platform;", &attributes, &snapshot);
}

#[test]
fn malformed_collection_attributes_are_reported() {
    let attributes = [
        "",
        "#[collection]",
        "#[collection()]",
        "#[collection = 3]",
        "#[collection(query)]",
        "#[collection(query = 3)]",
        r#"#[collection(query = "a")]"#,
        "#[collection(query = a(b))]",
        "#[collection(query = a(b, b))]",
        "#[collection(query = a(b) c)]",
        r#"#[collection(query = a("b"))]"#,
        "#[collection(query())]",
        "#[collection(query(3))]",
        "#[collection(query = fn)]",
        "#[collection(index)]",
        "#[collection(index = G)]",
        "#[collection(qury = a)]",
        "#[collection(query = a, query = b)]",
        "#[collection(query = a::b)]",
        "#[collection(query = a.b(c))]",
    ];
    let snapshot = expect_file!["../../snapshots/malformed_collection.txt"];
    assert_messages_of(derive::collection, "{} struct Orders { order: Order }", &attributes, &snapshot);
}

#[test]
fn malformed_projection_attributes_are_reported() {
    let attributes = [
        "",
        "#[projection]",
        "#[projection()]",
        "#[projection = 3]",
        "#[projection(of)]",
        r#"#[projection(of = "O")]"#,
        "#[projection(of = O<X>)]",
        "#[projection(of = O, of = P)]",
        "#[projection(fo = O)]",
        "#[projection(of = O)] #[projection(of = O)]",
        "#[projection(of = O, crate = )]",
    ];
    let snapshot = expect_file!["../../snapshots/malformed_projection.txt"];
    assert_messages_of(derive::projection, "{} struct Order { id: String }", &attributes, &snapshot);
}

/// Forms of `#[key]`. Some belong on the enum, others on a variant.
const KEYS: [&str; 7] =
    ["#[key]", "#[key()]", "#[key = 3]", "#[key(crate)]", "#[key(crate = a::b)]", r#"#[key("a")]"#, "#[key(crat = a)]"];

#[test]
fn malformed_key_attributes_of_enums_are_reported() {
    let snapshot = expect_file!["../../snapshots/malformed_enum.txt"];
    assert_messages_of(derive::key_enum, "{} enum Status { Open }", &KEYS, &snapshot);
}

#[test]
fn malformed_key_attributes_of_variants_are_reported() {
    let snapshot = expect_file!["../../snapshots/malformed_variant.txt"];
    assert_messages_of(derive::key_enum, "enum Status { {} Open, Closed }", &KEYS, &snapshot);
}

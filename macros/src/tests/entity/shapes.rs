//! The arguments of the queries and keys of a design.

use quote::quote;
use syn::DeriveInput;

use super::sound;
use crate::model::entity::{Entity, Key, Peak, Reads, Segment, Writes};

fn entity(attributes: proc_macro2::TokenStream) -> DeriveInput {
    syn::parse2(quote! {
        #[entity(table = Platform)]
        #attributes
        struct Log {
            a: String,
            b: String,
            at: DateTime<Utc>,
        }
    })
    .expect("a struct")
}

fn names(entity: &Entity<'_>, places: &[u8]) -> String {
    let names = places.iter().filter_map(|place| entity.fields.at(*place)).map(|field| field.name.as_str());
    names.collect::<Vec<_>>().join(" ")
}

/// Returns, for the table's key, the query's arguments, the sort key's parts, the bucket's range, the hashed fields,
/// and the key's arguments.
fn shape(attributes: proc_macro2::TokenStream) -> [String; 5] {
    sound(&entity(attributes), |entity| {
        let key = entity.table_key().expect("a table key");
        let during: Vec<u8> = key.during().into_iter().collect();
        let places: [&[u8]; 5] =
            [&key.partition_arguments(), &key.sort_fields(), &during, key.hashed_unknown(), &key.key_arguments()];
        places.map(|places| names(entity, places))
    })
}

#[test]
fn a_bucket_of_the_leading_sort_key_time_is_no_argument() {
    let found = shape(quote!(#[pk(template = "L#<a>#<at:day>")] #[sk(template = "X#<at>#<b>")]));
    assert_eq!(found, ["a", "at b", "", "", "a at b"]);
}

#[test]
fn a_bucket_of_a_time_that_does_not_lead_needs_a_range() {
    let found = shape(quote!(#[pk(template = "L#<at:day>#<a>")] #[sk(template = "<b>#<at>")]));
    assert_eq!(found, ["a", "b at", "at", "", "at a b"]);
    let found = shape(quote!(#[pk(template = "L#<at>", bucket = "day")]));
    assert_eq!(found, ["", "", "at", "", "at"]);
}

#[test]
fn a_bucket_of_a_field_given_in_full_needs_no_argument() {
    let found = shape(quote!(#[pk(template = "L#<at:year>#<at>")] #[sk(template = "<b>")]));
    assert_eq!(found, ["at", "b", "", "", "at b"]);
}

#[test]
fn two_buckets_of_one_field_are_one() {
    let found = shape(quote!(#[pk(template = "L#<at:year>#<at:week>")] #[sk(template = "<at>#<b>")]));
    assert_eq!(found, ["", "at b", "", "", "at b"]);
}

#[test]
fn hashed_fields_are_arguments_unless_the_query_has_them() {
    let found = shape(quote!(#[pk(template = "L#<a>")] #[shard(hash(a), count = 4)] #[sk(template = "<b>")]));
    assert_eq!(found, ["a", "b", "", "", "a b"]);
    let found = shape(quote!(#[pk(template = "L#<a>")] #[shard(hash(b, a), count = 4)] #[sk(template = "<b>")]));
    assert_eq!(found, ["a", "b", "", "b a", "a b"]);
    let found = shape(quote!(#[pk(template = "L#<at:day>")] #[shard(hash(b), count = 4)] #[sk(template = "<at>#<b>")]));
    assert_eq!(found, ["", "at b", "", "b", "at b"]);
}

#[test]
fn a_field_named_twice_is_one_argument() {
    let found = shape(quote!(#[pk(template = "<a>#<b>#<a:lower>")] #[sk(template = "X")]));
    assert_eq!(found, ["a b", "", "", "", "a b"]);
    let found = shape(quote!(#[pk(template = "<a>")] #[sk(template = "<at:year>#<at>#<b>")]));
    assert_eq!(found, ["a", "at b", "", "", "a at b"]);
}

#[test]
fn partition_key_fields_are_no_sort_key_arguments() {
    let found = shape(quote!(#[pk(template = "<a>")] #[sk(template = "<b>#<a>#<at>")]));
    assert_eq!(found, ["a", "b at", "", "", "a b at"]);
}

fn segments(key: &Key) -> String {
    let shown = key.partition.segments.iter().map(|segment| match segment {
        Segment::Literal(text) => text.clone(),
        Segment::Field { field, .. } => format!("<{field}>"),
        Segment::Delimiter => "|".to_owned(),
        Segment::NextAttribute(_) => ", ".to_owned(),
        Segment::Shard { width } => format!("<shard {width}>"),
    });
    shown.collect()
}

#[test]
fn a_shard_without_a_placeholder_is_appended() {
    let partition = |attributes| sound(&entity(attributes), |entity| segments(&entity.keys[0]));
    assert_eq!(partition(quote!(#[pk(template = "L#<a>")] #[shard(random = 10)])), "L#<0>|<shard 0>");
    assert_eq!(partition(quote!(#[pk(template = "L#<shard:02>#<a>")] #[shard(random = 10)])), "L#<shard 2>#<0>");
    assert_eq!(partition(quote!(#[pk(template = "L#<a>")])), "L#<0>");
}

#[test]
fn the_shard_is_appended_to_the_last_partition_key_attribute() {
    let index = |attributes| sound(&entity(attributes), |entity| segments(&entity.keys[1]));
    let table = quote!(#[pk(template = "L")]);
    let appended = quote!(#table #[gsi(index = "G", query = g, pk("<a>", "X#<b>"), shard(random = 4))]);
    assert_eq!(index(appended), "<0>, X#<1>|<shard 0>");
    let placed = quote!(#table #[gsi(index = "G", query = g, pk("<a>#<shard:02>", "<b>"), shard(random = 4))]);
    assert_eq!(index(placed), "<0>#<shard 2>, <1>");
}

#[test]
fn queries_take_partition_key_fields_then_sort_key_fields() {
    let attributes = quote! {
        #[pk(template = "L")]
        #[gsi(index = "G", query = g, pk("<a>", "<at:day>"), sk("<at>", "<b>#<a>"))]
    };
    sound(&entity(attributes), |entity| {
        let key = &entity.keys[1];
        assert_eq!(names(entity, &key.partition_arguments()), "a");
        assert_eq!(names(entity, &key.sort_fields()), "at b");
        assert_eq!(key.during(), None);
        assert_eq!(key.partition.source, "<a>, <at:day>");
    });
}

#[test]
fn legacy_keys_have_their_own_shards() {
    let attributes = quote!(#[pk(template = "L#<a>", legacy(template = "L", shards = 4))]);
    sound(&entity(attributes), |entity| {
        let legacy = entity.keys[0].legacy.first().expect("an older key");
        assert_eq!(legacy.shard.as_ref().map(|shard| (shard.count, shard.first)), Some((4, 0)));
        assert_eq!(legacy.partition.segments[1..], [Segment::Delimiter, Segment::Shard { width: 0 }]);
    });
}

#[test]
fn an_index_peak_inherits_item_bytes_from_the_entity() {
    let attributes = quote! {
        #[pk(template = "L#<a>")]
        #[peak(writes_per_second = 5_000, item_bytes = 700, reads_per_second = 9, top_share = 0.5)]
        #[gsi(index = "G", query = by_b, pk = "<b>", peak(writes_per_second = 10))]
    };
    sound(&entity(attributes), |entity| {
        let peak = entity.keys[1].peak.as_ref().expect("a peak");
        assert_eq!((peak.writes.creates, peak.item_bytes), (10, 700));
        assert!(peak.reads_per_second.is_none() && peak.top_share.is_none());
    });
}

#[test]
fn reads_are_declared_by_kind_and_not_inherited() {
    let attributes = quote! {
        #[pk(template = "L#<a>")]
        #[peak(creates = 5, item_bytes = 7, reads(queries = 3, items = 9, gets = 2, consistent = 0.1, top_share = 0.5))]
        #[gsi(index = "G", query = by_b, pk = "<b>", peak(reads(queries = 4)))]
        #[gsi(index = "H", query = by_c, pk = "<b>#<a>", peak(creates = 10))]
    };
    sound(&entity(attributes), |entity| {
        let reads = |peak: Option<&Peak>| {
            let reads = peak.expect("a peak").reads.map(|(reads, _)| reads);
            reads.map(|Reads { queries, items, gets, consistent, top_share }| {
                (queries, items, gets, consistent, top_share)
            })
        };
        assert_eq!(reads(entity.peak.as_ref()), Some((3, 9, 2, Some(0.1), Some(0.5))));
        assert_eq!(reads(entity.keys[1].peak.as_ref()), Some((4, 50, 0, None, None)));
        assert_eq!(reads(entity.keys[2].peak.as_ref()), None);
    });
}

#[test]
fn the_mean_is_the_entitys() {
    let attributes = quote! {
        #[pk(template = "L#<a>")]
        #[peak(creates = 300, item_bytes = 700, mean = 0.2)]
        #[gsi(index = "G", query = by_b, pk = "<b>", peak(creates = 7))]
    };
    sound(&entity(attributes), |entity| {
        let mean = |peak: Option<&Peak>| peak.map(|peak| (peak.mean, peak.per_month));
        assert_eq!(mean(entity.peak.as_ref()), Some((Some(0.2), None)));
        assert_eq!(mean(entity.keys[1].peak.as_ref()), Some((None, None)));
    });
}

#[test]
fn raw_identifiers_lose_their_prefix_in_templates_and_attributes() {
    let input: DeriveInput = syn::parse_quote! {
        #[entity(table = Platform)]
        #[pk(template = "L#<type>", query = r#match)]
        struct r#Thing {
            r#type: String,
        }
    };
    sound(&input, |entity| {
        assert_eq!(entity.name, "Thing");
        assert_eq!(entity.fields.stored[0].attribute, "type");
        assert_eq!(entity.key_fields(), [0]);
    });
}

#[test]
fn an_index_inherits_all_write_rates_or_declares_all() {
    let attributes = quote! {
        #[pk(template = "L#<a>")]
        #[peak(creates = 300, updates = 50, deletes = 10, item_bytes = 700, in_transactions = 0.2)]
        #[gsi(index = "G", query = by_b, pk = "<b>", peak(moves = 0.3))]
        #[gsi(index = "H", query = by_c, pk = "<b>#<a>", peak(updates = 7))]
    };
    sound(&entity(attributes), |entity| {
        let rates = |peak: Option<&Peak>| {
            let Writes { creates, updates, deletes } = peak.expect("a peak").writes;
            (creates, updates, deletes)
        };
        assert_eq!(rates(entity.peak.as_ref()), (300, 50, 10));
        assert_eq!(rates(entity.keys[1].peak.as_ref()), (300, 50, 10));
        assert_eq!(entity.keys[1].peak.as_ref().and_then(|peak| peak.moves), Some(0.3));
        assert_eq!(rates(entity.keys[2].peak.as_ref()), (0, 7, 0));
    });
}

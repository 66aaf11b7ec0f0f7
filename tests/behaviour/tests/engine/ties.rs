//! Shuffled ties: every page is exact, for any seed, direction and limit.

use std::collections::HashSet;

use super::table::{self, GLOBAL, Item, KEYLESS, LOCAL, TABLE, item, key, n, s};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::{PutRequest, ReturnConsumedCapacity, Select, WriteRequest};
use keywright_local::Local;
use proptest::prelude::*;

/// Returns items of the index partition `x`, one for each sort key, in several table partitions.
fn entries(sort_keys: &[u8]) -> Vec<Item> {
    let entry = |(number, sort_key): (usize, &u8)| {
        let mut entry = key(&format!("p{}", number % 3), &format!("{number:03}"));
        entry.extend(item([
            ("G", s("x")),
            ("GS", n(sort_key)),
            ("LS", s(format!("{}", sort_key % 2))),
            ("even", n(number % 2)),
            ("kind", s("entry")),
        ]));
        entry
    };
    sort_keys.iter().enumerate().map(entry).collect()
}

async fn load(client: &Client, entries: &[Item]) {
    table::create(client).await;
    for chunk in entries.chunks(25) {
        let writes = chunk.iter().map(|entry| {
            let put = PutRequest::builder().set_item(Some(entry.clone())).build().unwrap();
            WriteRequest::builder().put_request(put).build()
        });
        let writes = writes.collect();
        client.batch_write_item().request_items(TABLE, writes).send().await.unwrap();
    }
}

fn global(client: &Client, forward: bool) -> QueryFluentBuilder {
    client
        .query()
        .table_name(TABLE)
        .index_name(GLOBAL)
        .key_condition_expression("G = :g")
        .expression_attribute_values(":g", s("x"))
        .scan_index_forward(forward)
}

async fn items(query: QueryFluentBuilder) -> Vec<Item> {
    let answer = query.send().await.unwrap();
    assert_eq!(answer.last_evaluated_key, None, "the answer fits one page");
    answer.items.unwrap()
}

async fn pages(query: QueryFluentBuilder, limit: i32) -> Vec<QueryOutput> {
    let mut pages: Vec<QueryOutput> = Vec::new();
    loop {
        let start = pages.last().and_then(|page| page.last_evaluated_key.clone());
        let page = query.clone().limit(limit).set_exclusive_start_key(start).send().await.unwrap();
        assert!(pages.len() < 1_000, "paging does not end");
        let is_last = page.last_evaluated_key.is_none();
        pages.push(page);
        if is_last {
            return pages;
        }
    }
}

fn flat(pages: Vec<QueryOutput>) -> Vec<Item> {
    pages.into_iter().flat_map(|page| page.items.unwrap_or_default()).collect()
}

fn sort_keys(items: &[Item]) -> Vec<u8> {
    items.iter().map(|item| item["GS"].as_n().unwrap().parse().unwrap()).collect()
}

fn start_key(item: &Item) -> Item {
    let key = |name: &str| (name.to_owned(), item[name].clone());
    ["PK", "SK", "G", "GS"].into_iter().map(key).collect()
}

fn sorted(mut items: Vec<Item>) -> Vec<Item> {
    items.sort_by_key(|item| item["SK"].as_s().unwrap().clone());
    items
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_page_size_and_direction_gives_the_same_order(
        keys in prop::collection::vec(0u8..4, 0..45),
        seed: u64,
        forward: bool,
        limit in 1i32..20,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let client = Local::builder().permute_ties(seed).start().client();
            let entries = entries(&keys);
            load(&client, &entries).await;

            let whole = items(global(&client, forward)).await;
            assert_eq!(sorted(whole.clone()), entries);
            let order = sort_keys(&whole);
            assert!(if forward { order.is_sorted() } else { order.iter().rev().is_sorted() });

            let paged = pages(global(&client, forward), limit).await;
            for page in &paged {
                assert_eq!(page.count, page.scanned_count);
                assert_eq!(page.last_evaluated_key.is_some(), page.count == limit);
                let last = page.last_evaluated_key.is_some().then(|| start_key(page.items().last().unwrap()));
                assert_eq!(last, page.last_evaluated_key);
            }
            assert_eq!(flat(paged), whole);

            for (position, entry) in whole.iter().enumerate() {
                let rest = global(&client, forward).set_exclusive_start_key(Some(start_key(entry)));
                assert_eq!(items(rest).await, whole[position + 1..]);
            }
        });
    }

    #[test]
    fn filters_projections_and_ranges_see_the_same_order(
        keys in prop::collection::vec(0u8..5, 0..45),
        seed: u64,
        forward: bool,
        limit in 1i32..20,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let client = Local::builder().permute_ties(seed).start().client();
            load(&client, &entries(&keys)).await;
            let ranged = || {
                global(&client, forward)
                    .key_condition_expression("G = :g AND #sort BETWEEN :low AND :high")
                    .expression_attribute_names("#sort", "GS")
                    .expression_attribute_values(":low", n(1))
                    .expression_attribute_values(":high", n(3))
            };
            let whole = items(ranged()).await;
            let all = items(global(&client, forward)).await;
            let within = |item: &&Item| ["1", "2", "3"].contains(&item["GS"].as_n().unwrap().as_str());
            assert_eq!(whole, all.iter().filter(within).cloned().collect::<Vec<_>>());

            let shown = ranged()
                .filter_expression("#even = :zero")
                .projection_expression("SK, #kind")
                .expression_attribute_names("#even", "even")
                .expression_attribute_names("#kind", "kind")
                .expression_attribute_values(":zero", n(0));
            let expected: Vec<Item> = whole
                .iter()
                .filter(|item| item["even"] == n(0))
                .map(|item| table::item([("SK", item["SK"].clone()), ("kind", item["kind"].clone())]))
                .collect();
            let paged = pages(shown, limit).await;
            let scanned: i32 = paged.iter().map(|page| page.scanned_count).sum();
            assert_eq!(scanned as usize, whole.len());
            for (page, evaluated) in paged.iter().zip(whole.chunks(limit as usize)) {
                assert_eq!(page.scanned_count as usize, evaluated.len());
                assert_eq!(page.count as usize, page.items().len());
                if let Some(last) = &page.last_evaluated_key {
                    assert_eq!(*last, start_key(evaluated.last().unwrap()));
                }
            }
            assert_eq!(flat(paged), expected);

            let counted = ranged()
                .filter_expression("even = :zero")
                .expression_attribute_values(":zero", n(0))
                .select(Select::Count);
            let paged = pages(counted, limit).await;
            assert!(paged.iter().all(|page| page.items.is_none()));
            assert_eq!(paged.iter().map(|page| page.count as usize).sum::<usize>(), expected.len());
        });
    }
}

#[tokio::test]
async fn seeds_and_directions_differ_and_a_seed_is_stable() {
    let entries = entries(&[7; 30]);
    let mut orders = HashSet::new();
    for seed in 0..6 {
        for forward in [true, false] {
            let mut repeated = Vec::new();
            for _ in 0..2 {
                let client = Local::builder().permute_ties(seed).start().client();
                load(&client, &entries).await;
                let whole = items(global(&client, forward)).await;
                let order: Vec<String> = whole.iter().map(|item| item["SK"].as_s().unwrap().clone()).collect();
                repeated.push(order);
            }
            assert_eq!(repeated[0], repeated[1]);
            orders.insert(repeated.remove(0));
        }
    }
    assert_eq!(orders.len(), 12);
}

#[tokio::test]
async fn table_reads_and_default_engines_keep_the_stored_order() {
    let entries = entries(&[7; 30]);
    let plain = Local::start().client();
    load(&plain, &entries).await;
    let mut by_table_key = entries.clone();
    by_table_key.sort_by_key(|item| (item["PK"].as_s().unwrap().clone(), item["SK"].as_s().unwrap().clone()));
    assert_eq!(items(global(&plain, true)).await, by_table_key);

    let shuffled = Local::builder().permute_ties(1).start().client();
    load(&shuffled, &entries).await;
    let query = shuffled
        .query()
        .table_name(TABLE)
        .key_condition_expression("PK = :pk")
        .expression_attribute_values(":pk", s("p1"));
    let partition = by_table_key.iter().filter(|item| item["PK"] == s("p1"));
    assert_eq!(items(query).await, partition.cloned().collect::<Vec<_>>());
}

#[tokio::test]
async fn an_index_without_a_sort_key_is_one_tie() {
    let client = Local::builder().permute_ties(3).start().client();
    let entries = entries(&(0..200).map(|number| (number % 5) as u8).collect::<Vec<_>>());
    load(&client, &entries).await;
    let query = client
        .query()
        .table_name(TABLE)
        .index_name(KEYLESS)
        .key_condition_expression("G = :g")
        .expression_attribute_values(":g", s("x"));
    let whole = items(query.clone()).await;
    assert!(!sort_keys(&whole).is_sorted());
    assert_eq!(flat(pages(query, 7).await), whole);
    assert_eq!(sorted(whole), entries);
}

#[tokio::test]
async fn local_index_returns_full_items_and_supports_consistent_reads() {
    let client = Local::builder().permute_ties(3).start().client();
    let entries = entries(&(0..60).map(|number| (number % 5) as u8).collect::<Vec<_>>());
    load(&client, &entries).await;
    let query = client
        .query()
        .table_name(TABLE)
        .index_name(LOCAL)
        .consistent_read(true)
        .key_condition_expression("PK = :pk")
        .expression_attribute_values(":pk", s("p0"));
    let keys = flat(pages(query.clone(), 3).await);
    assert!(keys.iter().all(|item| item.len() == 3), "keys only");
    assert!(keys.is_sorted_by_key(|item| item["LS"].as_s().unwrap().clone()));
    let fetched = flat(pages(query.select(Select::AllAttributes), 4).await);
    let names = |items: &[Item]| items.iter().map(|item| item["SK"].clone()).collect::<Vec<_>>();
    assert_eq!(names(&fetched), names(&keys));
    let expected = entries.into_iter().filter(|item| item["PK"] == s("p0"));
    assert_eq!(sorted(fetched), expected.collect::<Vec<_>>());
}

#[tokio::test]
async fn start_key_of_a_deleted_item_keeps_its_position() {
    let client = Local::builder().permute_ties(9).start().client();
    load(&client, &entries(&[7; 40])).await;
    for forward in [true, false] {
        let whole = items(global(&client, forward)).await;
        let gone = &whole[11];
        client
            .delete_item()
            .table_name(TABLE)
            .key("PK", gone["PK"].clone())
            .key("SK", gone["SK"].clone())
            .send()
            .await
            .unwrap();
        let rest = global(&client, forward).set_exclusive_start_key(Some(start_key(gone)));
        assert_eq!(items(rest).await, whole[12..]);
    }
}

#[tokio::test]
async fn page_ends_at_1_mb_and_costs_its_contents() {
    let client = Local::builder().permute_ties(5).start().client();
    table::create(&client).await;
    let mut expected = HashSet::new();
    for number in 0..50 {
        let size = 20_000 + 1_500 * (number % 13);
        let mut entry = key("p", &format!("{number:03}"));
        entry.extend(item([("G", s("x")), ("GS", n(number / 30)), ("text", s("x".repeat(size)))]));
        expected.insert(entry["SK"].as_s().unwrap().clone());
        table::put(&client, entry).await;
    }
    let query = global(&client, true)
        .filter_expression("attribute_exists(#text)")
        .projection_expression("SK, #text")
        .expression_attribute_names("#text", "text")
        .return_consumed_capacity(ReturnConsumedCapacity::Indexes);
    let pages = pages(query, 1_000).await;
    assert_eq!(pages.len(), 2);
    for page in &pages {
        // The names and values of the keys, which have equal lengths, and the text's name.
        let keys = "PK".len() + 1 + "SK".len() + 3 + "G".len() + 1 + "GS".len() + 2 + "text".len();
        let text = |item: &Item| item["text"].as_s().unwrap().len();
        let bytes: usize = page.items().iter().map(|item| keys + text(item)).sum();
        assert!(bytes <= 1 << 20);
        let capacity = page.consumed_capacity.as_ref().unwrap();
        let units = bytes.div_ceil(4096) as f64 / 2.0;
        assert_eq!(capacity.capacity_units, Some(units));
        let index = &capacity.global_secondary_indexes.as_ref().unwrap()[GLOBAL];
        assert_eq!(index.capacity_units, Some(units));
    }
    let first: usize = pages[0].items().len();
    assert!((35..50).contains(&first), "{first}");
    let found: Vec<String> = flat(pages).iter().map(|item| item["SK"].as_s().unwrap().clone()).collect();
    assert_eq!(found.len(), 50);
    assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected);
}

#[tokio::test]
async fn items_tie_only_if_all_sort_attributes_are_equal() {
    let client = Local::builder().permute_ties(2).start().client();
    table::create_with_a_multi_attribute_index(&client).await;
    let mut expected = Vec::new();
    for number in 0..40 {
        let mut entry = key("p", &format!("{number:03}"));
        let (first, second) = (number / 20, number % 2);
        entry.extend(item([("A", s("x")), ("B", s("y")), ("C", n(first)), ("D", n(second))]));
        expected.push(entry.clone());
        table::put(&client, entry).await;
    }
    let query = client
        .query()
        .table_name(TABLE)
        .index_name(table::MULTI)
        .key_condition_expression("A = :a AND B = :b")
        .expression_attribute_values(":a", s("x"))
        .expression_attribute_values(":b", s("y"));
    let whole = items(query.clone()).await;
    let part = |item: &Item, name: &str| item[name].as_n().unwrap().clone();
    let order: Vec<_> = whole.iter().map(|item| (part(item, "C"), part(item, "D"))).collect();
    assert!(order.is_sorted(), "{order:?}");
    assert_ne!(whole[..10], sorted(whole[..10].to_vec()));
    for limit in [1, 3, 10, 40] {
        assert_eq!(flat(pages(query.clone(), limit).await), whole);
    }
    assert_eq!(sorted(whole), expected);
}

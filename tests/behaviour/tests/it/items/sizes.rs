//! Item sizes and write units by the library's rules, compared with the engine's consumed capacity.

use std::cell::Cell;

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, ReturnConsumedCapacity},
};
use keywright::{
    Item, Table,
    client::item_bytes,
    physics::{
        capacity::{Consistency, read_units, write_units},
        item::attribute_bytes,
        limits::{KB, READ_BLOCK_BYTES},
    },
};
use keywright_local::Local;
use proptest::{
    collection::{btree_map, btree_set, vec},
    prelude::*,
    test_runner::{Config, TestRunner},
};

#[derive(Table)]
#[table(sk = none)]
struct Items;

/// Returns numbers of 1 to 38 digits with a point at any place, zeros at either end, and exponents.
fn number() -> impl Strategy<Value = String> {
    let digits = prop_oneof!["[1-9][0-9]{0,37}", "[1-9]0{0,20}", "0", "[1-9][0-9]{36,37}"];
    let written = (digits, any::<prop::sample::Index>(), 0..4_u8, -80..80_i32);
    let number = written.prop_map(|(digits, point, form, exponent)| {
        let (whole, fraction) = digits.split_at(point.index(digits.len() + 1));
        match form {
            0 => digits,
            1 => format!("{digits}E{exponent}"),
            2 => format!("0.00{digits}"),
            _ => format!("0{whole}.{fraction}0"),
        }
    });
    (number, any::<bool>()).prop_map(|(number, negative)| if negative { format!("-{number}") } else { number })
}

fn scalar() -> impl Strategy<Value = AttributeValue> {
    prop_oneof![
        4 => number().prop_map(AttributeValue::N),
        2 => ".{0,40}".prop_map(AttributeValue::S),
        1 => vec(any::<u8>(), 0..60).prop_map(|bytes| AttributeValue::B(bytes.into())),
        1 => any::<bool>().prop_map(AttributeValue::Bool),
        1 => Just(AttributeValue::Null(true)),
    ]
}

fn set() -> impl Strategy<Value = AttributeValue> {
    let numbers = btree_set(-100_000..100_000_i32, 1..6).prop_map(|set| set.iter().map(ToString::to_string).collect());
    prop_oneof![
        btree_set(".{1,10}", 1..6).prop_map(|set| AttributeValue::Ss(set.into_iter().collect())),
        numbers.prop_map(AttributeValue::Ns),
        btree_set(vec(any::<u8>(), 1..10), 1..6)
            .prop_map(|set| AttributeValue::Bs(set.into_iter().map(Into::into).collect())),
    ]
}

fn value() -> impl Strategy<Value = AttributeValue> {
    let leaf = prop_oneof![4 => scalar(), 1 => set()];
    leaf.prop_recursive(4, 20, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(AttributeValue::L),
            btree_map("[a-zé]{1,6}", inner, 0..5).prop_map(|map| AttributeValue::M(map.into_iter().collect())),
        ]
    })
}

/// Returns an item without its key.
fn item() -> impl Strategy<Value = Item> {
    btree_map("[a-oä]{1,8}", value(), 0..8).prop_map(|map| map.into_iter().collect())
}

/// Returns the write units of a put under a new key, and the read units of a get, as reported by the engine.
async fn consumed(client: &Client, item: &Item) -> (f64, f64) {
    let total = ReturnConsumedCapacity::Total;
    let put =
        client.put_item().table_name("items").set_item(Some(item.clone())).return_consumed_capacity(total.clone());
    let put = put.send().await.unwrap().consumed_capacity.unwrap();
    let get = client.get_item().table_name("items").key("PK", item["PK"].clone()).consistent_read(true);
    let get = get.return_consumed_capacity(total).send().await.unwrap().consumed_capacity.unwrap();
    (put.capacity_units.unwrap(), get.capacity_units.unwrap())
}

/// Adds one more attribute, which fills the item up to exactly this many bytes.
fn filled(item: &Item, bytes: u64) -> Item {
    let room = bytes - item_bytes(item) - attribute_bytes("fill", 0);
    let mut filled = item.clone();
    filled.insert("fill".into(), AttributeValue::S("x".repeat(usize::try_from(room).unwrap())));
    filled
}

#[test]
fn computed_units_equal_the_engines_consumed_units() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let local = Local::builder().answer_inline().start();
    runtime.block_on(Items::open(local.client(), "items").create_table().into_future()).unwrap();
    let client = local.client();
    let keys = Cell::new(0_u32);
    let mut runner = TestRunner::new(Config { cases: 250, failure_persistence: None, ..Config::default() });
    let judged = runner.run(&(item(), 0..4_u64), |(mut item, blocks)| {
        let key = keys.get();
        keys.set(key + 1);
        item.insert("PK".into(), AttributeValue::S("00000".into()));
        let (write_edge, read_edge) = (
            (item_bytes(&item) + 10).next_multiple_of(KB) + blocks * KB,
            (item_bytes(&item) + 10).next_multiple_of(READ_BLOCK_BYTES),
        );
        // At an edge, an error of a single byte becomes visible.
        let sized = [write_edge, write_edge + 1, read_edge, read_edge + 1].map(|bytes| filled(&item, bytes));
        for (at, mut item) in [item.clone()].into_iter().chain(sized).enumerate() {
            item.insert("PK".into(), AttributeValue::S(format!("{:05}", key * 5 + u32::try_from(at).unwrap())));
            let bytes = item_bytes(&item);
            let ours = (write_units(bytes) as f64, read_units(bytes, Consistency::Strong));
            prop_assert_eq!(runtime.block_on(consumed(&client, &item)), ours, "{} bytes", bytes);
        }
        Ok(())
    });
    judged.unwrap();
}

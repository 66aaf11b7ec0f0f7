//! Whatever a function changes, each item ends as a put would write it, and the indexes find it.

use std::collections::BTreeMap;

use keywright::Entity;
use proptest::{collection::vec, option, prelude::*};

use super::design::{Order, Platform, inline, order, put_raw, s};

/// The product and the state of an order.
type Values = (Option<String>, String);

fn values() -> impl Strategy<Value = Values> {
    (option::of("[ab#%é]{1,2}"), "[xy#]{1,2}")
}

/// Returns an attribute that an earlier program damaged or left out.
fn damage() -> impl Strategy<Value = Option<(&'static str, Option<String>)>> {
    let name = prop_oneof![Just("GSI1PK"), Just("GSI1SK"), Just("GSI2PK"), Just("GSI2SK"), Just("theirs")];
    option::of((name, option::of("[a-z#]{1,4}")))
}

fn with((product, state): &Values, id: u32) -> Order {
    Order { product: product.clone(), state: state.clone(), ..order(id) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn updated_items_are_as_a_put_would_write_them(
        items in vec((values(), damage(), option::of(values())), 1..10),
        segments in 1_usize..4,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let local = inline();
            let platform = local.open::<Platform>("platform").await.unwrap();
            let mut wanted = BTreeMap::new();
            for (id, (before, damage, after)) in (0..).zip(&items) {
                let mut item = with(before, id).to_item().unwrap();
                match damage {
                    Some((name, Some(text))) => drop(item.insert((*name).to_owned(), s(text))),
                    Some((name, None)) => drop(item.remove(*name)),
                    None => {}
                }
                put_raw(&platform, item).await;
                wanted.extend(after.as_ref().map(|after| (id, with(after, id))));
            }
            let update = |order: Order| wanted.get(&order.id).cloned();
            let report = platform.update_each(update).segments(segments).await.unwrap();
            assert_eq!((report.matched, report.failures), (items.len() as u64, 0));
            assert_eq!(report.skipped, (items.len() - wanted.len()) as u64);
            for (id, order) in &wanted {
                let stored = platform.client().get_item().table_name("platform");
                let whole = order.to_item().unwrap();
                let key = |name: &str| whole[name].clone();
                let stored = stored.key("PK", key("PK")).key("SK", key("SK")).send().await.unwrap().item.unwrap();
                let theirs = stored.get("theirs").cloned();
                let mut expected = whole;
                expected.extend(theirs.map(|theirs| ("theirs".to_owned(), theirs)));
                assert_eq!(stored, expected, "{id}");
                if let Some(product) = &order.product {
                    let found = Order::by_product(product.as_str()).limit(100).send(&platform).await.unwrap().items;
                    assert!(found.contains(order), "{order:?}");
                }
            }
            let again = platform.update_each(update).await.unwrap();
            assert_eq!((again.written, again.unchanged), (0, wanted.len() as u64), "repeating it is harmless");
        });
    }
}

use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, message_text},
    key::FieldKind::{Text as STRING, Time},
};

fn order(item_bytes: u64) -> Design {
    Design::new("Order", &[("customer", STRING), ("at", Time), ("id", STRING)])
        .peak(10, item_bytes)
        .key("CUSTOMER#<customer>", "ORDER#<at>#<id>")
}

fn page(design: Design, items: u64, max_rcu: u64) -> Design {
    design.page(PageLimit { items, max_rcu: Some(max_rcu) })
}

fn message_of(design: Design, listed: &[&EntitySchema]) -> String {
    message_text(refusal(design.build(), 0, listed))
}

#[test]
fn a_page_above_its_units_is_rejected() {
    expect![[r#"
        KW025: a page of `query` can cost 76 RCU, and `max_rcu` is 40
          page  50 items of up to 700 bytes from 60 partition keys, in up to 68 requests
          fix   page(items = 50, max_rcu = 76)
          or    page(items = 25, max_rcu = 40)
          note  every partition key costs at least one request: fewer shards or older keys make a page cheaper"#]]
    .assert_eq(&message_of(page(order(700).hash(&[2], 60), 50, 40), &[]));
    expect![[r#"
        KW025: a page of `query` can cost 37 RCU, and `max_rcu` is 36
          page  100 items of up to 3,000 bytes from 1 partition key, in up to 1 request
          fix   page(items = 100, max_rcu = 37)
          or    page(items = 98, max_rcu = 36)
          note  an index that projects fewer attributes makes a page cheaper"#]]
    .assert_eq(&message_of(page(order(3_000), 100, 36), &[]));
    assert_eq!(message_of(page(order(3_000), 100, 37), &[]), "");
}

#[test]
fn the_size_of_every_item_in_the_range_must_be_declared() {
    let without = Design::new("Note", &[("customer", STRING), ("id", STRING)]).key("CUSTOMER#<customer>", "ORDER#<id>");
    let larger = without.clone().peak(1, 20_000);
    let elsewhere =
        Design::new("Note", &[("customer", STRING), ("id", STRING)]).key("CUSTOMER#<customer>", "NOTE#<id>");
    let of = |other: Design| message_of(page(order(700), 50, 5), &[other.build()]);
    assert_eq!(of(elsewhere), "");
    expect![[r#"
        KW025: a page of `query` has no known cost, because the size of `Note` is not declared
          fix   #[peak(.., item_bytes = ..)] on Note
          or    page(items = ..) without `max_rcu`"#]]
    .assert_eq(&of(without));
    expect![[r#"
        KW025: a page of `query` can cost 123 RCU, and `max_rcu` is 5
          page  50 items of up to 20,000 bytes from 1 partition key, in up to 1 request
          fix   page(items = 50, max_rcu = 123)
          or    page(items = 2, max_rcu = 5)
          note  an index that projects fewer attributes makes a page cheaper"#]]
    .assert_eq(&of(larger));
    let unknown = Design::new("Log", &[("id", STRING)]).key("LOG", "<id>");
    expect![[r#"
        KW025: a page of `query` has no known cost, because the size of `Log` is not declared
          fix   #[peak(.., item_bytes = ..)] on Log
          or    page(items = ..) without `max_rcu`"#]]
    .assert_eq(&message_of(page(unknown, 10, 5), &[]));
}

#[test]
fn the_page_that_the_message_names_is_accepted() {
    for (shards, items, max_rcu) in [(1, 100, 5), (3, 100, 10), (60, 50, 31), (60, 50, 29), (200, 1_000, 150)] {
        let design = order(700).hash(&[2], shards);
        let text = message_of(page(design.clone(), items, max_rcu), &[]);
        let ways = text.lines().filter_map(|line| {
            let (_, way) = line.split_once("page(items = ")?;
            let (items, max_rcu) = way.split_once(", max_rcu = ")?;
            Some((items.parse().ok()?, max_rcu.trim_end_matches(')').parse().ok()?))
        });
        let ways: Vec<(u64, u64)> = ways.collect();
        assert_eq!(ways.len(), if max_rcu < u64::from(shards).div_ceil(2) { 1 } else { 2 }, "{text}");
        for (items, max_rcu) in ways {
            assert_eq!(message_of(page(design.clone(), items, max_rcu), &[]), "");
        }
    }
}

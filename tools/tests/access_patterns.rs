//! Tests the access patterns of a table that uses every feature of a single table.

#[path = "access_patterns/html.rs"]
mod html;
#[path = "access_patterns/json_schema.rs"]
mod json_schema;
#[path = "access_patterns/older_keys.rs"]
mod older_keys;
#[path = "access_patterns/samples.rs"]
mod samples;
#[path = "access_patterns/shop.rs"]
mod shop;
#[path = "access_patterns/unasked_indexes.rs"]
mod unasked_indexes;
#[path = "access_patterns/validator.rs"]
mod validator;

use keywright::read::SortCondition;
use keywright_tools::access_patterns::{Call, EntityPatterns, Prices, Role, access_patterns};
use shop::{Customer, CustomerWithOrders, Order, Shop, patterns};

fn entity(name: &str) -> EntityPatterns {
    patterns().entities.into_iter().find(|entity| entity.entity == name).unwrap()
}

#[test]
fn the_table_section_shows_key_ttl_and_peak_capacity() {
    let page = patterns().to_markdown();
    for line in [
        // 10 creates of 2 units in a transaction with their sentinels, and 100 of the log.
        "Each part: *Quota WCU/s* 40,000.",
        "| table | `PK` (S), `SK` (S) | whole items | 160 | 200 |",
        "| GSI1 | `GSI1PK` (S), `GSI1SK` (S) | keys | 10 | 0 |",
        "| ByState | `state` (S), `region` (S), `cents` (N), `id` (S) | keys, note | 0 | 0 |",
        "| ByPlaced (local) | `PK` (S), `placed` (S) | whole items |  |  |",
        "`_et` says which entity an item is of.",
        "Local indexes, whose load is counted with the table: `ByPlaced`.",
        "Items of `Basket` expire at `expires_at` (TTL); reads leave expired ones out.",
        "  e1[\"Order\"] --> p0 & p1 & p2 & p3",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}\n{page}");
    }
}

#[test]
fn capacity_sums_match_their_rows() {
    let patterns = patterns();
    for place in &patterns.capacity {
        let keys = patterns.entities.iter().flat_map(|entity| &entity.writes);
        let keys = || keys.clone().filter(|write| write.index == place.throughput.index);
        let peaks: u64 = keys().filter_map(|write| write.peak.as_ref()).map(|peak| peak.wcu).sum();
        assert_eq!(place.peak_wcu, peaks + place.sentinel_wcu);
        assert_eq!(place.declared_keys + place.undeclared_keys, keys().count() as u64);
    }
    // One sentinel of 2 units with each of 10 creates.
    assert_eq!((patterns.capacity[0].sentinel_wcu, patterns.capacity[1].sentinel_wcu), (20, 0));
    // 400 reads a second of the only item of a key, of 1,500 bytes and its keys.
    let read = entity("Customer").reads.into_iter().find(|read| read.reads_per_second.is_some()).unwrap();
    assert_eq!((read.reads_per_second, read.index), (Some(400), None));
    assert_eq!(patterns.capacity[0].peak_rcu, 400.0 * 0.5);
}

#[test]
fn each_attribute_has_its_type_and_its_keys() {
    let attributes = |name| entity(name).attributes;
    let order: Vec<_> = attributes("Order").iter().map(|of| (of.name, of.rust_type, of.dynamodb_type)).collect();
    assert_eq!(
        order,
        [
            ("customer", "String", Some("S")),
            ("id", "String", Some("S")),
            ("state", "State", Some("S")),
            ("region", "String", Some("S")),
            ("cents", "u64", Some("N")),
            ("placed", "String", Some("S")),
            ("courier", "Option<String>", Some("S")),
            ("note", "String", Some("S")),
        ]
    );
    let keys: Vec<_> = attributes("Order").into_iter().map(|of| of.in_keys).collect();
    let expected: [&[&str]; 8] =
        [&["PK"], &["SK", "id", "GSI1SK"], &["state"], &["region"], &["cents"], &["placed"], &["GSI1PK"], &[]];
    assert_eq!(keys, expected);
    assert!(attributes("Order")[6].optional && !attributes("Order")[7].optional);
    assert_eq!(attributes("Basket")[2].dynamodb_type, Some("N"), "a TTL is a number of seconds");
    assert_eq!(attributes("Customer")[2].docs, "Where `news` go.");
}

#[test]
fn roles_of_fields_are_shown() {
    let roles = |name| {
        let attributes = entity(name).attributes.into_iter();
        attributes.flat_map(|of| of.roles.into_iter().map(move |role| (of.field, role))).collect::<Vec<_>>()
    };
    let unique = Role::Unique { within: Vec::new() };
    assert_eq!(
        roles("Customer"),
        [
            ("name", Role::Sensitive),
            ("email", unique),
            ("version", Role::Version),
            ("since", Role::Created),
            ("seen", Role::Updated)
        ]
    );
    assert_eq!(roles("Basket"), [("expires_at", Role::Ttl)]);
    assert_eq!(roles("Votes"), [("votes", Role::Counter)]);
    assert_eq!(roles("Order"), []);
    let json = patterns().to_json();
    let unique = serde_json::json!([{ "role": "unique", "within": [] }]);
    assert_eq!(json["entities"][0]["attributes"][2]["roles"], unique);
    assert_eq!(json["entities"][0]["sentinels"][0]["partition_key"], "%UNIQUE#Customer#email#<email>");
    assert_eq!(json["entities"][1].get("sentinels"), None);
    let page = patterns().to_markdown();
    assert!(page.contains("`email: String` *unique*, `version: u64` *version*"), "{page}");
}

#[test]
fn accepted_reasons_are_listed_among_the_risks() {
    let patterns = patterns();
    let page = patterns.to_markdown();
    assert!(page.contains("- `Basket`: another entity's keys may overlap, accepted: ids of baskets are numbers\n"));
    assert!(patterns.to_html().contains("accepted: ids of baskets are numbers"));
}

#[test]
fn prices_are_shown_only_if_given() {
    let priced = shop::priced();
    let votes = priced.entities.iter().find(|entity| entity.entity == "Votes").unwrap();
    // 1 WCU at 1 a million; 10 lanes of 0.5 RCU at 0.5 a million.
    assert_eq!(votes.calls[0].price_per_million.unwrap().0, 1.0);
    assert_eq!(votes.reads[0].price_per_million.unwrap().0, 2.5);
    // 160 WCU/s and the declared reads, for 730 hours, because no mean is declared; and what they store.
    let table = &priced.capacity[0];
    let stored = priced.month.as_ref().unwrap().keys.iter().filter(|key| key.index.is_none());
    let storage: f64 = stored.map(|key| key.storage.gb * 0.25).sum();
    let month = (table.peak_wcu as f64 + 0.5 * table.peak_rcu) * 730.0 * 3_600.0 / 1e6 + storage;
    assert!(storage > 1.0 && (table.price_per_month.unwrap().0 - month).abs() < 1e-6);
    let page = priced.to_markdown();
    assert!(page.contains("Prices of eu-central-1 on 2026-11-01, from a <test>"), "{page}");
    for text in [patterns().to_markdown(), patterns().to_html(), patterns().to_json().to_string()] {
        assert!(!text.contains("price") && !text.contains("USD"), "{text}");
    }
}

/// The file that the flights example is priced with, and that the guide shows.
#[test]
fn the_example_price_file_is_read() {
    let file = include_str!("../../examples/prices/us-east-1.json");
    let prices = Prices::from_json(file).unwrap();
    assert_eq!(
        (prices.region.as_str(), prices.date.as_str(), prices.currency.as_str()),
        ("us-east-1", "2026-09-11", "USD")
    );
    assert!(prices.source.starts_with("https://pricing.us-east-1.amazonaws.com/"), "{}", prices.source);
    assert!(include_str!("../../docs/src/reference/cli.md").contains(&format!("```json\n{file}```")));
    let priced = patterns().priced(prices);
    // A create of a customer costs 6 + 1 WCU.
    assert_eq!(priced.entities[0].calls[0].price_per_million.unwrap().0, 7.0 * 0.625);
    let page = priced.to_markdown();
    assert!(page.contains("Prices of us-east-1 on 2026-09-11, from https://pricing."), "{page}");
}

/// Method, requests, RCU, WCU of the table, and the fewest and most WCU of the indexes.
type Cost = (&'static str, u64, f64, u64, u64, u64);

fn costs(name: &str) -> Vec<Cost> {
    let cost =
        |call: &Call| (call.method, call.requests, call.rcu, call.table_wcu, call.least_index_wcu, call.most_index_wcu);
    entity(name).calls.iter().map(cost).collect()
}

#[test]
fn each_call_has_its_cost() {
    // 1,500 bytes and those of the keys are 2 units, 4 in a transaction, and 2 more for the sentinel.
    assert_eq!(
        costs("Customer"),
        [
            ("create", 1, 0.0, 6, 1, 1),
            ("put", 2, 1.0, 6, 1, 1),
            ("replace", 2, 1.0, 6, 0, 2),
            ("update", 1, 0.0, 2, 0, 2),
            ("delete", 2, 1.0, 6, 1, 1)
        ]
    );
    // Without a courier it is not in GSI1.
    assert_eq!(
        costs("Order"),
        [
            ("create", 1, 0.0, 1, 2, 3),
            ("put", 1, 0.0, 1, 2, 3),
            ("replace", 1, 0.0, 1, 1, 6),
            ("update", 1, 0.0, 1, 1, 6),
            ("delete", 1, 0.0, 1, 2, 3)
        ]
    );
    // Its four older keys are checked by a create, and read by a delete.
    assert_eq!(
        costs("Invoice"),
        [
            ("create", 1, 0.0, 10, 0, 0),
            ("put", 1, 0.0, 1, 0, 0),
            ("replace", 1, 0.0, 1, 0, 0),
            ("update", 1, 0.0, 1, 0, 0),
            ("delete", 3, 5.0, 2, 0, 0)
        ]
    );
    // The day alone does not identify a basket.
    assert_eq!(costs("Basket").last(), Some(&("delete", 2, 1.0, 1, 0, 0)));
    assert_eq!(costs("Log"), [("put", 1, 0.0, 1, 0, 0), ("update", 1, 0.0, 1, 0, 0), ("delete", 1, 0.0, 1, 0, 0)]);
    let calls: Vec<_> = entity("Log").calls.into_iter().map(|call| call.call).collect();
    assert_eq!(
        calls,
        ["table.put(&log).await?", "table.update(located.key).set(..).await?", "table.delete(located.key).await?"]
    );
}

#[test]
fn equal_reads_and_notes_are_shown_once() {
    let page = patterns().to_markdown();
    let count = |text: &str| page.matches(text).count();
    assert_eq!(count("One item by its key, 1 request of 0.5 RCU: `get(Customer::key(id))`"), 1);
    // A query for the single item of a partition is not listed in addition to the get.
    assert_eq!(count("Customer::query("), 0);
    assert_eq!(count("```sh"), 1, "the commands are one block");
    assert_eq!(count("## How to read this"), 1);
}

/// Runs a script with a function `aws` that prints its arguments. Returns the arguments of each call, sorted.
#[cfg(unix)]
fn calls_of(script: &str) -> Vec<Vec<String>> {
    let aws = r#"aws() { printf '%s\n' "$@" ---; }"#;
    let output = std::process::Command::new("sh").arg("-c").arg(format!("set -eu\n{aws}\n{script}")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let calls = text.split_terminator("---\n").map(|call| {
        let mut arguments: Vec<_> = call.lines().map(str::to_owned).collect();
        arguments.sort();
        arguments
    });
    calls.collect()
}

/// The page has shell functions for what commands share, and the JSON has whole commands.
#[cfg(unix)]
#[test]
fn short_commands_call_the_same_as_whole_ones() {
    let patterns = patterns();
    let page = patterns.to_markdown();
    let script = page.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let short = calls_of(script);
    let reads = patterns.entities.iter().flat_map(|entity| &entity.reads);
    let reads = reads.chain(patterns.collections.iter().flat_map(|of| &of.reads));
    let whole: Vec<_> = reads.flat_map(|read| calls_of(&read.command)).collect();
    assert!(short.iter().all(|call| whole.contains(call)), "{short:#?}");
    let queries = |calls: &[Vec<String>]| calls.iter().filter(|call| call.contains(&"query".to_owned())).count();
    assert!(queries(&short) > 5, "{short:#?}");
}

#[test]
fn calls_of_one_cost_are_one_row() {
    let page = patterns().to_markdown();
    let section = page.split("\n## ").find(|section| section.starts_with("Cost of a write")).unwrap();
    let of = |name: &str| section.lines().filter(|line| line.starts_with(&format!("| {name} |"))).collect::<Vec<_>>();
    assert_eq!(
        of("Order"),
        [
            "| Order | `create`, `put`, `delete` | 1 | 0 | 1 | 2 to 3 |  |",
            "| Order | `replace`, `update` | 1 | 0 | 1 | 1 to 6 |  |",
        ]
    );
    assert_eq!(
        of("Invoice"),
        [
            "| Invoice | `create` | 1 | 0 | 10 | 0 | a transaction; with checks of the older keys |",
            "| Invoice | `put` | 1 | 0 | 1 | 0 |  |",
            "| Invoice | `replace`, `update` | 1 | 0 | 1 | 0 | an item under an older key moves: a transaction more |",
            "| Invoice | `delete` | 3 | 5 | 2 | 0 | reads the item, then a transaction; of all its copies |",
        ]
    );
}

#[test]
fn collections_and_projections_are_listed_with_their_calls() {
    let patterns = patterns();
    let reads: Vec<_> = patterns.collections.iter().chain(&patterns.projections).flat_map(|of| &of.reads).collect();
    let calls: Vec<_> = reads.iter().map(|read| (read.call.as_str(), read.index, read.lanes)).collect();
    assert_eq!(
        calls,
        [
            ("CustomerItem::of_customer(id).newest_first().limit(50).send(&table).await?", None, 1),
            ("table.get(Order::key(customer, id)).project::<Noted>().await?", None, 1),
            ("Order::query(customer).newest_first().limit(50).project::<Noted>().send(&table).await?", None, 1),
            (
                "Order::by_state(state, region).newest_first().limit(50).project::<Noted>().send(&table).await?",
                Some("ByState"),
                1
            ),
            (
                "Order::by_placed(customer).newest_first().limit(50).project::<Noted>().send(&table).await?",
                Some("ByPlaced"),
                1
            ),
        ]
    );
    assert_eq!(reads[0].question, "every `Customer` and `Order` of one id, in the order of their sort keys");
    assert!(reads[0].command.contains("'#pk = :pk' "), "all of the partition: {}", reads[0].command);
    let page = patterns.to_markdown();
    assert!(page.contains("\n- `CustomerItem`, several entities: A customer's items.\n"), "{page}");
    assert!(page.contains("| `CustomerItem::of_customer(id)` | table `CUSTOMER#<id>` | 1 | 1 | "), "{page}");
    let alone = access_patterns::<Shop>("shop");
    assert!(!alone.to_markdown().contains("several entities"));
    assert_eq!(alone.to_json().get("collections"), None);
}

#[test]
fn an_assembly_is_listed_as_one_read() {
    let patterns = access_patterns::<Shop>("shop").assembly::<CustomerWithOrders>();
    let of = &patterns.collections[0];
    assert_eq!(of.reads[0].call, "CustomerWithOrders::query(id).send(&table).await?");
    assert_eq!((of.reads[0].index, of.reads[0].consistency), (None, "eventual or strong"));
    assert_eq!((of.name, &of.entities[..]), ("CustomerWithOrders", &["Customer", "Order"][..]));
}

#[test]
fn queries_for_at_most_one_item_are_listed_as_one_item() {
    let read = &entity("Customer").reads[1];
    assert_eq!((read.question.as_str(), read.rcu), ("the `Customer` of one id, by a query", 0.5));
    assert_eq!(read.call, "Customer::query(id).send(&table).await?");
}

#[test]
fn commands_use_the_same_sort_key_condition_as_the_library() {
    let command = |name: &str| {
        let query = entity(name).reads.into_iter().find(|read| read.command.starts_with("aws dynamodb query"));
        query.unwrap().command
    };
    let asked = |plan: keywright::read::Plan| plan.lanes().next().unwrap().interval().condition();
    // Another entity's sort key could begin with this constant.
    assert!(command("Customer").contains("'#pk = :pk AND #sk = :sk'"), "{}", command("Customer"));
    assert!(matches!(asked(Customer::query("c-1").explain().unwrap()), SortCondition::Equal(_)));
    assert!(command("Order").contains("'#pk = :pk AND begins_with(#sk, :sk)'"), "{}", command("Order"));
    assert!(matches!(asked(Order::query("c-1").explain().unwrap()), SortCondition::BeginsWith(_)));
}

//! Tests that the runtime's modules import only downwards, and that no folder of the workspace has an import cycle.

use keywright_architecture_tests::{Crate, Layer, Sources, cycles, imports, upward_imports};

/// The modules of the runtime, from the bottom up. Each may import only from modules before it in this list. To place
/// something new, read down the list until a module fits.
const ORDER: &[Layer] = &[
    ("physics", "DynamoDB's numbers: limits, capacity units, and the odds of spreading load over partitions"),
    ("base64url", "the text form of cursors and checkpoints"),
    ("schema", "what a table and an entity declare, as data that derives write and everything else reads"),
    ("attributes", "values as DynamoDB stores them, whatever their entity"),
    ("throttling", "why DynamoDB throttles, and when to try again"),
    ("error", "the one error, and what it carries"),
    ("workers", "dividing a run over a large table among processes"),
    ("key", "field values to key bytes and back, shards of a key, and the redaction of sensitive values"),
    ("template", "what a key's template can write: where it goes, its width, and whether two templates collide"),
    ("entity", "the traits that derives implement, and the key of one item"),
    ("version", "the guide to optimistic locks, and the types that a version can have"),
    ("lifecycle", "the guide to expiry and times of writes, and the types that such a field can have"),
    ("counter", "the guide to counters, and a counter of one item"),
    ("unique", "the guide to unique fields, and the keys of their sentinels"),
    ("item", "the codec: an entity to the attributes that are stored, and back"),
    ("expression", "conditions and filters on fields, as DynamoDB's expressions"),
    ("update", "changes of fields, as DynamoDB's update expressions"),
    ("query_cost", "what a page of a query costs at worst, by the schema"),
    ("read", "queries: their plan, the merge of their lanes, pages and cursors; nothing is sent"),
    ("projection", "a part of an entity as a type of its own"),
    ("collection", "items of several entities under one partition key"),
    ("load", "what a declared peak asks of partitions, and what a key carries"),
    ("check", "the rules: refusals at compile time"),
    ("lint", "the rules that warn"),
    ("error_index", "the documentation of every rule"),
    ("write_id", "the guide to writes whose answer was lost"),
    ("monitor", "the rates of keys as this process sees them, hot keys and advice"),
    ("client", "requests: everything that is sent"),
    ("streams", "records of DynamoDB Streams as typed changes"),
    ("__private", "what expansions name"),
];

/// The modules of the client, in the same order.
const CLIENT: &[Layer] = &[
    (
        "transport",
        "sending: the handle and its untyped `Connection`, spans, pacing, hedging, retries, failures, meters",
    ),
    ("partial", "reads that return what could be read and name what could not"),
    ("condition", "conditions that the library itself puts on a write"),
    ("conditional", "a caller's condition on a write, and its refusal as a value"),
    ("optimistic", "the loop of writes that depend on what is stored"),
    ("read_keys", "reading many items by their keys"),
    ("legacy", "items under keys of older designs: finding them, and moving them on a write"),
    ("get", "reading one item"),
    ("unique", "transactions of an item with the sentinels of its unique values"),
    ("batch", "reading, writing and deleting many items, without a transaction"),
    ("put", "writing one whole item: put, create, replace"),
    ("delete", "deleting one item"),
    ("update", "changing one item: update, upsert, move_to"),
    ("counter", "adding to a counter, and its total"),
    ("query", "sending a plan: pages, streams, counts, hydration"),
    ("scan", "reading everything, in segments that can be resumed"),
    ("checkpoints", "keeping the checkpoints of a divided run, in files or items"),
    ("sweep", "writing to every item of an entity: update_each, delete_each, backfill, rekey"),
    ("table", "opening, creating and verifying a table"),
    ("transaction", "writes of several items, all or none, and reads of them at one instant"),
];

/// The crates without import cycles in any folder.
const CRATES: &[&str] = &["macros/src", "runtime/src", "local/src", "tools/src", "cargo/src"];

fn read(directory: &str) -> Crate {
    let sources = Sources::read(directory).expect("the sources can be read");
    Crate::parse(&sources).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn imports_follow_the_order_of_modules() {
    let runtime = read("runtime/src");
    let imports = imports(&runtime);
    for (parent, order) in [("crate", ORDER), ("crate::client", CLIENT)] {
        let up = upward_imports(&runtime, &imports, parent, order);
        assert!(up.is_empty(), "{} imports break the order of `{parent}`:\n{}", up.len(), up.join("\n"));
    }
}

#[test]
fn no_crate_has_import_cycles() {
    for directory in CRATES {
        let tree = read(directory);
        let found = cycles(&tree, &imports(&tree));
        let shown: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "{} circles in {directory}:\n{}", found.len(), shown.join("\n"));
    }
}

/// Tests that ARCHITECTURE.md shows this order.
#[test]
fn the_architecture_document_shows_the_order() {
    let document = include_str!("../../../ARCHITECTURE.md");
    for (name, order) in [("modules", ORDER), ("client", CLIENT)] {
        let rows: String = order.iter().map(|(module, of)| format!("| `{module}` | {of} |\n")).collect();
        let section = format!("<!-- {name} -->\n| Module | What it is for |\n|---|---|\n{rows}<!-- end -->");
        assert!(document.contains(&section), "ARCHITECTURE.md does not show this order:\n{section}");
    }
}

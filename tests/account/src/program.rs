//! The program: calls every operation of the library at least once, and checks the answers.
//!
//! Reads of a global index may lag behind. They are repeated until the answer is right, for at most [`MAX_INDEX_LAG`].

use std::{
    fmt::Debug,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use futures_util::TryStreamExt as _;
use keywright::{Error, ErrorKind, Handle, client::Conditional, update::ItemUpdate};
use tokio::time::{Instant, sleep};

use crate::design::{Account, Customer, CustomerWithOrders, Note, Order, Price, Session, Visits};

/// The longest time that reads of a global index may lag behind.
pub const MAX_INDEX_LAG: Duration = Duration::from_secs(60);

const PAUSE: Duration = Duration::from_secs(1);

/// The name of a step that succeeded.
pub type Step = &'static str;

/// Called after each step that succeeded. An error ends the program.
pub type OnStep<'a> = &'a mut (dyn FnMut(Step) -> Result<(), String> + Send);

/// Runs the program on an empty table.
///
/// # Errors
///
/// If an answer is wrong, or the listener ends the program.
pub async fn program(account: &Handle<Account>, on_step: OnStep<'_>) -> Result<(), String> {
    single_items(account).await?;
    on_step("single items: create, get, put, replace, update, upsert, delete, conditions and versions")?;
    unique_values(account).await?;
    on_step("unique values")?;
    batches(account).await?;
    on_step("batches")?;
    transactions(account).await?;
    on_step("transactions, and a move")?;
    queries(account).await?;
    on_step("queries of the table and of both indexes, with cursors")?;
    counters(account).await?;
    on_step("counters")?;
    other_reads(account).await?;
    on_step("find, collections, projections, counts, streams and reads in a transaction")?;
    expiry(account).await?;
    on_step("expiry, as reads see it")?;
    sweeps(account).await?;
    on_step("scans and sweeps")
}

fn order(id: u32, cents: u64) -> Order {
    Order { name: "ann".into(), id, article: "book".into(), cents, version: 0 }
}

fn note(id: u32) -> Note {
    Note { id, text: format!("note {id}"), stars: id % 3 }
}

fn failed(what: &str) -> impl Fn(Error) -> String + '_ {
    move |error| format!("{what}: {error}")
}

fn same<T: PartialEq + Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?} in place of {expected:?}")) }
}

fn refused<O: Debug>(what: &str, answer: keywright::Result<O>, kind: ErrorKind) -> Result<(), String> {
    match answer {
        Err(error) if error.kind() == kind => Ok(()),
        other => Err(format!("{what}: {other:?} in place of {kind:?}")),
    }
}

async fn single_items(account: &Handle<Account>) -> Result<(), String> {
    let key = || Order::key("ann", 1_u32);
    account.create(&order(1, 100)).await.map_err(failed("create"))?;
    refused("a second create", account.create(&order(1, 100)).await, ErrorKind::AlreadyExists)?;
    let first = Order { version: 1, ..order(1, 100) };
    let read = account.get(key()).consistent().await.map_err(failed("get"))?;
    same("get", &read.as_ref(), &Some(&first))?;
    account.put(&Order { cents: 150, ..first.clone() }).await.map_err(failed("put"))?;
    refused("a put of an old version", account.put(&first).await, ErrorKind::VersionConflict)?;
    account.replace(&Order { version: 2, ..order(1, 175) }).await.map_err(failed("replace"))?;
    refused("replace", account.replace(&order(9, 1)).await, ErrorKind::NotFound)?;
    let added = account.update(key()).set(Order::CENTS, 200_u64).returning().await.map_err(failed("update"))?;
    same("update", &(added.cents, added.version), &(200, 4))?;
    let dear = account.update(key()).set(Order::CENTS, 1_u64).when(Order::CENTS.gt(500_u64));
    match dear.await.map_err(failed("a conditional update"))? {
        Conditional::Refused(_) => {}
        Conditional::Applied(_) => return Err("an update whose condition does not hold was applied".into()),
    }
    refused("update", account.update(Order::key("ann", 9_u32)).set(Order::CENTS, 1_u64).await, ErrorKind::NotFound)?;
    let upsert = account.upsert(Note::key(1_u32)).set(Note::TEXT, "new").set(Note::STARS, 2_u32);
    upsert.await.map_err(failed("upsert"))?;
    let read = account.get(Note::key(1_u32)).consistent().await.map_err(failed("get"))?;
    same("upsert", &read, &Some(Note { id: 1, text: "new".into(), stars: 2 }))?;
    account.delete(Note::key(1_u32)).await.map_err(failed("delete"))?;
    let read = account.get(Note::key(1_u32)).consistent().await.map_err(failed("get"))?;
    same("delete", &read, &None)
}

async fn unique_values(account: &Handle<Account>) -> Result<(), String> {
    let customer = |name: &str, mail: &str| Customer { name: name.into(), mail: mail.into() };
    account.create(&customer("ann", "a@x")).await.map_err(failed("create"))?;
    account.create(&customer("bob", "b@x")).await.map_err(failed("create"))?;
    refused("a create", account.create(&customer("eve", "a@x")).await, ErrorKind::NotUnique)?;
    let taken = account.update(Customer::key("bob")).set(Customer::MAIL, "a@x").await;
    refused("an update", taken, ErrorKind::NotUnique)?;
    account.update(Customer::key("ann")).set(Customer::MAIL, "c@x").await.map_err(failed("update"))?;
    account.create(&customer("eve", "a@x")).await.map_err(failed("create of a free value"))?;
    account.delete(Customer::key("eve")).await.map_err(failed("delete"))?;
    account.put(&customer("bob", "a@x")).await.map(drop).map_err(failed("put of a free value"))
}

async fn batches(account: &Handle<Account>) -> Result<(), String> {
    let notes: Vec<_> = (0..30).map(note).collect();
    let put = account.batch_put(&notes).in_flight(2).await.map_err(failed("batch_put"))?;
    same("batch_put", &(put.written, put.is_complete()), &(30, true))?;
    let keys = (0..105_u32).map(Note::key);
    let read = account.batch_get(keys).consistent().await.map_err(failed("batch_get"))?;
    let expected: Vec<_> = notes.iter().cloned().map(Some).chain((30..105).map(|_| None)).collect();
    same("batch_get", &read, &expected)?;
    let other = note(40);
    let mixed = account.batch().put(&other).delete(Note::key(0_u32)).await.map_err(failed("batch"))?;
    same("batch", &(mixed.written, mixed.is_complete()), &(2, true))?;
    let deleted = account.batch_delete((1..5_u32).map(Note::key)).await.map_err(failed("batch_delete"))?;
    same("batch_delete", &(deleted.deleted, deleted.is_complete()), &(4, true))
}

async fn transactions(account: &Handle<Account>) -> Result<(), String> {
    let third = order(3, 300);
    let earn = || ItemUpdate::new(Note::key(10_u32)).add(Note::STARS, 1_u32);
    account.transaction().create(&third).update(earn()).await.map_err(failed("transaction"))?;
    let again = account.transaction().create(&third).update(earn()).await;
    refused("a second transaction", again, ErrorKind::TransactionCancelled)?;
    let read = account.get(Note::key(10_u32)).consistent().await.map_err(failed("get"))?;
    same("a transaction counts once", &read.map(|note| note.stars), &Some(note(10).stars + 1))?;
    let moved = account.move_to(Order::key("ann", 3_u32), |order: &mut Order| order.id = 4).await;
    same("move_to", &moved.map_err(failed("move_to"))?, &Order { id: 4, version: 2, ..third })?;
    let read = account.get(Order::key("ann", 3_u32)).consistent().await.map_err(failed("get"))?;
    same("nothing is left where it was", &read, &None)
}

/// Reads the ids of a query's items, page by page.
macro_rules! ids {
    ($account:expr, $what:literal, $query:expr) => {{
        let (mut ids, mut cursor) = (Vec::new(), None);
        loop {
            let page = $query.limit(2).cursor(cursor.take()).send($account).await.map_err(failed($what))?;
            ids.extend(page.items.iter().map(|order| order.id));
            match page.cursor {
                Some(next) => cursor = Some(next),
                None => break ids,
            }
        }
    }};
}

async fn queries(account: &Handle<Account>) -> Result<(), String> {
    for (id, cents) in [(5, 50), (6, 900), (7, 10)] {
        account.create(&order(id, cents)).await.map_err(failed("create"))?;
    }
    let of_table = ids!(account, "a query", Order::query("ann").consistent());
    same("a query, by the sort key", &of_table, &vec![1, 4, 5, 6, 7])?;
    let of_local = ids!(account, "a query of the local index", Order::by_cents("ann").consistent());
    same("a query of the local index, by cents", &of_local, &vec![7, 5, 1, 4, 6])?;
    let since = Instant::now();
    loop {
        let of_global = ids!(account, "a query of the global index", Order::by_article("book"));
        match same("a query of the global index", &of_global, &vec![1, 4, 5, 6, 7]) {
            Err(_) if since.elapsed() < MAX_INDEX_LAG => sleep(PAUSE).await,
            answer => return answer,
        }
    }
}

async fn counters(account: &Handle<Account>) -> Result<(), String> {
    for amount in [1, 20, -4] {
        account.increment(Visits::visits("home"), amount).await.map_err(failed("increment"))?;
    }
    let total = account.total(Visits::visits("home")).consistent().await.map_err(failed("total"))?;
    same("total", &total.value, &17)
}

async fn other_reads(account: &Handle<Account>) -> Result<(), String> {
    let (customer, order) = account
        .transaction_get((Customer::key("ann"), Order::key("ann", 5_u32)))
        .await
        .map_err(failed("transaction_get"))?;
    same("transaction_get", &customer.map(|it| it.mail), &Some("c@x".into()))?;
    same("transaction_get", &order.map(|it| it.cents), &Some(50))?;
    let found = Visits::find("home").send(account).consistent().await.map_err(failed("find"))?;
    same("find", &found.iter().map(|it| it.item.visits).sum(), &17_i64)?;
    let whole = CustomerWithOrders::query("ann").consistent().send(account).await.map_err(failed("a collection"))?;
    let whole = whole.ok_or("a collection: the customer is missing")?;
    same("a collection", &(whole.customer.mail.as_str(), whole.orders.len()), &("c@x", 5))?;
    let newest = Order::query("ann").project::<Price>().newest_first().limit(2).consistent();
    let newest = newest.send(account).await.map_err(failed("a projection"))?;
    same("a projection", &newest.items, &vec![Price { id: 7, cents: 10 }, Price { id: 6, cents: 900 }])?;
    let dear = Order::query("ann").filter(Order::CENTS.gt(60_u64)).consistent().count(account).await;
    same("count", &dear.map_err(failed("count"))?.items, &3)?;
    let streamed: Vec<Order> =
        Order::query("ann").consistent().stream(account).try_collect().await.map_err(failed("a stream"))?;
    same("a stream", &streamed.iter().map(|order| order.id).collect(), &vec![1, 4, 5, 6, 7])
}

/// The table does not enable TTL, so items that have expired stay in the table, and reads leave them out.
async fn expiry(account: &Handle<Account>) -> Result<(), String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?.as_secs();
    let (over, open) = (Session { id: 1, expires_at: now - 60 }, Session { id: 2, expires_at: now + 3_600 });
    for session in [&over, &open] {
        account.put(session).await.map_err(failed("put"))?;
    }
    let read = account.get(Session::key(1_u32)).consistent().await.map_err(failed("get"))?;
    same("an expired item", &read, &None)?;
    let read = account.get(Session::key(1_u32)).consistent().include_expired().await.map_err(failed("get"))?;
    same("an expired item that is asked for", &read, &Some(over.clone()))?;
    let read = account.get(Session::key(2_u32)).consistent().await.map_err(failed("get"))?;
    same("an item before its end", &read, &Some(open))?;
    account.create(&over).await.map(drop).map_err(failed("create in the place of an expired item"))
}

async fn sweeps(account: &Handle<Account>) -> Result<(), String> {
    let notes = 26;
    let scanned = account.scan::<Note>().consistent().await.map_err(failed("scan"))?;
    same("scan", &scanned.items.len(), &notes)?;
    let change = |note: Note| (note.stars == 0).then_some(Note { stars: 9, ..note });
    let changed = account.update_each(change).consistent().segments(2).await.map_err(failed("update_each"))?;
    same("update_each", &(changed.failures, changed.in_doubt), &(0, 0))?;
    let backfilled = account.backfill::<Order>().await.map_err(failed("backfill"))?;
    same("backfill", &(backfilled.failures, backfilled.in_doubt), &(0, 0))?;
    let deleted = account.delete_each(|_: &Note| true).consistent().await.map_err(failed("delete_each"))?;
    same("delete_each", &(deleted.failures, deleted.in_doubt), &(0, 0))?;
    let scanned = account.scan::<Note>().consistent().await.map_err(failed("scan"))?;
    same("delete_each", &scanned.items.len(), &0)
}

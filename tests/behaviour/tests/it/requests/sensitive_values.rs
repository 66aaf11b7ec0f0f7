//! No span and no event of a call contains sensitive values from its keys, its items or DynamoDB's messages.

use futures_util::TryStreamExt as _;
use keywright::{Handle, client::Meter, monitor::Monitor};
use keywright_local::{Failure, Faults, Local, Rule};

use super::design::*;
use crate::support::spans::Spans;

/// Makes a call of each kind, whatever its result.
async fn all(shop: &Handle<Shop>) -> usize {
    let (new, member, page) = (order(2), member(1), || Clicks::clicks(secret("home")));
    let errors = [
        shop.get(ann(1)).await.err(),
        shop.get(ann(1)).project::<OrderTotal>().await.err(),
        shop.put(&new).await.err(),
        shop.put(&visit(9)).await.err(),
        shop.create(&new).await.err(),
        shop.replace(&new).await.err(),
        shop.create(&member).await.err(),
        shop.update(ann(2)).add(Order::TOTAL, 1).await.err(),
        shop.upsert(Customer::key(secret("eve"))).set(Customer::NAME, "eve").await.err(),
        shop.move_to(ann(3), |order| order.customer = secret("eve")).await.err(),
        shop.increment(page(), 1).await.err(),
        shop.total(page()).await.err(),
        Visit::find(secret("home"), 1_u32).send(shop).await.err(),
        shop.batch_put(std::slice::from_ref(&new)).await.err(),
        shop.batch_get([ann(1), ann(7)]).await.err(),
        shop.batch_get([ann(1)]).partial().await.err(),
        shop.batch().put(&new).delete(ann(8)).await.err(),
        shop.transaction().put(&new).check_absent(ann(1)).await.err(),
        shop.transaction_get([ann(1)]).await.err(),
        Order::query(secret("ann")).send(shop).await.err(),
        Visit::query(secret("home")).send(shop).partial().await.err(),
        Order::by_clerk(secret("bob")).count(shop).await.err(),
        Order::by_clerk(secret("bob")).stream(shop).try_collect::<Vec<_>>().await.err(),
        Order::by_region("north").hydrate().send(shop).await.err(),
        AccountItem::account(secret("ann")).send(shop).await.err(),
        shop.scan::<Order>().index("GSI1").await.err(),
        shop.scan::<Order>().stream().try_collect::<Vec<_>>().await.err(),
        shop.update_each(|order: Order| Some(Order { total: 7, ..order })).await.err(),
        shop.delete_each(|order: &Order| order.id == 1).await.err(),
        shop.delete(ann(2)).await.err(),
        shop.delete(Member::key(1_u32)).await.err(),
    ];
    errors.into_iter().flatten().count()
}

fn failing(local: &Local, failure: Failure, of: u64) {
    local.set_faults(Faults::seeded(1).rule(Rule::all().every(of).unwrap().fail(failure)));
}

#[tokio::test(start_paused = true)]
async fn spans_hide_sensitive_values_under_every_failure() {
    let (local, shop) = shop().await;
    let shop = shop.monitor(&Monitor::new()).metered(&Meter::new());
    let (spans, _guard) = Spans::listen();
    assert!(all(&shop).await > 0, "some are there already");
    let throttled = Failure::Throttled(throttle());
    for (failure, of) in
        [(throttled.clone(), 2), (Failure::InternalServerError { carried_out: true }, 3), (throttled, 1)]
    {
        failing(&local, failure, of);
        all(&shop).await;
        local.clear_faults();
    }
    let heard: Vec<_> = spans.take().into_iter().chain(spans.events()).collect();
    assert!(heard.len() > 4 * 31, "{}", heard.len());
    for one in &heard {
        assert!(!format!("{one:?}").contains(SECRET), "a secret is in {one:#?}");
    }
    let said = |text: &str| heard.iter().any(|one| format!("{one:?}").contains(text));
    for text in ["throttled", "CUSTOMER#<redacted>", "VISIT#<redacted>", "by_clerk", "write_units"] {
        assert!(said(text), "{text} is in none");
    }
}

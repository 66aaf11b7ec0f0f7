//! The futures of calls are small, apart from the SDK's future, which is boxed separately.

use std::{
    future::{Future, IntoFuture},
    mem::size_of_val,
    pin::Pin,
};

use keywright::client::Decoding;

use super::design::*;

/// The size up to which glibc's `malloc` keeps freed memory for the thread. Larger blocks are slow to allocate.
const SMALL: usize = 1_032;

/// The limit for calls that are less frequent, or larger anyway.
const LARGER: usize = 2_048;

fn bytes(call: impl IntoFuture<IntoFuture: InFlight>) -> usize {
    call.into_future().bytes()
}

/// A request in flight, whose state is on the heap.
trait InFlight {
    fn bytes(&self) -> usize;
}

impl<O> InFlight for Pin<Box<dyn Future<Output = O> + Send + '_>> {
    fn bytes(&self) -> usize {
        size_of_val(&**self)
    }
}

impl<O> InFlight for Decoding<'_, O> {
    fn bytes(&self) -> usize {
        self.__state_bytes()
    }
}

#[tokio::test]
async fn calls_take_small_futures() {
    let (_local, shop) = shop().await;
    let (order, visit) = (order(1), visit(1));
    let calls = [
        ("put", bytes(shop.put(&order)), SMALL),
        ("put in a random shard", bytes(shop.put(&visit)), SMALL),
        ("create", bytes(shop.create(&order)), SMALL),
        ("replace", bytes(shop.replace(&order)), SMALL),
        ("get", bytes(shop.get(ann(1))), SMALL),
        ("page", bytes(Order::query(secret("ann")).limit(2).send(&shop)), SMALL),
        ("count", bytes(Order::query(secret("ann")).count(&shop)), SMALL),
        ("update", bytes(shop.update(ann(1)).add(Order::TOTAL, 1)), SMALL),
        ("update that returns the item", bytes(shop.update(ann(1)).add(Order::TOTAL, 1).returning()), SMALL),
        ("upsert", bytes(shop.upsert(Customer::key(secret("bob"))).set(Customer::NAME, "b")), SMALL),
        ("delete", bytes(shop.delete(ann(1))), LARGER),
        ("increment", bytes(shop.increment(Clicks::clicks(secret("home")), 2)), LARGER),
        ("transaction", bytes(shop.transaction().put(&order)), LARGER),
    ];
    let large: Vec<_> = calls.into_iter().filter(|(_, bytes, limit)| bytes > limit).collect();
    assert_eq!(large, []);
}

// It is a part of another entity. `project` has this bound; it is written out here, because it needs the SDK.

use keywright::{
    Entity, Projection, Table,
    projection::ProjectionOf,
    read::{Access, Query},
};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "CUSTOMER")]
struct Customer {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
struct Order {
    id: String,
}

#[derive(Projection, Deserialize)]
#[projection(of = Customer)]
struct CustomerId {
    id: String,
}

trait Project: Sized {
    type Entity;

    fn project<P: ProjectionOf<Self::Entity>>(self) {}
}

impl<A: Access, S> Project for Query<A, S> {
    type Entity = A::Entity;
}

fn main() {
    Customer::query("ann").project::<CustomerId>();
    Order::query("7").project::<CustomerId>();
}

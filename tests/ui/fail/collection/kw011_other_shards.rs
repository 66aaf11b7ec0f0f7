// `Sale` lies in 4 shards and `Return` in 8: a query of 4 would not find all returns.

use keywright::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "HALL#<hall>")]
#[shard(random = 4)]
#[sk(template = "SALE#<id>")]
struct Sale {
    hall: String,
    id: u32,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "HALL#<hall>")]
#[shard(random = 8)]
#[sk(template = "RETURN#<id>")]
struct Return {
    hall: String,
    id: u32,
}

#[derive(Collection)]
#[collection(query = of_hall(hall))]
enum HallItem {
    Sale(Sale),
    Return(Return),
}

fn main() {}

//! `first.rs` with the same calls for a second entity: what one more entity adds to a user's crate.

use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Order, Invoice)]
struct Shop;

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_courier, pk = "COURIER#<courier>", sk = "<id>")]
struct Order {
    customer: String,
    id: u32,
    courier: String,
    cents: u64,
    note: Option<String>,
}

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "INVOICE#<id>")]
#[gsi(index = "GSI1", query = by_payer, pk = "PAYER#<payer>", sk = "<id>")]
struct Invoice {
    customer: String,
    id: u32,
    payer: String,
    cents: u64,
    note: Option<String>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // An engine inside this process. On AWS: `Shop::open(aws_sdk_dynamodb::Client::new(&config), "shop")`.
    let shop = Local::start().open::<Shop>("shop").await?;
    let order = |id, cents| Order { customer: "ann".into(), id, courier: "bob".into(), cents, note: None };
    shop.put(&order(7, 4_200)).await?;
    shop.create(&order(12, 990)).await?; // the error `AlreadyExists` if there is such an item
    assert_eq!(shop.get(Order::key("ann", 7)).await?, Some(order(7, 4_200)));
    let page = Order::query("ann").newest_first().limit(20).send(&shop).await?;
    assert_eq!(page.items[0].id, 12); // the highest id first: numbers in keys are padded
    let page = Order::by_courier("bob").limit(1).send(&shop).await?; // the index
    let next = Order::by_courier("bob").cursor(page.cursor).send(&shop).await?;
    assert_eq!(next.items, [order(12, 990)]);
    let update = shop.update(Order::key("ann", 7)).set(Order::COURIER, "eve").add(Order::CENTS, -200);
    let answer = update.when(Order::CENTS.ge(200)).await?; // `Conditional::Applied`, or `Refused` with the stored item
    assert!(answer.is_applied()); // the item is in the index under COURIER#eve now
    shop.delete(Order::key("ann", 12)).await?;
    let invoice = |id, cents| Invoice { customer: "ann".into(), id, payer: "bob".into(), cents, note: None };
    shop.put(&invoice(7, 4_200)).await?;
    shop.create(&invoice(12, 990)).await?; // the error `AlreadyExists` if there is such an item
    assert_eq!(shop.get(Invoice::key("ann", 7)).await?, Some(invoice(7, 4_200)));
    let page = Invoice::query("ann").newest_first().limit(20).send(&shop).await?;
    assert_eq!(page.items[0].id, 12); // the highest id first: numbers in keys are padded
    let page = Invoice::by_payer("bob").limit(1).send(&shop).await?; // the index
    let next = Invoice::by_payer("bob").cursor(page.cursor).send(&shop).await?;
    assert_eq!(next.items, [invoice(12, 990)]);
    let update = shop.update(Invoice::key("ann", 7)).set(Invoice::PAYER, "eve").add(Invoice::CENTS, -200);
    let answer = update.when(Invoice::CENTS.ge(200)).await?;
    assert!(answer.is_applied()); // the item is in the index under PAYER#eve now
    shop.delete(Invoice::key("ann", 12)).await?;
    Ok(())
}

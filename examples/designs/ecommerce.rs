//! An e-commerce site in one table: customers with their addresses, and orders with their items.
//!
//! The design is chapter 19 of Alex DeBrie's *The DynamoDB Book*. Run it with `cargo run --example ecommerce`.
//!
//! | Access pattern | Call |
//! |---|---|
//! | Create a customer; user name and e-mail address are taken once | `shop.create(&customer)` |
//! | Save or remove one of a customer's addresses | `shop.update(key).set(Customer::ADDRESSES.at::<Address>("home"), address)`, `.remove(..)` |
//! | A customer without the addresses | `shop.get(key).project::<Header>()` |
//! | A customer and the newest orders, in one request | `CustomerItem::of_customer(user).newest_first().limit(11)` |
//! | A customer and all orders | `CustomerWithOrders::query(user)` |
//! | The newest orders, page by page | `Order::query(user).newest_first().limit(10)` |
//! | Place an order with its items, all or nothing, and once | [`place`] |
//! | Ship an order that is not shipped or cancelled yet | [`ship`] |
//! | An order and its items, by the order's id alone | `OrderWithItems::of_order(id)` |
//!
//! No key of this design is hot by construction: each contains a customer, an address or an order. An index of orders
//! by their status alone (`pk = "STATUS#<status>"`) would have three keys. The compiler warns of it (KW002), and
//! refuses it if a declared peak exceeds the capacity of three keys.

use std::{collections::BTreeMap, error::Error, process::ExitCode};

use chrono::{DateTime, Utc};
use keywright::{Collection, Conditional, Entity, Handle, Projection, Result, Table};
use keywright_local::Local;
use keywright_tools::CommandLine;
use serde::{Deserialize, Serialize};

/// The table of the shop.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Customer, Order, OrderItem)]
pub(crate) struct Shop;

/// A customer. The addresses are few and always read with it, so that they are part of the item.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<user>")]
#[sk(template = "CUSTOMER")]
pub(crate) struct Customer {
    /// The user name.
    pub(crate) user: String,
    /// The e-mail address, which no other customer has: the published design's item for each address, as an attribute.
    #[entity(unique)]
    pub(crate) email: String,
    /// The name.
    pub(crate) name: String,
    /// Addresses by the names that the customer gives them.
    pub(crate) addresses: BTreeMap<String, Address>,
}

/// A postal address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Address {
    /// Street and number.
    pub(crate) street: String,
    /// City, and other parts of the address.
    pub(crate) city: String,
}

/// An order. Its sort key begins with `#`, before the customer's: backwards, the customer comes first, then the newest.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<user>")]
#[sk(template = "#ORDER#<id>")]
#[gsi(index = "GSI1", query = by_id, pk = "ORDER#<id>", sk = "ORDER")]
pub(crate) struct Order {
    /// The user name of the customer.
    pub(crate) user: String,
    /// A KSUID: an id that sorts by its time.
    pub(crate) id: String,
    /// When it was placed.
    pub(crate) placed_at: DateTime<Utc>,
    /// The status.
    pub(crate) status: Status,
    /// The sum of its items.
    pub(crate) cents: u64,
}

/// The state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Status {
    /// The order is paid.
    Accepted,
    /// The order is on its way.
    Shipped,
    /// The order will not be shipped.
    Cancelled,
}

/// An article of an order.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<order>#ITEM#<item>")]
#[sk(template = "ITEM")]
#[gsi(index = "GSI1", query = by_order, pk = "ORDER#<order>", sk = "ITEM#<item>")]
pub(crate) struct OrderItem {
    /// The order's id.
    pub(crate) order: String,
    /// The article's id.
    pub(crate) item: String,
    /// The price.
    pub(crate) cents: u64,
}

/// A customer and the orders, item by item.
#[derive(Debug, PartialEq, Collection)]
#[collection(query = of_customer(user))]
pub(crate) enum CustomerItem {
    Customer(Customer),
    Order(Order),
}

/// A customer and all orders.
#[derive(Debug, PartialEq, Collection)]
#[collection(query(user))]
pub(crate) struct CustomerWithOrders {
    pub(crate) customer: Customer,
    pub(crate) orders: Vec<Order>,
}

/// An order and its items. They have different partition keys in the table, and one in the index.
#[derive(Debug, PartialEq, Collection)]
#[collection(query = of_order(id), index = "GSI1")]
pub(crate) struct OrderWithItems {
    pub(crate) order: Order,
    pub(crate) items: Vec<OrderItem>,
}

/// A customer without the addresses.
#[derive(Debug, PartialEq, Projection, Deserialize)]
#[projection(of = Customer)]
pub(crate) struct Header {
    pub(crate) name: String,
    pub(crate) email: String,
}

/// Places an order with its items. A second call with the same order has no effect within 10 minutes. A later one is
/// refused, because the order exists.
pub(crate) async fn place(shop: &Handle<Shop>, order: &Order, items: &[OrderItem]) -> Result<()> {
    let transaction = shop.transaction().check_exists(Customer::key(&order.user)).create(order);
    items.iter().fold(transaction, |sofar, item| sofar.create(item)).token(&order.id).await?;
    Ok(())
}

/// Marks an order as shipped. Returns its status instead if that is not `Accepted`.
pub(crate) async fn ship(shop: &Handle<Shop>, user: &str, id: &str) -> Result<Option<Status>> {
    let shipping = shop.update(Order::key(user, id)).set(Order::STATUS, Status::Shipped);
    match shipping.when(Order::STATUS.eq(Status::Accepted)).await? {
        Conditional::Applied(()) => Ok(None),
        Conditional::Refused(stored) => Ok(stored.decode()?.map(|order| order.status)),
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    if std::env::args().len() > 1 {
        let commands = CommandLine::<Shop>::new()
            .collection::<CustomerItem>()
            .assembly::<CustomerWithOrders>()
            .assembly::<OrderWithItems>()
            .projection::<Header>();
        return Ok(commands.run());
    }
    example()?;
    Ok(ExitCode::SUCCESS)
}

#[tokio::main]
pub(crate) async fn example() -> Result<(), Box<dyn Error>> {
    let shop = Local::start().open::<Shop>("shop").await?;
    let (user, id) = ("alexdebrie", "1VrgXBQ0VCshuQUnh1HrDIHQNwY");
    let customer = Customer {
        user: user.into(),
        email: "alexdebrie1@gmail.com".into(),
        name: "Alex DeBrie".into(),
        addresses: BTreeMap::new(),
    };
    shop.create(&customer).await?;
    let impostor = Customer { user: "impostor".into(), ..customer };
    if let Err(error) = shop.create(&impostor).await {
        println!("taken:     {error}");
    }

    let home = Address { street: "111 1st St".into(), city: "Omaha, NE".into() };
    shop.update(Customer::key(user)).set(Customer::ADDRESSES.at::<Address>("home"), home).await?;

    let order = Order {
        user: user.into(),
        id: id.into(),
        placed_at: "2020-01-03T01:57:44Z".parse()?,
        status: Status::Accepted,
        cents: 67_43,
    };
    let items =
        [("i-1", 60_00), ("i-2", 7_43)].map(|(item, cents)| OrderItem { order: id.into(), item: item.into(), cents });
    place(&shop, &order, &items).await?;
    place(&shop, &order, &items).await?;

    println!("header:    {:?}", shop.get(Customer::key(user)).project::<Header>().await?);
    let newest = CustomerItem::of_customer(user).newest_first().limit(11).send(&shop).await?;
    println!("newest:    {:?}\n           {:?}", newest.items, newest.stats);
    println!("orders:    {:?}", Order::query(user).newest_first().limit(10).send(&shop).await?.items);
    println!("customer:  {:?}", CustomerWithOrders::query(user).send(&shop).await?);
    println!("shipped:   {:?}", ship(&shop, user, id).await?);
    println!("again:     {:?}", ship(&shop, user, id).await?);
    println!("order:     {:?}", OrderWithItems::of_order(id).send(&shop).await?);
    shop.update(Customer::key(user)).remove(Customer::ADDRESSES.at::<Address>("home")).await?;
    println!("addresses: {:?}", shop.get(Customer::key(user)).await?.map(|customer| customer.addresses));
    Ok(())
}

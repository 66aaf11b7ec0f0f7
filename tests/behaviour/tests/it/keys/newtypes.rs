//! Newtypes in keys: items store the inner value, and queries, conditions and updates take the newtype.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, KeyField, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
struct Shop;

#[derive(Debug, Clone, PartialEq, KeyField, Serialize, Deserialize)]
struct CustomerId(String);

#[derive(Debug, Clone, Copy, PartialEq, KeyField, Serialize, Deserialize)]
#[serde(transparent)]
struct OrderNumber {
    number: u32,
}

/// An address in lower case.
#[derive(Debug, Clone, PartialEq, KeyField, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Email(String);

impl TryFrom<String> for Email {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text == text.to_lowercase() { Ok(Self(text)) } else { Err("an email is in lower case") }
    }
}

impl From<Email> for String {
    fn from(email: Email) -> Self {
        email.0
    }
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<number>")]
#[gsi(index = "GSI1", query = by_email, pk = "ORDERS", sk = "<email>#<number>", allow_hot = "a test")]
struct Order {
    customer: CustomerId,
    number: OrderNumber,
    email: Email,
}

fn order(number: u32, email: &str) -> Order {
    Order { customer: CustomerId("ann".to_owned()), number: OrderNumber { number }, email: Email(email.to_owned()) }
}

#[tokio::test]
async fn newtypes_are_stored_as_their_field_and_queried_as_themselves() {
    let shop = Local::start().open::<Shop>("shop").await.unwrap();
    let orders: Vec<_> = (1..=4).map(|number| order(number, if number < 3 { "ann@a" } else { "bob@b" })).collect();
    for order in &orders {
        shop.put(order).await.unwrap();
    }
    let raw = stored::items(&shop).await;
    assert_eq!(raw[0]["customer"], AttributeValue::S("ann".to_owned()));
    assert!(matches!(&raw[0]["number"], AttributeValue::N(_)) && matches!(&raw[0]["email"], AttributeValue::S(_)));
    let ann = || CustomerId("ann".to_owned());
    let number = |number| OrderNumber { number };

    assert_eq!(shop.get(Order::key(ann(), number(2))).await.unwrap().as_ref(), orders.get(1));
    let ranged = Order::query(ann()).between(number(2)..number(4)).send(&shop).await.unwrap();
    assert_eq!(ranged.items, orders[1..3]);
    let begins = Order::by_email().begins_with("bob").send(&shop).await.unwrap();
    assert_eq!(begins.items, orders[2..]);
    let filtered = Order::query(ann()).filter(Order::NUMBER.ge(number(3)) & Order::EMAIL.begins_with("bob"));
    assert_eq!(filtered.send(&shop).await.unwrap().items, orders[2..]);

    shop.update(&Order::key(ann(), number(1))).set(Order::EMAIL, Email("zoe@z".to_owned())).await.unwrap();
    let moved = Order::by_email().begins_with("zoe").send(&shop).await.unwrap();
    assert_eq!(moved.items, [order(1, "zoe@z")]);
}

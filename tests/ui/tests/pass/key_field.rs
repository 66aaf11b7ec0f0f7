//! Newtypes in keys: written as their field, with its order, its text and its comparisons.

use keywright::{Entity, KeyField, KeyValue, Table, key::FieldKind};
use serde::{Deserialize, Serialize};

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

#[derive(Debug, Clone, Copy, PartialEq, KeyField, Serialize, Deserialize)]
struct IsPaid(bool);

#[derive(Debug, Clone, PartialEq, KeyField, Serialize, Deserialize)]
struct PlacedAt(chrono::DateTime<chrono::Utc>);

/// In lower case.
#[derive(Debug, Clone, PartialEq, KeyField, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Email(String);

impl TryFrom<String> for Email {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text == text.to_lowercase() { Ok(Self(text)) } else { Err("has capitals") }
    }
}

impl From<Email> for String {
    fn from(email: Email) -> Self {
        email.0
    }
}

#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<number>")]
#[gsi(index = "GSI1", query = by_payment, pk = "PAID#<is_paid>#<customer>", sk = "<email>#<placed_at>")]
struct Order {
    customer: CustomerId,
    number: OrderNumber,
    is_paid: IsPaid,
    email: Email,
    placed_at: PlacedAt,
}

pub(super) fn main() {
    assert_eq!(CustomerId::KIND, FieldKind::Text);
    assert_eq!(OrderNumber::KIND, u32::KIND);
    assert_eq!(IsPaid(true).to_value(), true.to_value());
    assert_eq!(Email::from_value(KeyValue::Text("ann@example.com".into())), Some(Email("ann@example.com".into())));
    assert_eq!(Email::from_value(KeyValue::Text("Ann@example.com".into())), None);

    let ann = CustomerId("ann".to_owned());
    let range = OrderNumber { number: 5 }..OrderNumber { number: 9 };
    let query = Order::query(&ann).between(range);
    assert!(query.explain().unwrap().to_string().contains("CUSTOMER#ann"));
    let query = Order::by_payment(IsPaid(true), ann).begins_with("ann@");
    assert_eq!(query.explain().unwrap().lanes().count(), 1);
}

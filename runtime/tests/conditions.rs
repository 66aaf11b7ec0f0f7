//! Conditions as DynamoDB's expressions.

#![cfg(feature = "client")]

use keywright::{
    Entity, ErrorKind, KeyEnum, Table,
    expression::{Condition, attribute},
};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "rank", projection = "all")]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_rank, pk = "RANK", sk = "<rank>", allow_hot = "few")]
struct Order {
    customer: String,
    id: u32,
    status: Status,
    cents: u64,
    paid: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(rename = "size")]
    tags: Vec<String>,
    address: Address,
    weight: f64,
    #[serde(with = "in_hex")]
    color: u32,
    rank: String,
}

#[derive(Serialize, Deserialize)]
struct Address {
    city: String,
}

#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
enum Status {
    Open,
    Paid,
}

mod in_hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(color: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{color:x}"))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let text = String::deserialize(deserializer)?;
        u32::from_str_radix(&text, 16).map_err(D::Error::custom)
    }
}

fn text(condition: &Condition<Order>) -> String {
    condition.to_string()
}

#[test]
fn comparisons_render_as_expressions() {
    assert_eq!(text(&Order::STATUS.eq(Status::Open)), "status = :u0");
    assert_eq!(text(&Order::CENTS.gt(5)), "cents > :u0");
    assert_eq!(text(&Order::CENTS.between(1..5)), "cents >= :u0 AND cents < :u1");
    assert_eq!(text(&Order::CENTS.between(1..=5)), "cents BETWEEN :u0 AND :u1");
    assert_eq!(text(&Order::CENTS.between(..)), "NOT (attribute_not_exists(cents) OR attribute_type(cents, :u0))");
    assert_eq!(text(&Order::NOTE.eq("x")), "note = :u0");
    assert_eq!(text(&Order::NOTE.eq(None)), "attribute_not_exists(note) OR attribute_type(note, :u0)");
    assert_eq!(text(&Order::NOTE.ne(None)), "NOT (attribute_not_exists(note) OR attribute_type(note, :u0))");
    assert_eq!(text(&Order::NOTE.ne("x")), "note <> :u0");
    assert_eq!(text(&Order::CENTS.is_in([1, 2])), "cents IN (:u0, :u1)");
    assert_eq!(text(&Order::TAGS.contains("vip")), "contains(size, :u0)");
    assert_eq!(text(&Order::TAGS.size().between(1..)), "size(size) >= :u0");
    assert_eq!(text(&Order::CENTS.le_field(Order::PAID)), "cents <= paid");
    assert_eq!(text(&Order::ADDRESS.at::<String>("city").begins_with("B")), "begins_with(address.city, :u0)");
    assert_eq!(text(&Order::TAGS.index::<String>(2).eq("a")), "size[2] = :u0");
    assert_eq!(text(&Order::TAGS.element(2).eq("a")), text(&Order::TAGS.index::<String>(2).eq("a")));
    assert_eq!(text(&Order::NOTE.exists()), text(&Order::NOTE.ne(None)));
    assert_eq!(text(&Order::NOTE.not_exists()), text(&Order::NOTE.eq(None)));
    assert_eq!(text(&attribute::<_, u32>("other").attribute_exists()), "attribute_exists(other)");
    assert_eq!(text(&attribute::<_, u32>("other").attribute_not_exists()), "attribute_not_exists(other)");
}

#[test]
fn joined_conditions_render_with_parentheses() {
    let (a, b, c) = (Order::CENTS.gt(1), Order::CENTS.lt(5), Order::NOTE.attribute_exists());
    assert_eq!(text(&(a.clone() & b.clone() & c.clone())), "cents > :u0 AND cents < :u1 AND attribute_exists(note)");
    assert_eq!(
        text(&(a.clone() & (b.clone() | !c.clone()))),
        "cents > :u0 AND (cents < :u1 OR NOT (attribute_exists(note)))"
    );
    assert_eq!(text(&!!c.clone()), text(&c));
    assert_eq!(text(&!(a.clone() | b.clone())), "NOT (cents > :u0 OR cents < :u1)");
    assert_eq!(text(&(Order::CENTS.between(1..=5) & c)), "(cents BETWEEN :u0 AND :u1) AND attribute_exists(note)");
    assert_eq!(text(&Condition::all([a.clone(), b.clone()])), text(&(a & b)));
}

#[test]
fn one_placeholder_for_each_name() {
    let expression = (Order::CENTS.gt(1) & Order::CENTS.lt(5)).to_expression().unwrap();
    assert_eq!(expression.expression, "#u0 > :u0 AND #u0 < :u1");
    assert_eq!(expression.names.len(), 1);
    assert_eq!(expression.values.len(), 2);
}

#[test]
fn values_are_written_as_the_field_stores_them() {
    let value = |condition: Condition<Order>| condition.to_expression().unwrap().values[":u0"].clone();
    assert_eq!(value(Order::COLOR.eq(255)).as_s().unwrap(), "ff");
    assert_eq!(value(Order::STATUS.eq(Status::Paid)).as_s().unwrap(), "Paid");
    assert_eq!(value(Order::CENTS.eq(7)).as_n().unwrap(), "7");
    // The index's sort key is the field itself, in the key's form.
    assert_eq!(value(Order::RANK.eq("a")).as_s().unwrap(), "a");
}

#[test]
fn empty_and_oversized_conditions_are_rejected() {
    let refused = |condition: Condition<Order>| {
        let error = condition.to_expression().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        error.to_string()
    };
    assert!(refused(Order::CENTS.is_in([0; 0])).contains("no values"));
    assert!(refused(Order::CENTS.is_in(0..101)).contains("more than 100"));
    assert!(refused(Condition::all([])).contains("no condition"));
    assert!(refused(!Order::CENTS.is_in([0; 0]) & Order::NOTE.exists()).contains("no values"));
    let many = (0..400).map(|cents| Order::CENTS.eq(cents)).reduce(|a, b| a | b).unwrap();
    assert!(refused(many).contains("more than 300"));
    let alternating = (0..100_000).fold(Order::NOTE.exists(), |all, cents| !(all & Order::CENTS.eq(cents)));
    assert!(refused(alternating).contains("more than 300"));
    let wide = Condition::all((0..40).map(|at| Order::CENTS.is_in(at..at + 100)));
    assert!(refused(wide).contains("bytes"));
}

//! Items of published designs, written raw. Each is read into a struct as one would write it for the table, put back,
//! and compared with the original, attribute for attribute.
//!
//! The items are those of AWS's [schema
//! examples](https://github.com/aws-samples/aws-dynamodb-examples/tree/master/schema_design/SchemaExamples) and of the
//! [sample tables](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/AppendixSampleTables.html) of its
//! developer guide. For each one, an update changes one field, and the other fields stay.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Attributes, Entity, Handle, Item, Table, Transactional, entity::StoredIn};
use keywright_local::Local;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::support::stored::{items, s};

fn n(digits: &str) -> AttributeValue {
    AttributeValue::N(digits.to_owned())
}

fn list<const N: usize>(texts: [&str; N]) -> AttributeValue {
    AttributeValue::L(texts.map(s).into())
}

fn item<const N: usize>(attributes: [(&str, AttributeValue); N]) -> Item {
    attributes.map(|(name, value)| (name.to_owned(), value)).into()
}

async fn open<T: Table>(item: &Item) -> Handle<T> {
    let table = Local::start().open::<T>("table").await.unwrap();
    table.client().put_item().table_name("table").set_item(Some(item.clone())).send().await.unwrap();
    table
}

/// Reads the item by both parsers, and puts it back by each call that writes a whole item.
async fn put_back<T: Transactional, E>(raw: Item) -> (Handle<T>, E)
where
    E: StoredIn<T> + keywright::entity::KnownKey + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let table = open::<T>(&raw).await;
    let read = E::from_item(raw.clone()).unwrap();
    for table in [table.clone(), table.clone().parse_items_with_sdk()] {
        let key = table.put(&read).key();
        assert_eq!(table.get(key).consistent().await.unwrap().as_ref(), Some(&read));
        table.put(&read).await.unwrap();
        assert_eq!(items(&table).await, std::slice::from_ref(&raw));
        table.replace(&read).await.unwrap();
        assert!(table.batch_put(std::slice::from_ref(&read)).await.unwrap().is_complete());
        table.transaction().put(&read).await.unwrap();
        assert_eq!(items(&table).await, std::slice::from_ref(&raw));
    }
    (table, read)
}

/// A set of strings, and indexes with fields as attributes, some of them absent.
mod complaints {
    use super::*;

    #[derive(Table)]
    #[table(discriminator = none, encoding = "raw")]
    #[gsi(name = "Customer_Complaint_GSI", pk = "customer_id", sk = "complaint_id")]
    #[gsi(name = "Escalations_GSI", pk = "escalated_to", sk = "escalation_time")]
    #[gsi(name = "Agents_Comments_GSI", pk = "agentID", sk = "comm_date")]
    #[entities(Complaint, Communication)]
    struct Complaints;

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Complaints, may_overlap = "no complaint has the sort key of a communication")]
    #[pk(template = "<complaint_id>")]
    #[sk(template = "metadata")]
    #[gsi(index = "Customer_Complaint_GSI", query = by_customer, pk = "<customer_id>", sk = "<complaint_id>")]
    #[gsi(index = "Escalations_GSI", query = by_escalation, pk = "<escalated_to>", sk = "<escalation_time>")]
    struct Complaint {
        complaint_id: String,
        customer_id: String,
        current_state: String,
        creation_time: String,
        severity: String,
        complaint_description: String,
        escalated_to: Option<String>,
        escalation_time: Option<String>,
    }

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Complaints)]
    #[pk(template = "<complaint>")]
    #[sk(template = "comm#<comm_date>#<comm_id>")]
    #[gsi(index = "Agents_Comments_GSI", query = by_agent, pk = "<agent>", sk = "<comm_date>")]
    struct Communication {
        #[entity(key_only)]
        complaint: String,
        comm_id: String,
        comm_date: String,
        complaint_state: String,
        comm_text: String,
        attachments: BTreeSet<String>,
        #[serde(rename = "agentID")]
        agent: Option<String>,
    }

    fn communication(more: impl IntoIterator<Item = (&'static str, AttributeValue)>) -> Item {
        let more = more.into_iter().map(|(name, value)| (name.to_owned(), value));
        let all = item([
            ("PK", s("Complaint123")),
            ("SK", s("comm#2023-04-30T12:35:54#comm2")),
            ("comm_id", s("comm2")),
            ("comm_date", s("2023-04-30T12:35:54")),
            ("complaint_state", s("resolved")),
            ("comm_text", s("<comm text>")),
        ]);
        all.into_iter().chain(more).collect()
    }

    #[tokio::test]
    async fn communication_with_attachments_round_trips() {
        let attachments =
            AttributeValue::Ss(vec!["s3://URL_for_attachment1".into(), "s3://URL_for_attachment2".into()]);
        let raw = communication([("attachments", attachments), ("agentID", s("AgentA"))]);
        let (table, read) = put_back::<Complaints, Communication>(raw.clone()).await;
        assert_eq!(read.attachments.len(), 2);
        table.update(table.put(&read).key()).remove(Communication::AGENT).await.unwrap();
        let mut expected = raw;
        expected.remove("agentID");
        assert_eq!(items(&table).await, [expected]);
        assert_eq!(Communication::by_agent("AgentA").send(&table).await.unwrap().items, []);
    }

    #[tokio::test]
    async fn communication_without_attachments_round_trips() {
        let (table, read) = put_back::<Complaints, Communication>(communication([])).await;
        assert!(read.attachments.is_empty() && read.agent.is_none());
        table.update(table.put(&read).key()).set(Communication::AGENT, "AgentC").await.unwrap();
        assert_eq!(items(&table).await, [communication([("agentID", s("AgentC"))])]);
        assert_eq!(Communication::by_agent("AgentC").send(&table).await.unwrap().items.len(), 1);
    }

    #[tokio::test]
    async fn complaint_round_trips_escalated_or_not() {
        let raw = item([
            ("PK", s("Complaint1444")),
            ("SK", s("metadata")),
            ("customer_id", s("custXY32")),
            ("complaint_id", s("Complaint1444")),
            ("current_state", s("assigned")),
            ("creation_time", s("2022-12-31T19:39:57")),
            ("severity", s("P1")),
            ("complaint_description", s("<description text>")),
            ("escalated_to", s("AgentB")),
            ("escalation_time", s("2023-01-03T04:00:07")),
        ]);
        let (table, read) = put_back::<Complaints, Complaint>(raw.clone()).await;
        table.update(table.put(&read).key()).remove(Complaint::ESCALATED_TO).await.unwrap();
        let mut expected = raw;
        expected.remove("escalated_to");
        assert_eq!(items(&table).await, std::slice::from_ref(&expected));
        put_back::<Complaints, Complaint>(expected).await;
    }
}

mod sessions {
    use super::*;

    #[derive(Table)]
    #[table(discriminator = none, encoding = "raw")]
    #[gsi(name = "GSI1_inverse", pk = "SK", sk = "PK", projection = "all")]
    #[entities(Session, Child)]
    struct Sessions;

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Sessions)]
    #[pk(template = "suuid#<id>")]
    #[sk(template = "c#<customer>")]
    struct Session {
        #[entity(key_only)]
        id: String,
        #[entity(key_only)]
        customer: String,
        last_login_time: String,
        access_token: String,
        session_state: String,
    }

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Sessions)]
    #[pk(template = "suuid#<id>")]
    #[sk(template = "child#suuid#<child>")]
    struct Child {
        #[entity(key_only)]
        id: String,
        #[entity(key_only)]
        child: String,
        access_token: String,
        session_state: String,
    }

    #[tokio::test]
    async fn published_items_round_trip() {
        let raw = item([
            ("PK", s("suuid#c342etj3")),
            ("SK", s("c#ABC")),
            ("last_login_time", s("2023-05-12T11:30:00")),
            ("access_token", s("d234ltj2")),
            ("session_state", s("active")),
        ]);
        put_back::<Sessions, Session>(raw).await;
        let raw = item([
            ("PK", s("suuid#c342etj3")),
            ("SK", s("child#suuid#ert54fbgn")),
            ("access_token", s("lko98uib")),
            ("session_state", s("active")),
        ]);
        put_back::<Sessions, Child>(raw).await;
    }
}

mod vehicles {
    use super::*;

    #[derive(Table)]
    #[table(discriminator = none, encoding = "raw")]
    #[entities(Mirrors, User)]
    struct Vehicles;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Place {
        x: u8,
        y: u8,
        z: u8,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Position {
        Active(bool),
        Of(Place),
    }

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Vehicles)]
    #[pk(template = "VIN#<vin>")]
    #[sk(template = "FEATURE#MIRRORS")]
    struct Mirrors {
        #[entity(key_only)]
        vin: String,
        mirrors: BTreeMap<String, BTreeMap<String, Position>>,
    }

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Vehicles)]
    #[pk(template = "ID#<id>")]
    #[sk(template = "#META#")]
    struct User {
        #[entity(key_only)]
        id: String,
        user_name: String,
        user_phone: String,
    }

    #[tokio::test]
    async fn published_items_round_trip() {
        let map = |values: Vec<(&str, AttributeValue)>| {
            AttributeValue::M(values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        };
        let place = |x, y, z| map(vec![("x", n(x)), ("y", n(y)), ("z", n(z))]);
        let (left, right) = (place("59", "61", "76"), place("92", "18", "10"));
        let position = map(vec![("is_active", AttributeValue::Bool(false)), ("left", left), ("right", right)]);
        let raw = item([
            ("PK", s("VIN#WDDJK7DA4FF954840")),
            ("SK", s("FEATURE#MIRRORS")),
            ("mirrors", map(vec![("position", position)])),
        ]);
        put_back::<Vehicles, Mirrors>(raw).await;
        let raw = item([
            ("PK", s("ID#cbrawley0")),
            ("SK", s("#META#")),
            ("user_name", s("cbrawley0")),
            ("user_phone", s("+17778889999")),
        ]);
        put_back::<Vehicles, User>(raw).await;
    }
}

/// The table's key is a number.
mod catalog {
    use super::*;

    #[derive(Table)]
    #[table(pk(name = "Id", type = "N"), sk = none, discriminator = none)]
    #[entities(Product)]
    struct ProductCatalog;

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = ProductCatalog)]
    #[pk(template = "<id>")]
    #[serde(rename_all = "PascalCase")]
    struct Product {
        id: u32,
        title: String,
        price: u32,
        product_category: String,
        authors: Option<Vec<String>>,
        color: Option<Vec<String>>,
        page_count: Option<u32>,
        in_publication: Option<bool>,
        #[serde(flatten)]
        others: Attributes,
    }

    #[tokio::test]
    async fn books_and_bicycles_round_trip() {
        let book = item([
            ("Id", n("102")),
            ("Title", s("Book 102 Title")),
            ("ISBN", s("222-2222222222")),
            ("Authors", list(["Author1", "Author2"])),
            ("Price", n("20")),
            ("Dimensions", s("8.5 x 11.0 x 0.8")),
            ("PageCount", n("600")),
            ("InPublication", AttributeValue::Bool(true)),
            ("ProductCategory", s("Book")),
        ]);
        put_back::<ProductCatalog, Product>(book).await;
        let bicycle = item([
            ("Id", n("203")),
            ("Title", s("19-Bike-203")),
            ("Description", s("203 Description")),
            ("BicycleType", s("Road")),
            ("Brand", s("Brand-Company B")),
            ("Price", n("300")),
            ("Color", list(["Red", "Green", "Black"])),
            ("ProductCategory", s("Bicycle")),
        ]);
        let (table, _) = put_back::<ProductCatalog, Product>(bicycle.clone()).await;
        table.update(Product::key(203_u32)).add(Product::PRICE, -50).await.unwrap();
        let expected = bicycle.into_iter().chain([("Price".to_owned(), n("250"))]).collect::<Item>();
        assert_eq!(items(&table).await, [expected]);
    }
}

mod forum {
    use super::*;

    #[derive(Table)]
    #[table(pk = "ForumName", sk = "Subject", discriminator = none)]
    #[entities(Thread)]
    struct Threads;

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Threads)]
    #[pk(template = "<forum_name>")]
    #[sk(template = "<subject>")]
    #[serde(rename_all = "PascalCase")]
    struct Thread {
        forum_name: String,
        subject: String,
        message: String,
        last_posted_by: String,
        last_posted_date_time: String,
        views: u64,
        replies: u64,
        answered: u8,
        tags: Vec<String>,
    }

    #[derive(Table)]
    #[table(pk = "Id", sk = "ReplyDateTime", discriminator = none, encoding = "raw")]
    #[gsi(name = "PostedBy-Message-Index", pk = "PostedBy", sk = "Message")]
    #[entities(Reply)]
    struct Replies;

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Replies)]
    #[pk(template = "<forum>#<thread>")]
    #[sk(template = "<reply_date_time>")]
    #[gsi(index = "PostedBy-Message-Index", query = posted_by, pk = "<posted_by>", sk = "<message>")]
    #[serde(rename_all = "PascalCase")]
    struct Reply {
        #[entity(key_only)]
        forum: String,
        #[entity(key_only)]
        thread: String,
        reply_date_time: String,
        message: String,
        posted_by: String,
    }

    #[tokio::test]
    async fn threads_and_replies_round_trip() {
        let raw = item([
            ("ForumName", s("Amazon DynamoDB")),
            ("Subject", s("DynamoDB Thread 2")),
            ("Message", s("DynamoDB thread 2 message")),
            ("LastPostedBy", s("User A")),
            ("LastPostedDateTime", s("2015-09-15T19:58:22.514Z")),
            ("Views", n("3")),
            ("Replies", n("0")),
            ("Answered", n("0")),
            ("Tags", list(["items", "attributes", "throughput"])),
        ]);
        put_back::<Threads, Thread>(raw).await;
        let raw = item([
            ("Id", s("Amazon DynamoDB#DynamoDB Thread 1")),
            ("ReplyDateTime", s("2015-09-15T19:58:22.947Z")),
            ("Message", s("DynamoDB Thread 1 Reply 1 text")),
            ("PostedBy", s("User A")),
        ]);
        let (table, _) = put_back::<Replies, Reply>(raw.clone()).await;
        let key = Reply::key("Amazon DynamoDB", "DynamoDB Thread 1", "2015-09-15T19:58:22.947Z");
        table.update(key).set(Reply::MESSAGE, "edited").await.unwrap();
        let expected = raw.into_iter().chain([("Message".to_owned(), s("edited"))]).collect::<Item>();
        assert_eq!(items(&table).await, [expected]);
    }
}

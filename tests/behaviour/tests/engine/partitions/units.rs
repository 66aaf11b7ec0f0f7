//! The cost of requests, compared with the engine's own consumed capacity and the published rules.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, ConsumedCapacity, Delete, DeleteRequest, Projection, ProjectionType, Put,
    PutRequest, ReturnConsumedCapacity, TransactWriteItem, Update, WriteRequest,
};
use keywright::physics::item::{self, attribute_bytes};
use keywright_local::{Local, Partitions};

use super::support::*;

const FACTOR: u64 = 6_364_136_223_846_793_005;

/// A small linear congruential generator.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(FACTOR).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn item(&mut self) -> Item {
        let mut item = self.key();
        for attribute in ["G", "H", "LS", "a", "b"] {
            if self.below(3) > 0 {
                item.insert(attribute.to_owned(), s(self.below(3).to_string()));
            }
        }
        if self.below(3) == 0 {
            item.insert("set".to_owned(), AttributeValue::Ss(vec!["x".into(), "y".into()]));
        }
        if self.below(2) == 0 {
            item.insert("fill".to_owned(), s("x".repeat(self.below(3_000) as usize)));
        }
        item
    }

    fn key(&mut self) -> Item {
        key(&self.below(3).to_string(), &self.below(3).to_string())
    }
}

async fn create(client: &Client) {
    let include = Projection::builder().projection_type(ProjectionType::Include).non_key_attributes("a").build();
    let mut included = global("GSI3", "H", ProjectionType::Include);
    included.projection = Some(include);
    table(client)
        .attribute_definitions(definition("G"))
        .attribute_definitions(definition("H"))
        .attribute_definitions(definition("LS"))
        .global_secondary_indexes(global("GSI1", "G", ProjectionType::All))
        .global_secondary_indexes(global("GSI2", "G", ProjectionType::KeysOnly))
        .global_secondary_indexes(included)
        .local_secondary_indexes(local_index("LSI1", "LS", ProjectionType::All))
        .send()
        .await
        .unwrap();
}

/// Units by index. Those of the table and its local index are under `None`.
type Consumed = HashMap<Option<String>, f64>;

fn add(sum: &mut Consumed, consumed: &ConsumedCapacity) {
    let of_table = consumed.table().unwrap().capacity_units().unwrap();
    let local = consumed.local_secondary_indexes().into_iter().flatten();
    let local: f64 = local.map(|(_, capacity)| capacity.capacity_units().unwrap()).sum();
    *sum.entry(None).or_default() += of_table + local;
    for (index, capacity) in consumed.global_secondary_indexes().into_iter().flatten() {
        *sum.entry(Some(index.clone())).or_default() += capacity.capacity_units().unwrap();
    }
}

fn modelled(local: &Local) -> Consumed {
    let snapshot = local.partitions(TABLE).unwrap();
    let resources = std::iter::once(snapshot.table).chain(snapshot.indexes);
    resources.map(|resource| (resource.index, resource.consumed.write)).filter(|(_, units)| *units > 0.0).collect()
}

#[tokio::test(start_paused = true)]
async fn write_costs_equal_the_reported_consumed_capacity() {
    let (local, client) = engine(Partitions::default());
    create(&client).await;
    let all = ReturnConsumedCapacity::Indexes;
    let mut draw = Draw(5);
    let mut reported = Consumed::new();
    for number in 0..600 {
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        let consumed: Vec<ConsumedCapacity> = match draw.below(6) {
            0 | 1 => {
                let put = client.put_item().table_name(TABLE).set_item(Some(draw.item()));
                put.return_consumed_capacity(all.clone()).send().await.unwrap().consumed_capacity.into_iter().collect()
            }
            2 => {
                let update = client.update_item().table_name(TABLE).set_key(Some(draw.key()));
                let expression = ["SET G = :v", "REMOVE G, fill", "SET a = :v, H = :v", "SET #l = :v"];
                let expression = expression[draw.below(4) as usize];
                let mut update = update.update_expression(expression);
                if expression.contains(":v") {
                    update = update.expression_attribute_values(":v", s(draw.below(3).to_string()));
                }
                if expression.contains("#l") {
                    update = update.expression_attribute_names("#l", "LS");
                }
                let update = update.return_consumed_capacity(all.clone()).send().await.unwrap();
                update.consumed_capacity.into_iter().collect()
            }
            3 => {
                let delete = client.delete_item().table_name(TABLE).set_key(Some(draw.key()));
                let delete = delete.return_consumed_capacity(all.clone()).send().await.unwrap();
                delete.consumed_capacity.into_iter().collect()
            }
            4 => {
                let put = PutRequest::builder().set_item(Some(draw.item())).build().unwrap();
                let mut other = draw.key();
                other.insert("SK".to_owned(), s("batch"));
                let delete = DeleteRequest::builder().set_key(Some(other)).build().unwrap();
                let writes = [
                    WriteRequest::builder().put_request(put).build(),
                    WriteRequest::builder().delete_request(delete).build(),
                ];
                let batch = client.batch_write_item().request_items(TABLE, writes.to_vec());
                batch.return_consumed_capacity(all.clone()).send().await.unwrap().consumed_capacity.unwrap()
            }
            _ => {
                let at = |sk: &str, mut item: Item| {
                    item.insert("SK".to_owned(), s(sk));
                    Some(item)
                };
                let put = Put::builder().table_name(TABLE).set_item(at("t1", draw.item())).build().unwrap();
                let delete = Delete::builder().table_name(TABLE).set_key(at("t2", draw.key())).build().unwrap();
                let update = Update::builder().table_name(TABLE).set_key(at("t3", draw.key()));
                let update = update.update_expression("SET G = :g").expression_attribute_values(":g", s("9"));
                let check = ConditionCheck::builder().table_name(TABLE).set_key(at("t4", draw.key()));
                let check = check.condition_expression("attribute_not_exists(nothing)").build().unwrap();
                let request =
                    client.transact_write_items().transact_items(TransactWriteItem::builder().put(put).build());
                let request = request.transact_items(TransactWriteItem::builder().delete(delete).build());
                let request = request
                    .transact_items(TransactWriteItem::builder().update(update.build().unwrap()).build())
                    .transact_items(TransactWriteItem::builder().condition_check(check).build());
                request.return_consumed_capacity(all.clone()).send().await.unwrap().consumed_capacity.unwrap()
            }
        };
        assert!(!consumed.is_empty());
        consumed.iter().for_each(|consumed| add(&mut reported, consumed));
        assert_eq!(modelled(&local), reported, "request {number}");
    }
    assert_eq!(reported.len(), 4);
}

#[tokio::test(start_paused = true)]
async fn item_sizes_follow_the_published_rules() {
    let (local, client) = start().await;
    let mut item = key("größe", "1");
    item.insert("n".into(), AttributeValue::N("-12.5".into()));
    item.insert("b".into(), AttributeValue::B(vec![0; 7].into()));
    item.insert("t".into(), AttributeValue::Bool(true));
    item.insert("z".into(), AttributeValue::Null(true));
    item.insert("l".into(), AttributeValue::L(vec![s("ab"), AttributeValue::N("7".into())]));
    item.insert("m".into(), AttributeValue::M([("k".to_owned(), s("v"))].into()));
    item.insert("ss".into(), AttributeValue::Ss(vec!["ab".into(), "c".into()]));
    let text = item::string_bytes;
    let bytes = attribute_bytes("PK", text("größe"))
        + attribute_bytes("SK", text("1"))
        + attribute_bytes("n", item::number_bytes("-12.5"))
        + attribute_bytes("b", item::binary_bytes(&[0; 7]))
        + attribute_bytes("t", item::BOOL_BYTES)
        + attribute_bytes("z", item::NULL_BYTES)
        + attribute_bytes("l", item::list_bytes(2, text("ab") + item::number_bytes("7")))
        + attribute_bytes("m", item::map_bytes(1, attribute_bytes("k", text("v"))))
        + attribute_bytes("ss", text("abc"));
    let left = 1_024 - bytes as usize - "fill".len();
    let mut before = 0.0;
    for (fill, units) in [(left, 1.0), (left + 1, 2.0), (0, 2.0), (0, 1.0), (left + 1_024, 2.0), (left + 1_025, 3.0)] {
        item.insert("fill".into(), s("x".repeat(fill)));
        put(&client, item.clone()).await.unwrap();
        let consumed = of_table(&local).consumed.write;
        assert_eq!(consumed - before, units, "{fill} bytes more");
        before = consumed;
    }
}

#[tokio::test(start_paused = true)]
async fn failed_condition_costs_the_existing_item_and_no_index() {
    let (local, client) = engine(Partitions::default());
    indexed_table(&client).send().await.unwrap();
    put(&client, large("a", "1", 3)).await.unwrap();
    assert_eq!(of_table(&local).consumed.write, 3.0);
    let mut item = indexed("a", "1", "g");
    item.insert("fill".into(), s("x".repeat(8_000)));
    let refused = client.put_item().table_name(TABLE).set_item(Some(item)).condition_expression("PK = :p");
    let error = refused.expression_attribute_values(":p", s("b")).send().await.unwrap_err().into_service_error();
    assert!(error.is_conditional_check_failed_exception());
    assert_eq!(of_table(&local).consumed.write, 6.0);

    let update = client.update_item().table_name(TABLE).set_key(Some(key("a", "1"))).update_expression("SET G = :p");
    let update = update.condition_expression("PK = :b").expression_attribute_values(":b", s("b"));
    let error = update.expression_attribute_values(":p", s("g")).send().await.unwrap_err().into_service_error();
    assert!(error.is_conditional_check_failed_exception());
    assert_eq!(of_table(&local).consumed.write, 9.0);

    let delete = client.delete_item().table_name(TABLE).set_key(Some(key("a", "missing")));
    delete.condition_expression("attribute_exists(PK)").send().await.unwrap_err();
    assert_eq!(of_table(&local).consumed.write, 10.0);
    assert_eq!(of_index(&local, INDEX).consumed.write, 0.0);
}

#[tokio::test(start_paused = true)]
async fn an_invalid_request_costs_nothing() {
    let (local, client) = start().await;
    put(&client, [("PK".to_owned(), s("a"))].into()).await.unwrap_err();
    put(&client, large("a", "0", 401)).await.unwrap_err();
    let update = client.update_item().table_name(TABLE).set_key(Some(key("a", "0"))).update_expression("NONSENSE");
    update.send().await.unwrap_err();
    let request = client.get_item().table_name("nowhere").set_key(Some(key("a", "0")));
    assert!(request.send().await.unwrap_err().into_service_error().is_resource_not_found_exception());
    assert_eq!(of_table(&local).consumed.write, 0.0);
    assert!(local.partitions("nowhere").is_none());
}

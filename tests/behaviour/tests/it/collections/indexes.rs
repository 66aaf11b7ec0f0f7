//! A collection of an index: many items with one sort key.

use super::design::{Customer, Order, RegionItem, customer, order, shop};

fn is_customer(item: &RegionItem) -> bool {
    matches!(item, RegionItem::Customer(_))
}

#[tokio::test]
async fn several_entities_of_one_index_are_in_index_order() {
    let (_local, shop) = shop().await;
    for number in 0..8 {
        shop.put(&customer(&format!("c{number}"))).await.unwrap();
        shop.put(&order("ann", number)).await.unwrap();
        shop.put(&Order { place: "south".into(), ..order("bob", number) }).await.unwrap();
    }
    for size in 1..=17 {
        let (mut items, mut cursor) = (Vec::new(), None);
        loop {
            let page = RegionItem::of_region("north").limit(size).cursor(cursor).send(&shop).await.unwrap();
            items.extend(page.items);
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(items.len(), 16, "pages of {size}");
        assert!(items.iter().take(8).all(is_customer) && !items.iter().skip(8).any(is_customer));
        let mut customers: Vec<&Customer> = Vec::new();
        let mut orders: Vec<&Order> = Vec::new();
        for item in &items {
            match item {
                RegionItem::Customer(customer) => customers.push(customer),
                RegionItem::Order(order) => orders.push(order),
            }
        }
        customers.sort_by(|a, b| a.id.cmp(&b.id));
        orders.sort_by_key(|order| order.number);
        assert!(customers.into_iter().cloned().eq((0..8).map(|number| customer(&format!("c{number}")))));
        assert!(orders.into_iter().cloned().eq((0..8).map(|number| order("ann", number))));
    }
    let reading = RegionItem::of_region("north").send(&shop);
    assert_eq!(reading.params().unwrap()[0].index_name.as_deref(), Some("GSI1"));
}

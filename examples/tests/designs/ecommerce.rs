//! Customers, addresses, orders and their items.

use std::collections::BTreeMap;

use keywright::{ErrorKind, Handle};

use super::{at, ecommerce::*, refused, table};

fn customer(user: &str) -> Customer {
    let (email, name) = (format!("{user}@example.com"), user.to_uppercase());
    Customer { user: user.into(), email, name, addresses: BTreeMap::new() }
}

fn order(user: &str, id: &str) -> Order {
    Order { user: user.into(), id: id.into(), placed_at: at(0), status: Status::Accepted, cents: 300 }
}

fn items(order: &str) -> Vec<OrderItem> {
    [("pen", 100), ("ink", 200)].map(|(item, cents)| OrderItem { order: order.into(), item: item.into(), cents }).into()
}

/// Creates Ann with three orders, and Anna, whose name begins with Ann's, with one.
async fn two_customers(shop: &Handle<Shop>) {
    for user in ["ann", "anna"] {
        shop.create(&customer(user)).await.unwrap();
    }
    for (user, id) in [("ann", "2"), ("ann", "1"), ("anna", "9"), ("ann", "3")] {
        place(shop, &order(user, id), &items(id)).await.unwrap();
    }
}

#[tokio::test]
async fn user_names_and_email_addresses_are_unique() {
    let (_local, shop) = table::<Shop>().await;
    shop.create(&customer("ann")).await.unwrap();
    let again = Customer { email: "new@example.com".into(), ..customer("ann") };
    assert_eq!(shop.create(&again).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    let same_email = Customer { user: "bob".into(), ..customer("ann") };
    let error = shop.create(&same_email).await.unwrap_err();
    assert_eq!((error.kind(), error.field()), (ErrorKind::NotUnique, Some("email")));
    assert_eq!(shop.get(Customer::key("bob")).await.unwrap(), None);
    // The refused create has not taken its e-mail address.
    shop.create(&Customer { email: "new@example.com".into(), ..same_email }).await.unwrap();
}

#[tokio::test]
async fn addresses_are_saved_and_removed_one_by_one() {
    let (_local, shop) = table::<Shop>().await;
    two_customers(&shop).await;
    let address = |city: &str| Address { street: "Main Street 1".into(), city: city.into() };
    for (name, city) in [("home", "Ulm"), ("work", "Bonn"), ("home", "Jena")] {
        let place = Customer::ADDRESSES.at::<Address>(name);
        shop.update(Customer::key("ann")).set(place, address(city)).await.unwrap();
    }
    let both = [("home".to_owned(), address("Jena")), ("work".to_owned(), address("Bonn"))];
    assert_eq!(shop.get(Customer::key("ann")).await.unwrap().unwrap().addresses, both.into());
    shop.update(Customer::key("ann")).remove(Customer::ADDRESSES.at::<Address>("home")).await.unwrap();
    assert_eq!(
        shop.get(Customer::key("ann")).await.unwrap().unwrap().addresses.into_keys().collect::<Vec<_>>(),
        ["work"]
    );
    assert!(shop.get(Customer::key("anna")).await.unwrap().unwrap().addresses.is_empty());

    let header = shop.get(Customer::key("ann")).project::<Header>();
    assert!(header.params().unwrap().projection_expression.is_some());
    assert_eq!(header.await.unwrap().unwrap(), Header { name: "ANN".into(), email: "ann@example.com".into() });
    let nobody = shop.update(Customer::key("bob")).set(Customer::ADDRESSES.at::<Address>("home"), address("Ulm"));
    assert_eq!(nobody.await.unwrap_err().kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn a_customer_and_the_newest_orders_are_one_request() {
    let (local, shop) = table::<Shop>().await;
    two_customers(&shop).await;
    local.clear_operations();
    let newest = CustomerItem::of_customer("ann").newest_first().limit(3).send(&shop).await.unwrap();
    let [of, last, before] = newest.items.try_into().unwrap();
    assert_eq!(of, CustomerItem::Customer(customer("ann")));
    assert_eq!([last, before], ["3", "2"].map(|id| CustomerItem::Order(order("ann", id))));
    assert_eq!(local.requests(), 1);

    let ann = CustomerWithOrders::query("ann").newest_first().send(&shop).await.unwrap().unwrap();
    assert_eq!((ann.customer, ann.orders), (customer("ann"), ["3", "2", "1"].map(|id| order("ann", id)).into()));
    assert_eq!(CustomerWithOrders::query("an").send(&shop).await.unwrap(), None);
}

#[tokio::test]
async fn orders_are_read_page_by_page() {
    let (_local, shop) = table::<Shop>().await;
    two_customers(&shop).await;
    let newest = || Order::query("ann").newest_first().limit(2);
    let page = newest().send(&shop).await.unwrap();
    assert_eq!(page.items, ["3", "2"].map(|id| order("ann", id)));
    let page = newest().cursor(page.cursor).send(&shop).await.unwrap();
    assert_eq!(page.items, [order("ann", "1")], "and not the customer");
    assert!(page.cursor.is_none());
}

#[tokio::test]
async fn an_order_is_placed_atomically_and_once() {
    let (_local, shop) = table::<Shop>().await;
    shop.create(&customer("ann")).await.unwrap();
    for _ in 0..2 {
        place(&shop, &order("ann", "1"), &items("1")).await.unwrap();
    }
    assert_eq!(Order::query("ann").count(&shop).await.unwrap().items, 1);

    let [pen, ink] = items("1").try_into().unwrap();
    let theirs = place(&shop, &order("ann", "2"), &[OrderItem { order: "2".into(), ..pen }, ink]).await.unwrap_err();
    assert_eq!(refused(&theirs), [3], "an item of the first order");
    assert_eq!(shop.get(Order::key("ann", "2")).await.unwrap(), None);
    let nobody = place(&shop, &order("bob", "3"), &items("3")).await.unwrap_err();
    assert_eq!(refused(&nobody), [0]);
    assert_eq!(OrderWithItems::of_order("3").send(&shop).await.unwrap(), None);
}

#[tokio::test]
async fn an_order_is_found_by_its_id_with_its_items() {
    let (local, shop) = table::<Shop>().await;
    two_customers(&shop).await;
    local.clear_operations();
    let found = OrderWithItems::of_order("1").send(&shop).await.unwrap().unwrap();
    let [pen, ink] = items("1").try_into().unwrap();
    assert_eq!((found.order, found.items), (order("ann", "1"), vec![ink, pen]));
    assert_eq!(local.requests(), 1);
}

#[tokio::test]
async fn an_order_is_shipped_once_and_never_after_it_was_cancelled() {
    let (_local, shop) = table::<Shop>().await;
    two_customers(&shop).await;
    assert_eq!(ship(&shop, "ann", "1").await.unwrap(), None);
    assert_eq!(ship(&shop, "ann", "1").await.unwrap(), Some(Status::Shipped));
    shop.update(Order::key("ann", "2")).set(Order::STATUS, Status::Cancelled).await.unwrap();
    assert_eq!(ship(&shop, "ann", "2").await.unwrap(), Some(Status::Cancelled));
    let status = async |id: &str| OrderWithItems::of_order(id).send(&shop).await.unwrap().unwrap().order.status;
    let now = [status("1").await, status("2").await, status("3").await];
    assert_eq!(now, [Status::Shipped, Status::Cancelled, Status::Accepted]);
}

//! An item that is older than one of its counters.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, ErrorKind, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Page)]
struct Site;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Site)]
#[pk(template = "PAGE#<id>")]
#[sk(template = "PAGE")]
struct Page {
    id: u32,
    title: Option<String>,
    #[serde(default)]
    #[entity(counter)]
    likes: u64,
}

#[tokio::test]
async fn a_put_of_an_item_as_it_was_read_succeeds() {
    let local = Local::start();
    let site = local.open::<Site>("site").await.unwrap();
    let put = local.client().put_item().table_name("site");
    let text = |text: &str| AttributeValue::S(text.into());
    let put = put.item("PK", text("PAGE#1")).item("SK", text("PAGE")).item("_et", text("Page"));
    put.item("id", AttributeValue::N("1".into())).send().await.unwrap();
    let mut page = site.get(Page::key(1)).await.unwrap().unwrap();
    page.title = Some("Start".into());
    site.replace(&page).await.unwrap();
    assert_eq!(site.get(Page::key(1)).await.unwrap().unwrap(), page);
    site.increment(Page::likes(1), 1).await.unwrap();
    let error = site.put(&page).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed, "{error}");
}

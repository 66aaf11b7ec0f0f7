//! The engine on a port, behind a client whose requests another engine carries out.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType,
};
use keywright_local::{Failure, Faults, Local, Rule, Server};

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Starts a server for this engine. Returns its URL.
async fn served(local: &Local) -> Result<String> {
    let server = Server::bind(local.clone(), "127.0.0.1:0").await?;
    let url = format!("http://{}", server.address()?);
    tokio::spawn(server.run());
    Ok(url)
}

async fn create_table(local: &Local) -> Result {
    let attribute = AttributeDefinition::builder().attribute_name("PK").attribute_type(ScalarAttributeType::S);
    let key = KeySchemaElement::builder().attribute_name("PK").key_type(KeyType::Hash);
    let create = local.client().create_table().table_name("orders").billing_mode(BillingMode::PayPerRequest);
    create.attribute_definitions(attribute.build()?).key_schema(key.build()?).send().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn items_go_through_the_port() -> Result {
    let url = served(&Local::start()).await?;
    let local = Local::builder().endpoint(url).start();
    create_table(&local).await?;
    let key = AttributeValue::S("ORDER#7".into());
    local.client().put_item().table_name("orders").item("PK", key.clone()).send().await?;
    let answer = local.client().get_item().table_name("orders").key("PK", key.clone()).send().await?;
    assert_eq!(answer.item.unwrap()["PK"], key);
    assert_eq!(local.client().list_tables().send().await?.table_names(), ["orders"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_engines_at_one_endpoint_share_no_table() -> Result {
    let url = served(&Local::start()).await?;
    let (one, other) = (Local::builder().endpoint(url.clone()).start(), Local::builder().endpoint(url).start());
    create_table(&one).await?;
    assert!(other.client().list_tables().send().await?.table_names().is_empty());
    create_table(&other).await?;
    let missing = one.client().describe_table().table_name("invoices").send().await.unwrap_err();
    let text = missing.into_service_error().to_string();
    assert!(text.contains("invoices") && !text.contains("kw-"), "{text}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_response_closes_the_connection() -> Result {
    let behind = Local::start();
    let url = served(&behind).await?;
    let local = Local::builder().endpoint(url).start();
    create_table(&local).await?;
    behind.set_faults(
        Faults::seeded(1).rule(Rule::on(["ListTables"])?.first(1).fail(Failure::Disconnected { carried_out: true })),
    );
    let config = local.config().retry_config(aws_sdk_dynamodb::config::retry::RetryConfig::disabled());
    let client = aws_sdk_dynamodb::Client::from_conf(config.build());
    client.list_tables().send().await.unwrap_err();
    assert_eq!(client.list_tables().send().await?.table_names(), ["orders"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_get_returns_a_health_response() -> Result {
    let url = served(&Local::start()).await?;
    let text = tokio::task::spawn_blocking(move || get(&url)).await??;
    assert!(text.contains("200 OK") && text.ends_with("healthy: keywright-local"), "{text}");
    Ok(())
}

fn get(url: &str) -> std::io::Result<String> {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(url.trim_start_matches("http://"))?;
    stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    Ok(text)
}

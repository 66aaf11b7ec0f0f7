//! `verify` of the command line, in its own process, for tables that another program has created.

use std::process::{Command, Output};

use aws_sdk_dynamodb::{
    operation::create_table::builders::CreateTableFluentBuilder,
    types::{
        AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection, ProjectionType,
        ScalarAttributeType, TimeToLiveSpecification,
    },
};
use keywright_local::{Local, Server};

/// An engine on a port.
struct Live {
    local: Local,
    url: String,
}

impl Live {
    async fn start() -> Self {
        let local = Local::start();
        let server = Server::bind(local.clone(), "127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", server.address().unwrap());
        tokio::spawn(server.run());
        Self { local, url }
    }

    /// Creates a table with this key and, if given, this index, without TTL.
    fn table(&self, name: &str, key: [&str; 2], index: Option<GlobalSecondaryIndex>) -> CreateTableFluentBuilder {
        let mut attributes = key.to_vec();
        if let Some(index) = &index {
            attributes.extend(index.key_schema().iter().map(KeySchemaElement::attribute_name));
        }
        let defined = attributes.iter().map(|name| {
            let attribute = AttributeDefinition::builder().attribute_name(*name);
            attribute.attribute_type(ScalarAttributeType::S).build().unwrap()
        });
        let table = self.local.client().create_table().table_name(name).billing_mode(BillingMode::PayPerRequest);
        let table = table.set_attribute_definitions(Some(defined.collect())).set_key_schema(Some(keys(&key)));
        match index {
            Some(index) => table.global_secondary_indexes(index),
            None => table,
        }
    }

    async fn enable_ttl(&self, table: &str, attribute: &str) {
        let enabled = TimeToLiveSpecification::builder().enabled(true).attribute_name(attribute).build().unwrap();
        let update = self.local.client().update_time_to_live().table_name(table);
        update.time_to_live_specification(enabled).send().await.unwrap();
    }

    /// Runs `verify` on a table. Returns the exit status and the standard error.
    async fn verify(&self, schema: &str, table: &str) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify-table"));
        command.args(["verify", "--table-name", table]).env("DYNAMODB_URL", &self.url).env("SCHEMA", schema);
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let Output { status, stdout, stderr } = output;
        assert!(stdout.is_empty(), "{stdout:?}");
        (status.code(), String::from_utf8(stderr).unwrap())
    }
}

fn keys(names: &[&str]) -> Vec<KeySchemaElement> {
    let kinds = [KeyType::Hash, KeyType::Range];
    let key = |(name, kind): (&&str, KeyType)| KeySchemaElement::builder().attribute_name(*name).key_type(kind).build();
    names.iter().zip(kinds).map(|of| key(of).unwrap()).collect()
}

fn index(name: &str, key: &[&str], projection: Projection) -> GlobalSecondaryIndex {
    let index = GlobalSecondaryIndex::builder().index_name(name).set_key_schema(Some(keys(key)));
    index.projection(projection).build().unwrap()
}

fn include_cents() -> Projection {
    Projection::builder().projection_type(ProjectionType::Include).non_key_attributes("cents").build()
}

/// Returns the error that lists these differences.
fn differs(schema: &str, table: &str, differences: &[&str]) -> (Option<i32>, String) {
    let lines: String = differences.iter().map(|line| format!("  {line}\n")).collect();
    let last = "change the table by its infrastructure code, or correct the schema";
    (Some(1), format!("error: the table `{table}` differs from the declarations of `{schema}`\n{lines}{last}\n"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_as_declared_passes_with_two_requests() {
    let live = Live::start().await;
    let by_courier = index("ByCourier", &["GSI1PK", "GSI1SK"], include_cents());
    let more = index("More", &["GSI1PK"], Projection::builder().projection_type(ProjectionType::All).build());
    let table = live.table("store", ["PK", "SK"], Some(by_courier)).global_secondary_indexes(more);
    table.send().await.unwrap();
    live.enable_ttl("store", "ends").await;
    live.local.clear_operations();
    assert_eq!(live.verify("store", "store").await, (Some(0), String::new()));
    let sent: Vec<_> = live.local.operations().iter().map(|operation| operation.name.clone()).collect();
    assert_eq!(sent, ["DescribeTable", "DescribeTimeToLive"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_difference_is_a_line() {
    let live = Live::start().await;
    let by_courier = |key: &[&str], projection| Some(index("ByCourier", key, projection));
    live.table("keys", ["id", "SK"], by_courier(&["GSI1PK"], include_cents())).send().await.unwrap();
    live.enable_ttl("keys", "expires").await;
    let expected = [
        "key: declared partition key PK (S) and sort key SK (S), found partition key id (S) and sort key SK (S)",
        "key of index ByCourier: declared partition key GSI1PK (S) and sort key GSI1SK (S), found partition key GSI1PK \
         (S) and sort key none",
        "TTL: declared by the attribute `ends`, found by `expires`",
    ];
    assert_eq!(live.verify("store", "keys").await, differs("Store", "keys", &expected));
    live.table("no-index", ["PK", "SK"], None).send().await.unwrap();
    let expected =
        ["index ByCourier is declared but does not exist", "TTL: declared by the attribute `ends`, found disabled"];
    assert_eq!(live.verify("store", "no-index").await, differs("Store", "no-index", &expected));
    let keys_only = Projection::builder().projection_type(ProjectionType::KeysOnly).build();
    live.table("projection", ["PK", "SK"], by_courier(&["GSI1PK", "GSI1SK"], keys_only)).send().await.unwrap();
    live.enable_ttl("projection", "ends").await;
    let expected = ["projection of index ByCourier: declared INCLUDE of cents, found KEYS_ONLY"];
    assert_eq!(live.verify("store", "projection").await, differs("Store", "projection", &expected));
}

/// The engine describes no warm throughput.
#[tokio::test(flavor = "multi_thread")]
async fn missing_warm_throughput_is_a_difference() {
    let live = Live::start().await;
    live.table("visits", ["PK", "SK"], None).send().await.unwrap();
    let (status, error) = live.verify("visits", "visits").await;
    let line = "  warm throughput of the table: the declared peaks need ";
    assert!(status == Some(1) && error.contains(line) && error.contains(", found none; raise it"), "{error}");
    assert_eq!(error.lines().count(), 3, "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_does_not_exist_is_named() {
    let live = Live::start().await;
    let (status, error) = live.verify("store", "none").await;
    assert_eq!(status, Some(1));
    assert!(error.starts_with("error: DescribeTable of the table `none` failed: "), "{error}");
    assert!(error.contains("ResourceNotFoundException"), "{error}");
}

//! The law of documents and templates.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, LocalSecondaryIndex, Projection,
};
use keywright::{Schema, Table, schema::Regions};
use keywright_local::Local;
use keywright_tools::{
    access_patterns, create_table,
    iam::{self, Access, PolicyRequest},
    infrastructure::{Infrastructure, Settings},
    workbench,
};
use serde_json::Value as Json;

use super::Probe;

impl Probe {
    /// Documents, templates and models are written, and the table that the input of `CreateTable` creates is the
    /// schema's.
    pub async fn generated<S: Schema<Table = S> + Table>(&mut self) {
        let patterns = access_patterns::access_patterns::<S>("schema");
        let texts = [patterns.to_markdown(), patterns.to_html(), patterns.to_json().to_string()];
        let mut settings = Settings::default();
        if S::SCHEMA.regions == Regions::Strong {
            settings.replicas = Some(vec!["us-east-2".to_owned(), "us-west-2".to_owned()]);
        }
        let infrastructure = Infrastructure::new::<S>("schema", settings);
        let templates = infrastructure.and_then(|of| Ok((of.cloudformation(), of.terraform()?)));
        let (template, module) = match templates {
            Ok(templates) => templates,
            Err(error) => return self.fail(format!("templates: {error}")),
        };
        let workbench = workbench::workbench::<S>("schema").document;
        let models = [template.to_string(), module.to_string(), workbench.to_string()];
        for text in texts.iter().chain(&models).filter(|text| text.len() < 100) {
            self.fail(format!("a generated document is nearly empty: {text}"));
        }
        let request = PolicyRequest::new("arn:aws:dynamodb:eu-central-1:123456789012:table/schema", Access::Writer);
        if let Err(error) = iam::policies::<S>(&request) {
            self.fail(format!("policies: {error}"));
        }
        let input = create_table::<S>("schema");
        let client = Local::builder().answer_inline().start().client();
        let create = client.create_table().table_name("schema").billing_mode(BillingMode::PayPerRequest);
        let create = create
            .set_attribute_definitions(list(&input["AttributeDefinitions"], definition))
            .set_key_schema(list(&input["KeySchema"], key))
            .set_global_secondary_indexes(list(&input["GlobalSecondaryIndexes"], global))
            .set_local_secondary_indexes(list(&input["LocalSecondaryIndexes"], local));
        if let Err(error) = create.send().await {
            return self.fail(format!("create_table: {error:?} of {input}"));
        }
        if let Err(error) = S::open_verified(client, "schema").await {
            self.fail(format!("open_verified: {error}"));
        }
    }
}

fn list<T>(json: &Json, of: impl Fn(&Json) -> Option<T>) -> Option<Vec<T>> {
    json.as_array().map(|list| list.iter().filter_map(of).collect())
}

fn text(json: &Json) -> Option<&str> {
    json.as_str()
}

fn definition(json: &Json) -> Option<AttributeDefinition> {
    let definition = AttributeDefinition::builder().attribute_name(text(&json["AttributeName"])?);
    definition.attribute_type(text(&json["AttributeType"])?.into()).build().ok()
}

fn key(json: &Json) -> Option<KeySchemaElement> {
    let key = KeySchemaElement::builder().attribute_name(text(&json["AttributeName"])?);
    key.key_type(text(&json["KeyType"])?.into()).build().ok()
}

fn projection(json: &Json) -> Option<Projection> {
    let names = list(&json["NonKeyAttributes"], |name| text(name).map(str::to_owned));
    let projection = Projection::builder().projection_type(text(&json["ProjectionType"])?.into());
    Some(projection.set_non_key_attributes(names).build())
}

fn global(json: &Json) -> Option<GlobalSecondaryIndex> {
    let index = GlobalSecondaryIndex::builder().index_name(text(&json["IndexName"])?);
    index.set_key_schema(list(&json["KeySchema"], key)).set_projection(projection(&json["Projection"])).build().ok()
}

fn local(json: &Json) -> Option<LocalSecondaryIndex> {
    let index = LocalSecondaryIndex::builder().index_name(text(&json["IndexName"])?);
    index.set_key_schema(list(&json["KeySchema"], key)).set_projection(projection(&json["Projection"])).build().ok()
}

//! Declares the template's parameters: the values that differ between environments, or change after the deployment.

use keywright::throttling::Throughput;
use serde_json::{Map, Value, json};

use crate::infrastructure::{Encryption, Infrastructure, Place, scaling::kind, word};

/// A parameter of the template.
pub(super) struct Parameter {
    pub(super) name: String,
    declaration: Value,
    /// The value with which the template behaves as if it had no such parameter.
    absent: Option<&'static str>,
}

impl Parameter {
    fn new(name: impl Into<String>, declaration: Value) -> Self {
        Self { name: name.into(), declaration, absent: None }
    }

    fn absent_as(self, absent: &'static str) -> Self {
        Self { absent: Some(absent), ..self }
    }

    fn reference(&self) -> Value {
        reference(&self.name)
    }
}

pub(super) fn reference(name: &str) -> Value {
    json!({ "Ref": name })
}

/// Returns the value if the parameter is given, and otherwise no property.
pub(super) fn if_given(parameter: &str, value: Value) -> Value {
    json!({ "Fn::If": [condition(parameter), value, { "Ref": "AWS::NoValue" }] })
}

fn condition(parameter: &str) -> String {
    format!("Has{parameter}")
}

/// Returns the declarations of the parameters, and a condition for each that can be absent.
pub(super) fn declarations(parameters: &[Parameter]) -> (Value, Option<Value>) {
    let declared = parameters.iter().map(|parameter| (parameter.name.clone(), parameter.declaration.clone()));
    let conditions: Map<_, _> = parameters
        .iter()
        .filter_map(|parameter| {
            let is_absent = json!({ "Fn::Equals": [parameter.reference(), parameter.absent?] });
            Some((condition(&parameter.name), json!({ "Fn::Not": [is_absent] })))
        })
        .collect();
    (Value::Object(declared.collect()), (!conditions.is_empty()).then_some(Value::Object(conditions)))
}

/// Returns all parameters of the template.
pub(super) fn parameters(infrastructure: &Infrastructure) -> Vec<Parameter> {
    let mut parameters = vec![
        Parameter::new("TableName", json!({ "Type": "String", "Default": infrastructure.table_name })),
        Parameter::new(
            "DeletionProtection",
            json!({
                "Type": "String",
                "Default": infrastructure.settings.deletion_protection.to_string(),
                "AllowedValues": ["true", "false"],
                "Description": "Whether DynamoDB refuses to delete the table.",
            }),
        ),
    ];
    parameters.extend(keys(infrastructure));
    if infrastructure.settings.alarms.is_some() {
        let description = "The ARN of the SNS topic that alarms notify, or `none`.";
        let topic = json!({ "Type": "String", "Default": "none", "Description": description });
        parameters.push(Parameter::new("AlarmTopicArn", topic).absent_as("none"));
    }
    let warm = infrastructure.places().flat_map(|place| Throughput::ALL.map(|throughput| (place, throughput)));
    parameters.extend(warm.filter_map(|(place, throughput)| warm_parameter(place, throughput)));
    parameters
}

/// Returns the parameters with the customer's keys, one for each region.
fn keys(infrastructure: &Infrastructure) -> Vec<Parameter> {
    let Encryption::CustomerManaged(key) = &infrastructure.settings.encryption else { return Vec::new() };
    let described = |place: &str| format!("The ARN of the KMS key that encrypts the table{place}.");
    let own = json!({ "Type": "String", "Default": key, "Description": described("") });
    let regions = infrastructure.settings.replicas.iter().flatten();
    let of_replicas = regions.map(|region| {
        let declaration = json!({ "Type": "String", "Description": described(&format!(" in {region}")) });
        Parameter::new(replica_key(region), declaration)
    });
    std::iter::once(Parameter::new("KmsKeyArn", own)).chain(of_replicas).collect()
}

/// Returns the name of the parameter with the key of a replica.
pub(super) fn replica_key(region: &str) -> String {
    let part = |part: &str| {
        part.chars().take(1).map(|first| first.to_ascii_uppercase()).chain(part.chars().skip(1)).collect::<String>()
    };
    format!("KmsKeyArn{}", region.split('-').map(part).collect::<String>())
}

fn warm_parameter(place: &Place, throughput: Throughput) -> Option<Parameter> {
    let description = format!(
        "Warm throughput of {} in {} units a second, or 0 to leave it to DynamoDB. It is a parameter because DynamoDB \
         raises it as traffic grows and cannot lower it, so that an update to less than the current value fails.",
        place.described(),
        word(throughput)
    );
    let units = place.warm_units(throughput)?;
    let declaration = json!({ "Type": "Number", "Default": units, "MinValue": 0, "Description": description });
    Some(Parameter::new(warm_name(place, throughput), declaration).absent_as("0"))
}

fn warm_name(place: &Place, throughput: Throughput) -> String {
    let kind = kind(throughput);
    format!("Warm{kind}Units{}", place.camel)
}

/// Returns the property `WarmThroughput` of the table or of an index, without figures that are 0. It is absent if all
/// are 0.
pub(super) fn warm_throughput(place: &Place) -> Option<Value> {
    let properties = [(Throughput::Write, "WriteUnitsPerSecond"), (Throughput::Read, "ReadUnitsPerSecond")];
    let figures: Vec<_> = properties
        .into_iter()
        .filter(|(throughput, _)| place.warm_units(*throughput).is_some())
        .map(|(throughput, property)| (property, warm_name(place, throughput)))
        .collect();
    (!figures.is_empty()).then(|| chosen(&figures, Map::new()))
}

/// Returns a condition for each figure, which adds it to those that are already `given`.
fn chosen(figures: &[(&str, String)], given: Map<String, Value>) -> Value {
    let Some(((property, parameter), others)) = figures.split_first() else {
        return if given.is_empty() { reference("AWS::NoValue") } else { Value::Object(given) };
    };
    let mut with_first = given.clone();
    with_first.insert((*property).to_owned(), reference(parameter));
    json!({ "Fn::If": [condition(parameter), chosen(others, with_first), chosen(others, given)] })
}

//! Converts a Query that was built without a client into a request of a client.

use aws_sdk_dynamodb::{
    Client,
    operation::query::{QueryInput, builders::QueryFluentBuilder},
};

/// Converts the request into a builder of this client, which accepts its own settings.
pub(super) fn with_client(client: &Client, input: QueryInput) -> QueryFluentBuilder {
    client
        .query()
        .set_table_name(input.table_name)
        .set_index_name(input.index_name)
        .set_select(input.select)
        .set_attributes_to_get(input.attributes_to_get)
        .set_limit(input.limit)
        .set_consistent_read(input.consistent_read)
        .set_key_conditions(input.key_conditions)
        .set_query_filter(input.query_filter)
        .set_conditional_operator(input.conditional_operator)
        .set_scan_index_forward(input.scan_index_forward)
        .set_exclusive_start_key(input.exclusive_start_key)
        .set_return_consumed_capacity(input.return_consumed_capacity)
        .set_projection_expression(input.projection_expression)
        .set_filter_expression(input.filter_expression)
        .set_key_condition_expression(input.key_condition_expression)
        .set_expression_attribute_names(input.expression_attribute_names)
        .set_expression_attribute_values(input.expression_attribute_values)
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::{
        config::{BehaviorVersion, Config},
        types::{AttributeValue, ComparisonOperator, Condition, ConditionalOperator, ReturnConsumedCapacity, Select},
    };

    use super::*;

    #[test]
    fn every_field_of_a_query_is_kept() {
        let client = Client::from_conf(Config::builder().behavior_version(BehaviorVersion::latest()).build());
        let value = AttributeValue::S("a".into());
        let condition = Condition::builder()
            .attribute_value_list(value.clone())
            .comparison_operator(ComparisonOperator::Eq)
            .build()
            .unwrap();
        let input = QueryInput::builder()
            .table_name("platform")
            .index_name("GSI1")
            .select(Select::AllAttributes)
            .attributes_to_get("PK")
            .limit(7)
            .consistent_read(true)
            .key_conditions("PK", condition.clone())
            .query_filter("a", condition)
            .conditional_operator(ConditionalOperator::Or)
            .scan_index_forward(false)
            .exclusive_start_key("PK", value.clone())
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .projection_expression("#a")
            .filter_expression("#a = :a")
            .key_condition_expression("#p = :p")
            .expression_attribute_names("#a", "a")
            .expression_attribute_values(":a", value)
            .build()
            .unwrap();
        assert!(!format!("{input:?}").contains("None"), "a field is not set: {input:?}");
        assert_eq!(with_client(&client, input.clone()).as_input().clone().build().unwrap(), input);
    }
}

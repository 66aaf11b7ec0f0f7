//! Tests settings that are refused, and those that depend on the schema.

use keywright::{Entity, Table};
use keywright_tools::{
    cloudformation,
    infrastructure::{Infrastructure, Settings},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Notes, Shop, with};

#[derive(Table)]
#[entities(Login)]
struct Logins;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Logins)]
#[pk(template = "LOGIN#<email>")]
#[sk(template = "LOGIN")]
struct Login {
    #[entity(sensitive)]
    email: String,
}

#[derive(Table)]
#[entities(Account)]
struct Accounts;

/// The keys of its sentinels contain the email.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Accounts)]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "ACCOUNT")]
struct Account {
    id: String,
    #[entity(unique, sensitive)]
    email: String,
}

fn refused(settings: Value) -> String {
    match Settings::from_json(&settings.to_string()) {
        Ok(settings) => Infrastructure::new::<Shop>("shop", settings).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn an_empty_file_means_the_defaults() {
    assert_eq!(Settings::from_json("{}").unwrap(), Settings::default());
    let written = serde_json::to_string(&Settings::default()).unwrap();
    assert_eq!(Settings::from_json(&written).unwrap(), Settings::default());
}

#[test]
fn a_refusal_names_the_setting_and_the_fix() {
    let range = |min: u64, max: u64| json!({ "min": min, "max": max });
    let provisioned = |read: Value, write: Value| {
        let table = json!({ "read": read, "write": write });
        json!({ "capacity": { "provisioned": { "table": table } } })
    };
    let cases = [
        (json!({ "streams": "new_image" }), "unknown field `streams`", "`settings` writes all settings"),
        (json!({ "stream": "new" }), "unknown variant `new`", "`settings` writes all settings"),
        (json!({ "point_in_time_recovery_days": 36 }), "point_in_time_recovery_days: 36", "1 to 35 days"),
        (json!({ "encryption": { "customer_managed": "alias/k" } }), "`alias/k` is not an ARN", "arn:aws:kms:"),
        (json!({ "tags": { "aws:team": "x" } }), "tags: `aws:team`", "does not begin with `aws:`"),
        (json!({ "replicas": ["Ireland"] }), "replicas: `Ireland`", "\"eu-west-1\""),
        (json!({ "replicas": ["eu-west-1", "eu-west-1"] }), "`eu-west-1` twice", "once"),
        (json!({ "replicas": ["eu-west-1"], "stream": "new_image" }), "stream: ", "\"new_and_old_images\""),
        (json!({ "alarms": { "minutes": 6 } }), "alarms: 1 throttles per minute in 6 of 5 minutes", "fix"),
        (json!({ "alarms": { "throttles_per_minute": 0 } }), "alarms: 0 throttles", "at least 1 throttle"),
        (provisioned(range(10, 5), range(1, 90_000)), "read units of the table from 10 to 5", "not below it"),
        (provisioned(range(0, 5), range(1, 90_000)), "from 0 to 5", "at least 1"),
        (
            json!({ "capacity": { "on_demand": { "indexes": { "ByYear": { "read_units": 5 } } } } }),
            "no global index `ByYear`",
            "one of `ByState`, `ByDay`",
        ),
    ];
    for (settings, problem, fix) in cases {
        let message = refused(settings.clone());
        assert!(message.contains(problem), "{settings}: {message}");
        assert!(message.contains(fix), "{settings}: {message}");
    }
}

/// The entity declares 9,000 writes per second.
#[test]
fn throughput_below_the_declared_peaks_is_refused() {
    let maximum = |units: u64| json!({ "capacity": { "on_demand": { "table": { "write_units": units } } } });
    let message = refused(maximum(8_999));
    assert!(message.contains("at most 8999 write units per second for the table"), "{message}");
    assert!(message.contains("lower the `peak(..)`"), "{message}");
    let units: u64 = message.split("need ").nth(1).unwrap().split('\n').next().unwrap().parse().unwrap();
    assert!(refused(maximum(units - 1)).contains("declared peaks"));
    with(maximum(units));
    let message = refused(json!({ "capacity": { "on_demand": { "indexes": { "ByDay": { "write_units": 10 } } } } }));
    assert!(message.contains("for the index ByDay"), "{message}");
}

/// Contributor Insights shows keys in plain text.
#[test]
fn contributor_insights_are_off_by_default_for_sensitive_keys() {
    let insights =
        |template: Value| template["Resources"]["Table"]["Properties"].get("ContributorInsightsSpecification").cloned();
    assert!(insights(cloudformation::<Notes>("notes")).is_some());
    assert_eq!(insights(cloudformation::<Logins>("logins")), None);
    assert_eq!(insights(cloudformation::<Accounts>("accounts")), None);
    assert_eq!(insights(with(json!({ "encryption": "aws_managed" })).cloudformation()), None);
    let asked = with(json!({ "encryption": "aws_managed", "contributor_insights": "throttled_keys" }));
    assert!(insights(asked.cloudformation()).is_some());
    assert_eq!(insights(with(json!({ "contributor_insights": "off" })).cloudformation()), None);
}

/// The guide documents each setting.
#[test]
fn the_guide_has_a_row_for_every_setting() {
    let guide = include_str!("../../../docs/src/how-to/production.md");
    for setting in serde_json::json!(Settings::default()).as_object().unwrap().keys() {
        assert!(guide.contains(&format!("\n| `{setting}` |")), "{setting}");
    }
}

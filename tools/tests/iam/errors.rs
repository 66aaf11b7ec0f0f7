//! Tests requests that no policy can express, and the fix in their messages.

use keywright::{Entity, Table};
use keywright_tools::iam::{Access, PolicyRequest, Tenant, policy};
use serde::{Deserialize, Serialize};

use crate::{
    TABLE,
    designs::{Notes, Saas},
    of, of_tenant,
};

#[derive(Table)]
#[table(pk(name = "id", type = "N"))]
#[entities(Sale)]
struct Sales;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Sales)]
#[pk(template = "<id>")]
#[sk(template = "SALE")]
struct Sale {
    id: u64,
}

#[derive(Table)]
#[entities(User, Padded, Snow, Page, Home)]
struct Odd;

/// Unique among all tenants.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Odd)]
#[pk(template = "USER#<tenant>")]
#[sk(template = "<id>")]
struct User {
    tenant: String,
    id: String,
    #[entity(unique)]
    email: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Odd)]
#[pk(template = "PADDED#<tenant:w8>")]
#[sk(template = "PADDED")]
struct Padded {
    tenant: u32,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Odd)]
#[pk(template = "☃#<tenant>")]
#[sk(template = "SNOW")]
struct Snow {
    tenant: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Odd)]
#[pk(template = "PAGE#<tenant:lower>")]
#[sk(template = "PAGE")]
struct Page {
    tenant: String,
}

/// Of a tenant that is called `home`, `PAGE#home` would be a page.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Odd)]
#[pk(template = "PAGE#home", allow_hot = "a few writes a day")]
#[sk(template = "HOME#<id>")]
struct Home {
    id: String,
}

fn error<S: keywright::Schema>(entity: &str, access: Access) -> String {
    of_tenant::<S>(entity, access).unwrap_err().to_string()
}

#[test]
fn errors_name_the_entity_the_key_and_the_fix() {
    let number = of::<Sales>("Sale", Access::ReadOnly).unwrap_err().to_string();
    assert_eq!(
        number,
        "`Sale`: the attribute `id` of the partition key has type N, and a policy compares only keys of text; declare \
         it as type S, or grant the whole table"
    );
    let snow = of::<Odd>("Snow", Access::ReadOnly).unwrap_err().to_string();
    assert!(snow.starts_with("`Snow`: the key `☃#<tenant>` contains '☃', and a policy only"), "{snow}");
    let late = error::<Saas>("Late", Access::ReadOnly);
    assert_eq!(
        late,
        "`Late`: a value of variable length stands before `<tenant>` in the partition key `LATE#<id>#<tenant>`, or no \
         literal stands after it, and `*` in a policy also matches the delimiter `#`; put `<tenant>` before the other \
         values"
    );
    let none = error::<Saas>("Setting", Access::ReadOnly);
    assert_eq!(none, "`Setting`: it has no field `tenant`; grant it without a tenant");
    let padded = error::<Odd>("Padded", Access::ReadOnly);
    assert!(
        padded.contains("`tenant` stands in keys with 8 digits") && padded.contains("`<tenant:plain>`"),
        "{padded}"
    );
    let home = error::<Odd>("Page", Access::ReadOnly);
    assert!(home.starts_with("`Page`: its pattern would match keys of `Home`, as in `PAGE#home`"), "{home}");
}

#[test]
fn a_value_that_is_unique_among_tenants_is_no_tenants_to_write() {
    let writer = error::<Odd>("User", Access::Writer);
    assert!(writer.contains("`email`") && writer.contains("`#[entity(unique(within = tenant))]`"), "{writer}");
    assert!(of_tenant::<Odd>("User", Access::ReadOnly).is_ok());
    assert!(of::<Odd>("User", Access::Writer).is_ok());
}

#[test]
fn requests_are_checked() {
    let of = |request: PolicyRequest| policy::<Saas>(&request).unwrap_err().to_string();
    let unknown = of(PolicyRequest::new(TABLE, Access::ReadOnly).entity("Nobody"));
    assert!(unknown.starts_with("the schema has no entity `Nobody`; it has `Company`, `Member`"), "{unknown}");
    for arn in ["saas", "arn:aws:s3:::saas", "arn:aws:dynamodb:eu-west-1:1:table/a*", "arn:aws:dynamodb:::table/"] {
        assert!(of(PolicyRequest::new(arn, Access::ReadOnly)).contains("is not the ARN of a table"), "{arn}");
    }
    for variable in ["", "a}b", "aws:PrincipalTag/", "aws:PrincipalTag/*", "aws:PrincipalTag/ä"] {
        let tenant = Tenant::variable("tenant", variable);
        let message = of(PolicyRequest::new(TABLE, Access::ReadOnly).tenant(tenant));
        assert!(message.contains("is not a policy variable"), "{variable}");
    }
    let nobody = of(PolicyRequest::new(TABLE, Access::ReadOnly).tenant(Tenant::tag("team")));
    assert!(nobody.starts_with("no entity can have a policy:\n`Company`: it has no"), "{nobody}");
}

#[test]
fn a_pattern_of_every_key_is_noted() {
    let notes = of::<Notes>("Note", Access::ReadOnly).unwrap().notes;
    let note =
        "the partition key `<tenant>` of `Note` is matched by `*`: the policy does not restrict the keys of the table";
    assert_eq!(notes, [note]);
    assert!(of_tenant::<Notes>("Note", Access::ReadOnly).unwrap().notes.iter().all(|other| other != note));
}

#[test]
fn notes_say_which_principals_are_denied() {
    let notes = of_tenant::<Saas>("Watch", Access::ReadOnly).unwrap().notes;
    let dash = "a principal whose value of `tenant` contains `-` is denied: keys contain it escaped";
    assert!(notes.iter().any(|note| note.contains(dash)), "{notes:#?}");
    let notes = of_tenant::<Saas>("Order", Access::ReadOnly).unwrap().notes;
    assert!(!notes.iter().any(|note| note.contains("is denied")), "a tag has no `#`: {notes:#?}");
    let notes = of_tenant::<Notes>("Note", Access::ReadOnly).unwrap().notes;
    assert!(notes.iter().any(|note| note.contains("contains `/` is denied")), "{notes:#?}");
    let lower = policy::<Odd>(&PolicyRequest::new(TABLE, Access::ReadOnly).entity("Page")).unwrap().notes;
    assert!(!lower.iter().any(|note| note.contains("lower case")), "there is no tenant: {lower:#?}");
}

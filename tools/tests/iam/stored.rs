//! Tests that a writer's policy allows everything that the library stores for an entity: items, index entries and
//! sentinels.

use keywright_local::Local;
use keywright_tools::iam::{Access, Policy};

use crate::{
    ARN,
    designs::{Member, Role, Saas},
    evaluator::{Request, allows},
    of, of_tenant,
};

/// Returns the partition keys of all items.
async fn stored(members: &[Member]) -> Vec<String> {
    let table = Local::start().open::<Saas>("saas").await.unwrap();
    for member in members {
        table.create(member).await.unwrap();
    }
    let page = table.client().scan().table_name("saas").send().await.unwrap();
    page.items().iter().map(|item| item["PK"].as_s().unwrap().clone()).collect()
}

fn is_allowed(policy: &Policy, key: &str, tenant: &str) -> bool {
    let request = Request::new("dynamodb:PutItem", ARN).with("dynamodb:LeadingKeys", [key]);
    allows(&policy.document, &request.with("aws:PrincipalTag/tenant", [tenant]))
}

fn member(tenant: &str, id: &str, nickname: &str) -> Member {
    let (tenant, id, nickname) = (tenant.to_owned(), id.to_owned(), nickname.to_owned());
    Member { tenant, email: format!("{id}@example.com"), id, role: Role::Admin, nickname }
}

async fn sentinels_of_members() {
    let members = [member("acme", "1", "ann#%/ü"), member("acme/x", "2", "acme"), member("other", "3", "acme#ann")];
    let keys = stored(&members).await;
    assert_eq!(keys.len(), 6, "three items, and a sentinel of each: {keys:?}");
    let (all, own) =
        (of::<Saas>("Member", Access::Writer).unwrap(), of_tenant::<Saas>("Member", Access::Writer).unwrap());
    for key in &keys {
        assert!(is_allowed(&all, key, ""), "{key}");
        assert!(!is_allowed(&of::<Saas>("Order", Access::Writer).unwrap(), key, ""), "{key}");
        for tenant in ["acme", "acme/x", "other"] {
            let is_own =
                key == &format!("TENANT#{tenant}") || key.starts_with(&format!("%UNIQUE#Member#nickname#{tenant}#"));
            assert_eq!(is_allowed(&own, key, tenant), is_own, "{key} of {tenant}");
        }
    }
    let reader = of::<Saas>("Member", Access::ReadOnly).unwrap();
    assert!(keys.iter().all(|key| !is_allowed(&reader, key, "")));
}

#[test]
fn a_writer_writes_its_sentinels() {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(sentinels_of_members());
}

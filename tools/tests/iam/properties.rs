//! Tests that a policy allows every key that its entity writes, and no other key that its notes do not name.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex},
};

use keywright::{Schema, schema::EntitySchema};
use keywright_tools::iam::{Access, Policy};
use proptest::{prelude::*, sample::select};

use crate::{
    ARN,
    designs::{Before, Notes, Saas},
    evaluator::{Request, allows},
    keys::{Written, item, text},
    of, of_tenant,
};

/// Policies by the name of the schema and of the entity, and by whether they have a tenant. `None` without a policy.
type Policies = HashMap<(&'static str, String, bool), Option<Arc<Policy>>>;

static POLICIES: LazyLock<Mutex<Policies>> = LazyLock::new(Mutex::default);

fn cached<S: Schema>(entity: &str, with_tenant: bool) -> Option<Arc<Policy>> {
    let key = (std::any::type_name::<S>(), entity.to_owned(), with_tenant);
    let generated = || {
        let policy = if with_tenant { of_tenant::<S> } else { of::<S> };
        policy(entity, Access::Writer).ok().map(Arc::new)
    };
    POLICIES.lock().unwrap().entry(key).or_insert_with(generated).clone()
}

/// Returns a request for the items of a key.
fn asked(written: &Written, principal: Option<&str>) -> Option<Request> {
    let names = ["LeadingKeys", "SecondPartitionKeyValues", "ThirdPartitionKeyValues", "FourthPartitionKeyValues"];
    let request = match written.index {
        None => Request::new("dynamodb:PutItem", ARN),
        Some(index) => Request::new("dynamodb:Query", &format!("{ARN}/index/{index}")),
    };
    let attributes = written.partition.as_ref()?.iter().zip(names);
    let request = attributes.fold(request, |request, (text, name)| request.with(&format!("dynamodb:{name}"), [text]));
    Some(match principal {
        Some(tag) => request.with("aws:PrincipalTag/tenant", [tag]),
        None => request,
    })
}

fn is_noted(policy: &Policy, written: &Written) -> bool {
    let what = if written.index.is_some() { "index entries of" } else { "items of" };
    policy.notes.iter().any(|note| note.contains(&format!("also allows {what} `{}`", written.entity.name)))
}

fn is_left_out(policy: &Policy, index: Option<&str>) -> bool {
    let begins = |index: &str| format!("queries of the index `{index}` are left out");
    index.is_some_and(|index| policy.notes.iter().any(|note| note.starts_with(&begins(index))))
}

/// Returns the tenant of an item, which can be the tenant itself.
fn tenant_of(written: &Written) -> Option<&str> {
    written.text("tenant").or_else(|| (written.entity.name == "Company").then(|| written.text("id")).flatten())
}

/// Whether a principal's value can be a tenant that keys contain unchanged.
fn is_plain(tenant: &str) -> bool {
    !tenant.contains(['#', '%', '*', '?', '/', '-'])
}

/// Generates a principal's value, and an item whose tenant is that value, begins with it, or is another.
fn asked_by_principals(entities: &'static [&'static EntitySchema]) -> impl Strategy<Value = (String, Vec<Written>)> {
    tenants().prop_flat_map(move |(one, other)| (Just(one), item(entities, Just(Some(other)))))
}

fn tenants() -> impl Strategy<Value = (String, String)> {
    let pair = (text(), text(), text());
    pair.prop_flat_map(|(one, other, more)| {
        let ends_later = format!("{one}{more}");
        let others = vec![one.clone(), other, ends_later, format!("{one}#{more}"), format!("{one}/{more}")];
        (Just(one), select(others))
    })
}

/// Checks one key of an item against the policy of an entity.
fn check_entity<S: Schema>(entity: &str, written: &Written) -> Result<(), TestCaseError> {
    let Some(policy) = cached::<S>(entity, false) else { panic!("`{entity}` has no policy") };
    let Some(request) = asked(written, None) else { return Ok(()) };
    let is_allowed = allows(&policy.document, &request);
    if entity == written.entity.name {
        prop_assert!(is_allowed != is_left_out(&policy, written.index), "{entity} {written:?}");
    } else {
        prop_assert!(!is_allowed || is_noted(&policy, written), "{entity} {written:?}");
    }
    Ok(())
}

/// Checks one key of an item against the policy of an entity for the principals with a tag.
fn check_tenant<S: Schema>(entity: &str, written: &Written, principal: &str) -> Result<(), TestCaseError> {
    let Some(policy) = cached::<S>(entity, true) else { return Ok(()) };
    let Some(request) = asked(written, Some(principal)) else { return Ok(()) };
    let is_allowed = allows(&policy.document, &request);
    if is_allowed {
        prop_assert_eq!(tenant_of(written), Some(principal), "{} {:?}", entity, written);
        prop_assert!(entity == written.entity.name || is_noted(&policy, written), "{entity} {written:?}");
    } else if entity == written.entity.name && tenant_of(written) == Some(principal) && is_plain(principal) {
        prop_assert!(is_left_out(&policy, written.index), "{entity} {written:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, max_shrink_iters: 500, ..ProptestConfig::default() })]

    #[test]
    fn an_entity_reaches_its_own_keys(
        entity in select(Saas::ENTITIES),
        item in item(Saas::ENTITIES, Just(None)),
    ) {
        for written in &item {
            check_entity::<Saas>(written.entity.name, written)?;
            check_entity::<Saas>(entity.name, written)?;
        }
    }

    #[test]
    fn a_tenant_reaches_its_own_keys(
        entity in select(Saas::ENTITIES),
        (principal, item) in asked_by_principals(Saas::ENTITIES),
    ) {
        for written in &item {
            check_tenant::<Saas>(written.entity.name, written, &principal)?;
            check_tenant::<Saas>(entity.name, written, &principal)?;
        }
    }

    /// A principal's value can be a part of another tenant's key.
    #[test]
    fn a_part_of_a_key_is_no_tenant(
        entity in select(Saas::ENTITIES),
        item in item(Saas::ENTITIES, text().prop_map(Some)),
        from in 0..6usize,
        parts in 1..6usize,
    ) {
        for written in &item {
            let Some(key) = written.partition.as_ref().and_then(|of| of.first()) else { continue };
            let principal: Vec<_> = key.split('#').skip(from).take(parts).collect();
            let principal = principal.join("#");
            check_tenant::<Saas>(written.entity.name, written, &principal)?;
            check_tenant::<Saas>(entity.name, written, &principal)?;
        }
    }

    /// A tenant in the partition key's attribute itself, which is not escaped, and in an index where it is.
    #[test]
    fn a_tenant_that_is_the_key_reaches_its_own_keys(
        (principal, item) in asked_by_principals(Notes::ENTITIES),
    ) {
        for written in &item {
            check_tenant::<Notes>("Note", written, &principal)?;
        }
    }

    /// Items under older keys.
    #[test]
    fn older_keys_are_reached(
        (principal, item) in asked_by_principals(Before::ENTITIES),
    ) {
        let policy = cached::<Saas>("Invoice", true).unwrap();
        let written = &item[0];
        let is_allowed = allows(&policy.document, &asked(written, Some(&principal)).unwrap());
        let is_own = written.text("tenant") == Some(&principal);
        prop_assert!(!is_allowed || is_own, "{written:?}");
        prop_assert!(is_allowed || !is_own || !is_plain(&principal), "{written:?}");
    }
}

/// The properties above check entities that have policies, and principals that have items.
#[test]
fn most_entities_have_policies_for_tenants() {
    let with: Vec<_> =
        Saas::ENTITIES.iter().map(|entity| entity.name).filter(|name| cached::<Saas>(name, true).is_some()).collect();
    let expected = ["Member", "Order", "OrderItem", "Event", "Votes", "Shipment", "Invoice", "Rate", "Watch", "Call"];
    assert_eq!(with, [&expected[..], &["Session"]].concat());
    assert!(cached::<Notes>("Note", true).is_some());
}

//! Compares whole expansions with snapshots.

use expect_test::expect_file;
use syn::{DeriveInput, parse_quote};

use crate::{derive::entity as derive, snapshot::pretty};

fn ops_log() -> DeriveInput {
    parse_quote! {
        /// One call of an AI agent.
        #[entity(table = Platform)]
        #[pk(template = "OPS_LOG#<at>", bucket = "day")]
        #[shard(random = 10)]
        #[sk(template = "<at>#<call_id>")]
        #[peak(writes_per_second = 5_000, item_bytes = 700)]
        pub struct OpsLog {
            pub at: DateTime<Utc>,
            pub call_id: String,
            pub agent: String,
            pub severity: Severity,
            pub latency_ms: u32,
        }
    }
}

fn threat() -> DeriveInput {
    parse_quote! {
        /// An alert on a brand.
        #[entity(table = Platform)]
        #[pk(template = "THREAT#<brand>#<at:month>")]
        #[sk(template = "ALERT#<at>#<id>")]
        #[gsi(index = "GSI1", query = by_brand, pk = "BRAND#<brand>", sk = "THREAT#<at>#<id>")]
        pub struct Threat {
            pub brand: String,
            pub at: DateTime<Utc>,
            pub id: String,
            pub severity: Severity,
        }
    }
}

/// An entity with a local index, which has the table's bucket, shards and older key.
fn visit() -> DeriveInput {
    parse_quote! {
        /// A visit.
        #[entity(table = Platform)]
        #[pk(template = "VISITS#<at:day>", legacy(template = "VISITS"), retention = "90d")]
        #[shard(random = 4)]
        #[sk(template = "<at>#<user>")]
        #[lsi(index = "by_page", query = by_page, sk = "<page>")]
        pub struct Visit {
            pub at: DateTime<Utc>,
            pub user: String,
            pub page: Option<String>,
        }
    }
}

/// An entity with every option.
fn order() -> DeriveInput {
    parse_quote! {
        /// An order.
        ///
        /// Paid or not.
        #[entity(
            table = crate::Shop,
            name = "order",
            constants("__edb_v__" = "1", "__edb_e__" = "order"),
            crate = crate::db
        )]
        #[pk(
            template = "ORDER#<tenant>#<shard:02>#<placed:month>",
            query = of_tenant,
            legacy(template = "ORDERS#<tenant>", shards = 4, first = 1, until = "2027-01-01T00:00:00Z"),
            legacy(template = "ORDERS#<tenant>", hash(id), count = 3, until = "2026-01-01T00:00:00.5+01:00"),
            allow_hot = "a tenant has few orders",
            retention = "90d"
        )]
        #[shard(hash(id, r#type), count = 6, with = crate::spread, first = 1)]
        #[sk(template = "<<<type>#<number:w8>#<id:lower,raw>")]
        #[gsi(
            index = "GSI1",
            query = by_status,
            pk = "STATUS#<status>#<placed:day>",
            since = "2026-06-01T00:00:00Z",
            legacy(template = "STATUS#<status>", since = "2026-01-01T00:00:00Z", until = "2026-07-01T00:00:00Z"),
            legacy(template = "S#<status>"),
            shard(
                random = 20,
                grow(at = "2027-01-01T00:00:00Z", count = 40),
                grow(at = "2028-01-01T00:00:00Z", count = 60)
            ),
            peak(writes_per_second = 900, reads(queries = 40, top_share = 0.1), top_share = 0.25)
        )]
        #[gsi(
            index = "GSI2",
            query = by_coupon,
            pk = "COUPON#<coupon>",
            sk = "<placed:ms>",
            shard(hash(coupon, top_share = 0.2), count = 3)
        )]
        #[peak(writes_per_second = 2_000, item_bytes = 1_500, reads_per_second = 300, mean = 0.2)]
        #[allow(deprecated)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct Order {
            /// Whose it is.
            tenant: String,
            placed: DateTime<Utc>,
            id: String,
            r#type: Kind,
            number: u32,
            status: Status,
            coupon: Option<String>,
            #[serde(rename = "total")]
            total_cents: u64,
            #[serde(default)]
            gift: bool,
            #[serde(skip)]
            cache: Cache,
            #[serde(flatten)]
            rest: keywright::Attributes,
        }
    }
}

#[test]
fn a_randomly_sharded_entity_expands_as_recorded() {
    expect_file!["../../../snapshots/entity_ops_log.rs"].assert_eq(&pretty(derive(&ops_log())));
}

#[test]
fn an_entity_with_an_index_expands_as_recorded() {
    expect_file!["../../../snapshots/entity_threat.rs"].assert_eq(&pretty(derive(&threat())));
}

#[test]
fn an_entity_with_a_local_index_expands_as_recorded() {
    expect_file!["../../../snapshots/entity_visit.rs"].assert_eq(&pretty(derive(&visit())));
}

#[test]
fn multi_attribute_keys_expand_as_recorded() {
    let input = parse_quote! {
        /// A match of a tournament.
        #[entity(table = Platform)]
        #[pk(template = "MATCH#<id>")]
        #[sk(template = "MATCH")]
        #[gsi(
            index = "GSI1",
            query = by_region,
            pk("<tournament>", "R#<region>"),
            sk("<round>", "<at:day>", "<id>"),
            shard(random = 4)
        )]
        pub struct Match {
            pub id: String,
            pub tournament: String,
            pub region: String,
            pub round: u32,
            pub at: DateTime<Utc>,
        }
    };
    expect_file!["../../../snapshots/entity_match.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn every_option_expands_as_recorded() {
    expect_file!["../../../snapshots/entity_every_option.rs"].assert_eq(&pretty(derive(&order())));
}

#[test]
fn counters_expand_as_recorded() {
    let input = parse_quote! {
        /// The votes of a poll.
        #[entity(table = Platform)]
        #[pk(template = "VOTES#<poll>")]
        #[shard(random = 10)]
        #[sk(template = "COUNT")]
        pub struct Votes {
            pub poll: String,
            /// Those who are for it.
            #[entity(counter)]
            pub r#for: u64,
            #[entity(counter)]
            pub against: i64,
            pub note: Option<String>,
            #[serde(flatten)]
            pub others: Attributes,
        }
    };
    expect_file!["../../../snapshots/entity_votes.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn unique_fields_and_a_version_expand_as_recorded() {
    let input = parse_quote! {
        #[entity(table = Platform)]
        #[pk(template = "USER#<id>")]
        #[sk(template = "PROFILE")]
        pub struct User {
            pub id: String,
            pub tenant: String,
            #[entity(unique)]
            pub email: String,
            #[entity(unique(within = tenant))]
            pub nickname: Option<String>,
            #[entity(version)]
            pub version: u64,
        }
    };
    expect_file!["../../../snapshots/entity_user.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn times_and_sensitive_fields_expand_as_recorded() {
    let input = parse_quote! {
        /// A session.
        #[entity(table = Platform)]
        #[pk(template = "USER#<user>")]
        #[sk(template = "SESSION")]
        #[gsi(index = "GSI1", query = by_change, pk = "USER#<user>", sk = "<updated>")]
        pub struct Session {
            #[entity(sensitive)]
            pub user: String,
            #[entity(ttl)]
            #[serde(with = "chrono::serde::ts_seconds")]
            pub expires_at: DateTime<Utc>,
            #[entity(created, sensitive)]
            pub created: Option<DateTime<Utc>>,
            #[entity(updated)]
            #[serde(default)]
            pub updated: DateTime<Utc>,
        }
    };
    expect_file!["../../../snapshots/entity_session.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn fields_that_are_set_together_expand_as_recorded() {
    let input = parse_quote! {
        #[entity(table = Platform)]
        #[pk(template = "PAIR#<id>")]
        #[gsi(index = "GSI1", query = by_both, pk = "BOTH#<one>#<other>", sk = "<changed>")]
        #[serde(tag = "type", rename = "pair")]
        struct Pair {
            id: String,
            one: String,
            r#other: u8,
            #[entity(updated)]
            changed: DateTime<Utc>,
        }
    };
    expect_file!["../../../snapshots/entity_pair.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn an_erroneous_entity_expands_to_a_stub() {
    let mut input = ops_log();
    input.attrs.retain(|attribute| !attribute.path().is_ident("peak"));
    input.attrs.push(parse_quote!(#[peak(writes = 5_000, item_bytes = 700)]));
    expect_file!["../../../snapshots/entity_beside_an_error.rs"].assert_eq(&pretty(derive(&input)));
}

/// An entity with 8 fields and two indexes.
fn reference() -> DeriveInput {
    parse_quote! {
        /// A reference.
        #[entity(table = Platform)]
        #[pk(template = "ORDER#<tenant>#<at:month>")]
        #[sk(template = "<at>#<id>")]
        #[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>#<at:day>", sk = "<at>#<id>", shard(random = 10))]
        #[gsi(index = "GSI2", query = by_customer, pk = "CUSTOMER#<customer>", sk = "<at>")]
        #[peak(writes_per_second = 5_000, item_bytes = 700)]
        pub struct Order {
            pub tenant: String,
            pub at: DateTime<Utc>,
            pub id: String,
            pub status: Status,
            pub customer: String,
            pub total: u64,
            pub currency: String,
            pub lines: Vec<Line>,
        }
    }
}

#[test]
fn expansions_are_small() {
    let bytes = |input| derive(&input).to_string().len();
    let (ops_log, threat, reference) = (bytes(ops_log()), bytes(threat()), bytes(reference()));
    println!("OpsLog {ops_log}, Threat {threat}, of 8 fields and two indexes {reference}");
    assert!(ops_log < 5_800, "{ops_log}");
    assert!(threat < 6_800, "{threat}");
    assert!(reference < 10_300, "{reference}");
}

#[test]
fn expansions_are_deterministic() {
    assert_eq!(derive(&order()).to_string(), derive(&order()).to_string());
}

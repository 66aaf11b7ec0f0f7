//! One table in several designs.

#![allow(missing_docs, dead_code, unreachable_pub)]

macro_rules! design {
    ($name:ident: $(#[$ops:meta])* ; $(#[$threat:meta])*) => {
        pub mod $name {
            use chrono::{DateTime, Utc};
            use keywright::{Entity, KeyEnum, Table};
            use serde::{Deserialize, Serialize};

            #[derive(Table)]
            #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
            #[table(undeclared_peak = "allow")]
            #[entities(OpsLog, Threat, Setting)]
            pub struct Platform;

            #[derive(Entity, Serialize, Deserialize)]
            #[entity(table = Platform)]
            $(#[$ops])*
            #[sk(template = "<at>#<call_id>")]
            pub struct OpsLog {
                pub at: DateTime<Utc>,
                #[serde(rename = "callId")]
                pub call_id: String,
            }

            #[derive(Entity, Serialize, Deserialize)]
            #[entity(table = Platform, name = "threat", constants("__edb_v__" = "1"))]
            $(#[$threat])*
            #[sk(template = "ALERT#<severity>#<number>")]
            #[gsi(index = "GSI1", query = by_brand, pk = "BRAND#<brand>", sk = "<at:ms>", shard(random = 3))]
            pub struct Threat {
                pub brand: String,
                pub at: DateTime<Utc>,
                pub severity: Severity,
                pub number: u32,
            }

            #[derive(Entity, Serialize, Deserialize)]
            #[entity(table = Platform)]
            #[pk(template = "SETTING#<level:w3>#<shard:02>")]
            #[shard(hash(name, level), count = 4, first = 1)]
            #[sk(template = "<name:lower>#<delta>")]
            pub struct Setting {
                pub name: String,
                pub level: u16,
                pub delta: i16,
            }

            #[derive(Clone, Copy, KeyEnum, Serialize, Deserialize)]
            pub enum Severity {
                Low,
                High,
            }
        }
    };
}

design!(original:
    #[pk(template = "OPS_LOG#<at>", bucket = "day")]
    #[shard(random = 10)];
    #[pk(template = "THREAT#<brand>")]
);
design!(grown:
    #[pk(template = "OPS_LOG#<at>", bucket = "day")]
    #[shard(random = 40)];
    #[pk(template = "THREAT#<brand>#<at:month>", legacy(template = "THREAT#<brand>"))]
);
design!(shrunk:
    #[pk(template = "OPS_LOG#<at>", bucket = "day")]
    #[shard(random = 5)];
    #[pk(template = "THREAT#<brand>")]
);
design!(moved:
    #[pk(template = "OPS_LOG#<at>", bucket = "day", legacy(template = "OPS_LOG#<at:day>", shards = 10))]
    #[shard(random = 5)];
    #[pk(template = "THREAT#<brand>")]
);

pub mod roles {
    use chrono::{DateTime, Utc};
    use keywright::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[table(ttl = "expires")]
    #[entities(User, Session)]
    pub struct Accounts;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Accounts, name = "user")]
    #[pk(template = "USER#<id>")]
    #[sk(template = "USER")]
    pub struct User {
        pub id: u64,
        pub tenant: String,
        #[entity(unique)]
        #[serde(rename = "mail")]
        pub email: String,
        #[entity(unique(within = tenant))]
        pub nickname: Option<String>,
        #[entity(unique)]
        pub badge: Option<i32>,
        #[entity(version)]
        pub revision: u64,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Accounts)]
    #[pk(template = "USER#<user>")]
    #[sk(template = "SESSION#<id>")]
    pub struct Session {
        pub user: u64,
        pub id: String,
        #[entity(ttl)]
        pub expires: DateTime<Utc>,
    }
}

macro_rules! orders {
    ($name:ident: $($facts:tt)*) => {
        pub mod $name {
            use std::collections::BTreeSet;

            use chrono::{DateTime, Utc};
            use keywright::{Attributes, Entity, Table};
            use serde::{Deserialize, Serialize};

            #[derive(Table)]
            #[entities(Order, Settings)]
            pub struct Shop;

            #[derive(Entity, Serialize, Deserialize)]
            #[entity(table = Shop)]
            #[pk(template = "CUSTOMER#<customer>")]
            #[sk(template = "ORDER#<id>")]
            pub struct Order {
                #[entity(key_only)]
                pub customer: String,
                pub id: u32,
                pub note: Option<String>,
                #[serde(default)]
                pub gift: bool,
                pub tags: BTreeSet<String>,
                #[serde(with = "chrono::serde::ts_seconds_option")]
                pub paid: Option<DateTime<Utc>>,
                #[serde(with = "chrono::serde::ts_seconds_option", default)]
                pub sent: Option<DateTime<Utc>>,
                #[serde(skip)]
                pub cache: u8,
                $($facts)*
                pub cents: u64,
                #[serde(flatten)]
                pub rest: Attributes,
            }

            #[derive(Default, Entity, Serialize, Deserialize)]
            #[serde(default)]
            #[entity(table = Shop)]
            #[pk(template = "SETTINGS", allow_hot = "there is one")]
            #[sk(template = "SETTINGS")]
            pub struct Settings {
                pub currency: String,
            }
        }
    };
}

orders!(orders:);
orders!(orders_renamed: #[serde(rename = "amount")]);
orders!(orders_with_alias: #[serde(rename = "amount", alias = "cents")]);

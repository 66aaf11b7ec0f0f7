//! Tables that can be launched at their peaks with the warm throughput that the generated templates request, and tables
//! whose load rises over hours. `fail/warning/kw004_launch*.rs` are the other sides.

use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

mod full {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    #[entities(Event, Leader, Settings)]
    struct Events;

    #[derive(KeyEnum, Serialize, Deserialize)]
    enum Kind {
        Opened,
        Closed,
    }

    /// Without a bucket: the index needs the partitions of a launch.
    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Events)]
    #[pk(template = "EVENT#<id>")]
    #[sk(template = "EVENT")]
    #[gsi(index = "GSI1", query = by_kind, pk = "KIND#<kind>", sk = "<id>", shard(random = 30))]
    #[peak(creates = 5_000, item_bytes = 700)]
    struct Event {
        id: String,
        kind: Kind,
    }

    /// Two constant keys, which may share a partition.
    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Events)]
    #[pk(template = "LEADER")]
    #[sk(template = "LEADER")]
    #[peak(updates = 100, item_bytes = 200)]
    struct Leader {
        holder: String,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Events)]
    #[pk(template = "SETTINGS")]
    #[sk(template = "SETTINGS")]
    #[peak(updates = 100, item_bytes = 200)]
    struct Settings {
        limit: u32,
    }
}

mod gradual {
    use super::*;

    #[derive(Table)]
    #[table(launch = "gradual")]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    #[entities(Event, Login, Logout)]
    struct Events;

    #[derive(KeyEnum, Serialize, Deserialize)]
    enum Kind {
        Opened,
        Closed,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Events)]
    #[pk(template = "EVENT#<id>")]
    #[sk(template = "EVENT")]
    #[gsi(index = "GSI1", query = by_kind, pk = "KIND#<kind>", sk = "<id>", shard(random = 16))]
    #[peak(creates = 5_000, item_bytes = 700)]
    struct Event {
        id: String,
        kind: Kind,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Events)]
    #[pk(template = "LOGIN")]
    #[sk(template = "<id>")]
    #[peak(creates = 600, item_bytes = 200)]
    struct Login {
        id: String,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Events)]
    #[pk(template = "LOGOUT")]
    #[sk(template = "<id>")]
    #[peak(creates = 600, item_bytes = 200)]
    struct Logout {
        id: String,
    }
}

/// Eight keys of different loads, whose sums the compiler has to compute for a launch.
mod several {
    use super::*;

    #[derive(Table)]
    #[entities(A, B, C, D, E, F, G, H)]
    struct Settings;

    macro_rules! singletons {
        ($($name:ident $key:literal $rate:literal),*) => {$(
            #[derive(Entity, Serialize, Deserialize)]
            #[entity(table = Settings)]
            #[pk(template = $key)]
            #[sk(template = "<id>")]
            #[peak(creates = $rate, item_bytes = 200)]
            struct $name {
                id: String,
            }
        )*};
    }

    singletons!(A "A" 240, B "B" 230, C "C" 220, D "D" 210, E "E" 200, F "F" 190, G "G" 180, H "H" 170);
}

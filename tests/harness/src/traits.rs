//! What the specification has to know of a design.

/// What a design stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stores {
    /// Items that have a key, and that clients write in place.
    Items,
    /// Counters on shards.
    Counters,
    /// A log that clients append to.
    Log,
}

/// What the specification has to know of a design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits {
    pub name: &'static str,
    pub stores: Stores,
    /// A field is the version of its item.
    pub versioned: bool,
    /// The mail is unique.
    pub unique: bool,
    /// Items can have older keys.
    pub legacy: bool,
    /// An older deployment writes into the table, too.
    pub older: bool,
    /// Items of some values have [expired](is_expired) when they are written.
    pub expires: bool,
    /// What the library is known to do, and should not, is let through.
    pub grants: bool,
    /// A query over the index finds each item once.
    pub indexed: bool,
    /// There is a local index, too.
    pub local: bool,
    /// It does so without a backfill, because its query knows the older keys of the index.
    pub older_index: bool,
}

impl Traits {
    /// Items without anything special.
    pub const fn items(name: &'static str) -> Self {
        let stores = Stores::Items;
        Self {
            name,
            stores,
            versioned: false,
            unique: false,
            legacy: false,
            older: false,
            expires: false,
            grants: true,
            indexed: true,
            local: false,
            older_index: false,
        }
    }

    pub const fn versioned(self) -> Self {
        Self { versioned: true, ..self }
    }

    pub const fn unique(self) -> Self {
        Self { unique: true, ..self }
    }

    pub const fn legacy(self) -> Self {
        Self { legacy: true, indexed: false, ..self }
    }

    pub const fn local(self) -> Self {
        Self { local: true, ..self }
    }

    pub const fn expires(self) -> Self {
        Self { expires: true, ..self }
    }

    /// The design, judged by the specification without grants.
    pub const fn strict(self, strict: bool) -> Self {
        Self { grants: !strict, ..self }
    }

    pub const fn older(self) -> Self {
        Self { older: true, ..self }
    }

    /// The older deployment writes other keys into the index.
    pub const fn older_index(self) -> Self {
        Self { older: true, older_index: true, ..self }
    }

    pub const fn stores(self, stores: Stores) -> Self {
        Self { stores, ..self }
    }
}

/// Whether an item of this value has expired, where items expire.
pub fn is_expired(value: u32) -> bool {
    value % 4 == 3
}

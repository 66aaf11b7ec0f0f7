//! The properties of a design that the specification depends on.

/// The kind of data that a design stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stores {
    /// Items with keys, which clients write in place.
    Items,
    /// Counters on shards.
    Counters,
    /// A log that clients append to.
    Log,
}

/// The properties of a design that the specification depends on.
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
    /// An older deployment also writes to the table.
    pub older: bool,
    /// Items of some values have already [expired](is_expired) when they are written.
    pub expires: bool,
    /// A query over the index finds each item once.
    pub indexed: bool,
    /// The table also has a local index.
    pub local: bool,
    /// A query over the index finds each item even without a backfill, because it knows the older keys of the index.
    pub older_index: bool,
}

impl Traits {
    /// Returns a design of items without special properties.
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

    pub const fn older(self) -> Self {
        Self { older: true, ..self }
    }

    /// Adds an older deployment that writes other keys into the index.
    pub const fn older_index(self) -> Self {
        Self { older: true, older_index: true, ..self }
    }

    pub const fn stores(self, stores: Stores) -> Self {
        Self { stores, ..self }
    }
}

/// Returns whether an item of this value has expired, in designs with expiry.
pub fn is_expired(value: u32) -> bool {
    value % 4 == 3
}

//! The calls that are measured.

use clap::ValueEnum;

/// A call, as a row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Row {
    /// Writing one item without a condition.
    Put,
    /// Reading one item.
    Get,
    /// Setting two fields of an item that exists.
    Update,
    /// A page without items.
    Query0,
    /// A page of one item.
    Query1,
    /// A page of 100 items.
    Query100,
    /// A page of 1,000 items.
    Query1000,
    /// Reading 100 items by their keys.
    BatchGet,
    /// Writing 25 items in one request.
    BatchPut,
    /// Writing 10 items, all or none.
    Transaction,
    /// The newest 50 of 10 lanes.
    FanOut10,
    /// The newest 50 of 50 lanes.
    FanOut50,
    /// Building the table key of an item.
    Key,
    /// A cursor to text and back.
    Cursor,
}

impl Row {
    /// The calls about single items, batches and pages.
    pub const OF_ITEMS: &[Self] = &[
        Self::Put,
        Self::Get,
        Self::Update,
        Self::Query0,
        Self::Query1,
        Self::Query100,
        Self::Query1000,
        Self::BatchGet,
        Self::BatchPut,
        Self::Transaction,
        Self::Key,
        Self::Cursor,
    ];

    /// The reads over several lanes.
    pub const OF_LANES: &[Self] = &[Self::FanOut10, Self::FanOut50];

    /// Returns its name in the tables of results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Put => "put",
            Self::Get => "get",
            Self::Update => "update",
            Self::Query0 => "query of 0",
            Self::Query1 => "query of 1",
            Self::Query100 => "query of 100",
            Self::Query1000 => "query of 1,000",
            Self::BatchGet => "batch get of 100",
            Self::BatchPut => "batch put of 25",
            Self::Transaction => "transaction of 10",
            Self::FanOut10 => "newest 50 of 10 lanes",
            Self::FanOut50 => "newest 50 of 50 lanes",
            Self::Key => "key",
            Self::Cursor => "cursor",
        }
    }

    /// Returns the number of items in the answer.
    #[must_use]
    pub fn items(self) -> usize {
        match self {
            Self::Get | Self::Query1 => 1,
            Self::Query100 | Self::BatchGet => 100,
            Self::Query1000 => 1_000,
            _ => 0,
        }
    }

    /// Returns the number of calls that are timed together: about a millisecond of them.
    #[must_use]
    pub fn run(self) -> usize {
        match self {
            Self::Key | Self::Cursor => 500,
            Self::Query1000 | Self::FanOut10 | Self::FanOut50 => 1,
            Self::Query100 | Self::BatchGet | Self::BatchPut => 3,
            Self::Put | Self::Get | Self::Update | Self::Query0 | Self::Query1 | Self::Transaction => 20,
        }
    }

    /// Returns the two numbers of calls whose instructions are counted. The difference is due to the additional calls.
    #[must_use]
    pub fn counted(self) -> (u32, u32) {
        match self {
            Self::Key | Self::Cursor => (500, 5_500),
            Self::Query1000 | Self::FanOut10 => (2, 7),
            // A call by hand needs 290 million instructions.
            Self::FanOut50 => (1, 3),
            Self::Query100 | Self::BatchGet | Self::BatchPut => (10, 60),
            Self::Put | Self::Get | Self::Update | Self::Query0 | Self::Query1 | Self::Transaction => (100, 400),
        }
    }
}

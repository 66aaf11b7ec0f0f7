//! Compares pages with a filter that few items match with a read of the whole range.

use keywright::{Entity, Handle, Table, expression::Condition, read::Stats};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::{Result, virtual_time};

/// The number of items of each design: half a megabyte.
const ITEMS: u32 = 5_215;

/// The selectivities: one item in this many matches.
const ONE_IN: [u32; 4] = [2, 50, 500, 5_000];

const LIMITS: [usize; 2] = [5, 50];

/// The read units of a page of 1 MB.
const PAGE_UNITS: f64 = 128.0;

/// The largest number of requests per lane in addition to those that read the whole lane.
const MORE_REQUESTS: usize = 10;

/// Lines of a journal in one lane and in ten.
#[derive(Debug, Table)]
#[entities(Line1, Line10)]
struct Journal;

macro_rules! lines {
    ($design:ident, $template:literal $(, $option:meta)?) => {
        #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
        #[entity(table = Journal)]
        #[pk(template = $template)]
        #[sk(template = "<id>")]
        $(#[$option])?
        struct $design {
            source: String,
            id: u32,
            of_2: bool,
            of_50: bool,
            of_500: bool,
            of_5000: bool,
        }

        impl $design {
            fn new(id: u32) -> Self {
                let is_one_in = |count: u32| id % count == count - 1;
                let [of_2, of_50, of_500, of_5000] = ONE_IN.map(is_one_in);
                Self { source: "a".to_owned(), id, of_2, of_50, of_500, of_5000 }
            }

            fn matching(one_in: u32) -> Condition<Self> {
                match one_in {
                    2 => Self::OF_2.eq(true),
                    50 => Self::OF_50.eq(true),
                    500 => Self::OF_500.eq(true),
                    _ => Self::OF_5000.eq(true),
                }
            }

            async fn ask(journal: &Handle<Journal>, one_in: u32, limit: Option<usize>) -> Result<(Vec<u32>, Stats)> {
                let query = Self::query("a").filter(Self::matching(one_in));
                let query = match limit {
                    Some(limit) => query.limit(limit),
                    None => query,
                };
                let page = query.send(journal).await?;
                Ok((page.items.iter().map(|line| line.id).collect(), page.stats))
            }

            async fn measure(rows: &mut Vec<Row>) -> Result<()> {
                let journal = Local::builder().answer_inline().start().open::<Journal>("journal").await?;
                let lines: Vec<Self> = (0..ITEMS).map(Self::new).collect();
                if !journal.batch_put(&lines).await?.is_complete() {
                    return Err("the lines were not all written".into());
                }
                for one_in in ONE_IN {
                    let (all, without_limit) = Self::ask(&journal, one_in, None).await?;
                    for limit in LIMITS {
                        let (first, stats) = Self::ask(&journal, one_in, Some(limit)).await?;
                        if !all.iter().take(limit).eq(&first) {
                            return Err(format!("other items with a limit of {limit}: {first:?}").into());
                        }
                        rows.push(Row { one_in, limit, found: first.len(), stats, without_limit });
                    }
                }
                Ok(())
            }
        }
    };
}

lines!(Line1, "LINE1#<source>");
lines!(Line10, "LINE10#<source>", shard(hash(id), count = 10));

/// The cost of a page.
#[derive(Debug)]
pub struct Row {
    /// One item in this many matches.
    pub one_in: u32,
    /// The limit of the page.
    pub limit: usize,
    /// The number of items found.
    pub found: usize,
    /// The cost of the page.
    pub stats: Stats,
    /// The cost of a read of the whole range.
    pub without_limit: Stats,
}

impl Row {
    /// Returns whether the page stayed within its bounds: the read units of the whole range and one page of 1 MB per
    /// lane, and `MORE_REQUESTS` requests per lane more than the whole range.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        let (ours, all) = (&self.stats, &self.without_limit);
        ours.rcu <= all.rcu + PAGE_UNITS * ours.lanes as f64
            && ours.requests <= all.requests + MORE_REQUESTS * ours.lanes
    }
}

/// Reads the first lines that match each filter.
///
/// # Errors
///
/// If a request fails, or a page has other items than the start of the whole range.
pub fn measure() -> Result<Vec<Row>> {
    virtual_time::run(async {
        let mut rows = Vec::new();
        Line1::measure(&mut rows).await?;
        Line10::measure(&mut rows).await?;
        Ok(rows)
    })?
}

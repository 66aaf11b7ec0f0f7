//! Writes the current version's valid cursors and checkpoints into the corpus.

use std::{fs, path::Path, sync::Mutex};

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, Table, read::CursorKeys};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_peak = "allow")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Log)]
struct Logs;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Logs)]
#[pk(template = "LOG#<at:day>")]
#[shard(hash(id), count = 3)]
#[sk(template = "<at>#<id>")]
#[gsi(index = "GSI1", query = by_agent, pk = "AGENT#<agent>", sk = "<at>#<id>")]
struct Log {
    at: DateTime<Utc>,
    id: u32,
    agent: String,
}

fn write(kind: &str, name: &str, text: &str) -> std::io::Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(kind).join(name);
    println!("{}", path.display());
    fs::write(path, format!("{text}\n"))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let logs = Local::start().open::<Logs>("logs").await?;
    let start: DateTime<Utc> = "2026-06-22T00:00:00Z".parse()?;
    let of = |id: u32| Log { at: start + TimeDelta::hours(i64::from(id) * 5), id, agent: "zoë#1".into() };
    let all: Vec<_> = (0..40).map(of).collect();
    assert!(logs.batch_put(&all).await?.is_complete());
    let range = || start..start + TimeDelta::days(9);

    let by_time = Log::query().between(range()).limit(7).send(&logs).await?.cursor.ok_or("no cursor")?;
    let newest = Log::query().between(range()).newest_first().limit(3).send(&logs).await?.cursor.ok_or("no cursor")?;
    let index = Log::by_agent("zoë#1").limit(5).send(&logs).await?.cursor.ok_or("no cursor")?;
    let keys = CursorKeys::new("2026-01", [7; 32])?;
    let encrypting = keys.clone().encrypting();
    for (name, cursor) in [("time", &by_time), ("newest-first", &newest), ("index", &index)] {
        write("cursors", &format!("valid-1-{name}"), &cursor.to_string())?;
        write("sealed", &format!("valid-1-{name}-signed"), &keys.seal(cursor))?;
        write("sealed", &format!("valid-1-{name}-encrypted"), &encrypting.seal(cursor))?;
    }

    let kept = Mutex::new(Vec::new());
    let report = logs
        .update_each(|log: Log| Some(Log { agent: "bob".into(), ..log }))
        .segments(3)
        .checkpoint(|reached, _| kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(reached.to_string()))
        .await?;
    assert!(report.is_complete());
    let kept = kept.into_inner()?;
    for (number, text) in kept.iter().enumerate() {
        write("checkpoints", &format!("valid-1-update-each-{number}"), text)?;
    }
    Ok(())
}

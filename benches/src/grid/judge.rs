//! The compiler's judgement of a design.

use std::{any::Any, panic};

use keywright::{check, schema::EntitySchema};

/// The compiler's response to a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// Nothing.
    Silent,
    /// A warning, in a few words.
    Warning(String),
    /// An error, by its code.
    Error(String),
}

/// Judges all keys of an entity by the rules that the generated code calls.
#[must_use]
pub fn judge(entity: &'static EntitySchema) -> Judgement {
    let judgements = (0..entity.keys.len()).map(|key| judge_key(entity, key));
    judgements.into_iter().find(|judgement| *judgement != Judgement::Silent).unwrap_or(Judgement::Silent)
}

fn judge_key(entity: &'static EntitySchema, key: usize) -> Judgement {
    if let Err(refusal) = panic::catch_unwind(|| check::hot_partition(entity, key)) {
        return Judgement::Error(code(refusal.as_ref()));
    }
    if let Err(refusal) = panic::catch_unwind(|| check::readers(entity, key)) {
        return Judgement::Error(code(refusal.as_ref()));
    }
    let warned = check::warnings(entity, key);
    // That a collection fills its 10 GB throttles nothing.
    let (shards, percent) = (warned.missing_margin, warned.share_that_throttles);
    if shards > 0 {
        Judgement::Warning(format!("margin: {shards} shards"))
    } else if warned.above_quota {
        Judgement::Warning("quota".to_owned())
    } else if warned.shards_for_launch > 0 {
        Judgement::Warning(format!("launch: {} shards", warned.shards_for_launch))
    } else if percent > 0 {
        Judgement::Warning(format!("one of few from {percent} %"))
    } else if warned.few_values > 0 || warned.lone_bucket {
        Judgement::Warning("no peak".to_owned())
    } else if check::newest_that_fit(entity, key) > 0 || check::reads_above_quota(entity, key) {
        Judgement::Warning("reads".to_owned())
    } else if check::reads_share_partitions(entity, key) {
        Judgement::Warning("reads of new keys".to_owned())
    } else {
        Judgement::Silent
    }
}

/// Returns the code in a message.
fn code(refusal: &(dyn Any + Send)) -> String {
    let text = refusal.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| refusal.downcast_ref::<&str>().copied()).unwrap_or_default();
    let at = text.find("KW").unwrap_or_default();
    text[at..].chars().take(5).collect()
}

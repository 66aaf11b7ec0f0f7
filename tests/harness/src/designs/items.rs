//! Designs of items that clients write in place. They have the same fields, with different meanings.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use keywright::{
    Entity, Handle, Table,
    client::{Checkpoint, SweepReport},
    update::ItemUpdate,
};
use serde::{Deserialize, Serialize};

use super::{
    Context, Design, Seen, at,
    batches::{self, Found, Recorded, is_other, views},
    mail, number_of_mail, place_of, raw, text,
};
use crate::{
    answer::{Answer, View},
    call::{Call, Draft, IDS},
    history::Stored,
    traits::{Traits, is_expired},
};

/// Returns the saved checkpoint of an interrupted sweep.
fn reached(context: Context<'_>) -> Result<Option<Checkpoint>, Answer> {
    let kept = context.checkpoint.lock().map(|kept| kept.clone()).unwrap_or_default();
    let parsed = kept.map(|text| text.parse::<Checkpoint>()).transpose();
    parsed.map_err(|error| Answer::Impossible(format!("a kept checkpoint is refused: {error:?}")))
}

fn keep(context: Context<'_>, checkpoint: &Checkpoint) {
    if let Ok(mut kept) = context.checkpoint.lock() {
        *kept = Some(checkpoint.to_string());
    }
}

fn swept(report: &SweepReport) -> Answer {
    if report.failures > 0 || report.in_doubt > 0 { Answer::Unknown } else { Answer::Done }
}

macro_rules! design {
    (
        $module:ident, $traits:expr,
        table { $(#[$table:meta])* },
        keys { $(#[$keys:meta])* } |$id:ident| $key:expr,
        mail { $(#[$mail:meta])* },
        version { $(#[$version:meta])* },
        expires { $(#[$expires:meta])* },
        older_places [$($place:expr),*],
        older $older:expr,
        local $local:expr
    ) => {
        pub mod $module {
            use super::*;

            #[derive(Table)]
            #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
            $(#[$table])*
            #[entities(Record)]
            pub struct Store;

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Store)]
            $(#[$keys])*
            pub struct Record {
                pub id: u8,
                pub at: DateTime<Utc>,
                pub value: u32,
                pub count: i64,
                pub tag: u8,
                pub mark: u8,
                $(#[$mail])*
                pub mail: Option<String>,
                $(#[$version])*
                pub version: u64,
                $(#[$expires])*
                pub expires: Option<DateTime<Utc>>,
            }

            impl Recorded for Record {
                fn of(draft: Draft, seen: Seen) -> Self {
                    let Draft { id, value, tag, mail: number } = draft;
                    let version = if Items::TRAITS.versioned { seen.version } else { 0 };
                    let expires = Items::TRAITS.expires.then(|| ends(value));
                    Self { id, at: at(id.into()), value, count: 0, tag, mark: 0, mail: mail(number), version, expires }
                }

                fn key_of($id: u8) -> keywright::Key<Self> {
                    $key
                }

                fn id(&self) -> u8 {
                    self.id
                }

                fn view(&self) -> View {
                    let mail = number_of_mail(self.mail.as_deref());
                    let Self { value, count, tag, mark, version, .. } = *self;
                    View { value, count, tag, mark, mail, version }
                }
            }

            fn key(id: u8) -> keywright::Key<Record> {
                Record::key_of(id)
            }

            /// The design.
            pub struct Items;

            impl Design for Items {
                const TRAITS: Traits = $traits;
                type Table = Store;

                fn prepare<'a>(store: &'a Handle<Store>) -> BoxFuture<'a, Result<BTreeMap<u8, View>, String>> {
                    Box::pin(prepare(store, &[$($place),*]))
                }

                fn call<'a>(store: &'a Handle<Store>, call: Call, context: Context<'a>) -> BoxFuture<'a, Answer> {
                    Box::pin(run(store, call, context))
                }

                fn stored<'a>(store: &'a Handle<Store>) -> BoxFuture<'a, Result<Stored, String>> {
                    Box::pin(stored(store))
                }
            }

            /// Finds the items of a tag in the local index, in pages of this many items.
            const OF_TAG: for<'b> fn(&'b Handle<Store>, u8, u8) -> BoxFuture<'b, Answer> = $local;

            /// Writes items under the keys of older designs, in the form of these designs.
            async fn prepare(store: &Handle<Store>, places: &[(u8, &str)]) -> Result<BTreeMap<u8, View>, String> {
                let mut views = BTreeMap::new();
                for (number, (id, partition_key)) in places.iter().enumerate() {
                    let draft = Draft { id: *id, value: 1_000 + number as u32, tag: *id % 3, mail: None };
                    let mut record = Record::of(draft, Seen::default());
                    record.version = u64::from(Items::TRAITS.versioned);
                    let mut item = record.to_item().map_err(|error| error.to_string())?;
                    item.insert("PK".into(), AttributeValue::S((*partition_key).into()));
                    let put = store.client().put_item().table_name(store.table_name()).set_item(Some(item));
                    put.send().await.map_err(|error| format!("{error:?}"))?;
                    views.insert(*id, record.view());
                }
                Ok(views)
            }

            async fn run(store: &Handle<Store>, call: Call, context: Context<'_>) -> Answer {
                let seen = context.seen;
                let wrote = |written: keywright::client::Written| match Items::TRAITS.versioned {
                    true => Answer::Wrote(written.version()),
                    false => Answer::Done,
                };
                let value_is_seen = || Record::VALUE.eq(seen.value);
                match call {
                    Call::Get(id) => {
                        let read = store.get(key(id)).consistent().await;
                        Answer::of(read, |read| Answer::Read(read.map(|one| one.view())))
                    }
                    Call::BatchGet(batch) => batches::get::<Record>(store, batch).await,
                    Call::ByTag { tag, limit } => OF_TAG(store, tag, limit).await,
                    Call::Put(draft) => Answer::of(store.put(&Record::of(draft, seen)).await, wrote),
                    Call::PutWhen(draft) => {
                        Answer::conditional(store.put(&Record::of(draft, seen)).when(value_is_seen()).await, wrote)
                    }
                    Call::Create(draft) => Answer::of(store.create(&Record::of(draft, Seen::default())).await, wrote),
                    Call::Replace(draft) => Answer::of(store.replace(&Record::of(draft, seen)).await, wrote),
                    Call::ReplaceWhen(draft) => {
                        Answer::conditional(store.replace(&Record::of(draft, seen)).when(value_is_seen()).await, wrote)
                    }
                    Call::Set { id, value, tag } => {
                        let update = store.update(key(id)).set(Record::VALUE, value).set(Record::TAG, tag);
                        Answer::of(update.await, |_| Answer::Done)
                    }
                    Call::SetWhen { id, value, tag } => {
                        let update = store.update(key(id)).set(Record::VALUE, value).set(Record::TAG, tag);
                        Answer::conditional(update.when(value_is_seen()).await, |_| Answer::Done)
                    }
                    Call::Add { id, amount } => {
                        let update = store.update(key(id)).add(Record::COUNT, i64::from(amount));
                        Answer::of(update.returning().await, |after| Answer::Returned(after.view()))
                    }
                    Call::AddAt { id, amount } => {
                        let update = store.update(key(id)).add(Record::COUNT, i64::from(amount));
                        Answer::conditional(update.when(Record::VERSION.eq(seen.version)).await, |_| Answer::Done)
                    }
                    Call::Mail { id, mail: None } => {
                        Answer::of(store.update(key(id)).remove(Record::MAIL).await, |_| Answer::Done)
                    }
                    Call::Mail { id, mail: Some(number) } => {
                        let update = store.update(key(id)).set(Record::MAIL, format!("m{number}@x"));
                        Answer::of(update.await, |_| Answer::Done)
                    }
                    Call::Upsert { id, value, tag } => {
                        let update = store.upsert(key(id)).set(Record::VALUE, value).set(Record::TAG, tag);
                        let update = update.set(Record::MARK, 0_u8).set(Record::COUNT, 0_i64);
                        upsert!($module, update)
                    }
                    Call::Delete(id) => Answer::of(store.delete(key(id)).await, |_| Answer::Done),
                    Call::DeleteWhen(id) => {
                        Answer::conditional(store.delete(key(id)).when(value_is_seen()).await, |_| Answer::Done)
                    }
                    Call::Move { from, to } => {
                        let moved = store.move_to(key(from), |record: &mut Record| {
                            record.id = to;
                            record.at = at(to.into());
                        });
                        Answer::of(moved.await, |after| Answer::Returned(after.view()))
                    }
                    Call::BatchPut(one, two, batch) => batches::put::<Record>(store, [one, two], seen, batch).await,
                    Call::BatchDelete(one, two, batch) => batches::delete::<Record>(store, [one, two], batch).await,
                    Call::BatchWrite(put, delete, batch) => {
                        batches::write::<Record>(store, put, delete, seen, batch).await
                    }
                    Call::Transact { create, add, amount } => {
                        let record = Record::of(create, Seen::default());
                        let update = ItemUpdate::new(key(add)).add(Record::COUNT, i64::from(amount));
                        let sent = store.transaction().create(&record).update(update).await;
                        Answer::of(sent, |_| Answer::Done)
                    }
                    Call::Mark { mark } => {
                        let reached = match reached(context) {
                            Ok(reached) => reached,
                            Err(answer) => return answer,
                        };
                        let sweep = store
                            .update_each(|record: Record| {
                                let is_marked = record.mark == mark || is_other(record.id);
                                (!is_marked).then_some(Record { mark, ..record })
                            })
                            .consistent()
                            .checkpoint(|reached, _| keep(context, reached));
                        let sweep = if reached.is_some() { sweep.resume(reached) } else { sweep.segments(2) };
                        Answer::of(sweep.await, |report| swept(&report))
                    }
                    Call::Purge { tag } => {
                        let reached = match reached(context) {
                            Ok(reached) => reached,
                            Err(answer) => return answer,
                        };
                        let sweep = store.delete_each(|record: &Record| record.tag == tag).consistent();
                        let sweep = sweep.checkpoint(|reached, _| keep(context, reached));
                        let sweep = if reached.is_some() { sweep.resume(reached) } else { sweep.segments(2) };
                        Answer::of(sweep.await, |report| swept(&report))
                    }
                    Call::Backfill => {
                        let reached = match reached(context) {
                            Ok(reached) => reached,
                            Err(answer) => return answer,
                        };
                        let sweep = store.backfill::<Record>().checkpoint(|reached, _| keep(context, reached));
                        let sweep = if reached.is_some() { sweep.resume(reached) } else { sweep.segments(2) };
                        Answer::of(sweep.await, |report| swept(&report))
                    }
                    Call::OlderPut { id, value, tag } => {
                        let older: for<'b> fn(&'b Handle<Store>, u8, u32, u8) -> BoxFuture<'b, Answer> = $older;
                        older(store, id, value, tag).await
                    }
                    other => Answer::Impossible(format!("{other:?} is not a call on items")),
                }
            }

            async fn stored(store: &Handle<Store>) -> Result<Stored, String> {
                let failed = |error: keywright::Error| format!("a final read failed: {error:?}");
                let mut stored = Stored::default();
                for id in 0..IDS as u8 {
                    let read = store.get(key(id)).consistent().await.map_err(failed)?;
                    stored.by_get.extend(read.map(|record| (record.id, record.view())));
                }
                let batch = store.batch_get((0..IDS as u8).map(key)).consistent().await.map_err(failed)?;
                stored.by_batch.extend(batch.into_iter().flatten().map(|record| (record.id, record.view())));
                for item in raw(store).await? {
                    // Expired items and their sentinels do not count.
                    let ends = item.get("expires").and_then(|end| end.as_n().ok()?.parse().ok());
                    if Items::TRAITS.expires && ends.is_some_and(|end: i64| end < Utc::now().timestamp()) {
                        continue;
                    }
                    match text(&item, "_et") {
                        Some("%UNIQUE") => {
                            let owner = item.get("_owner").and_then(|owner| owner.as_m().ok());
                            let of = owner.map(place_of);
                            let value = text(&item, "PK").unwrap_or_default().to_owned();
                            stored.sentinels.push((value, of.unwrap_or_default()));
                        }
                        _ => {
                            let place = place_of(&item);
                            let record = Record::from_item(item).map_err(failed)?;
                            if is_other(record.id) {
                                continue;
                            }
                            if let Some(mail) = &record.mail {
                                stored.mails.push((format!("%UNIQUE#Record#mail#{mail}"), place));
                            }
                            stored.raw.push((record.id, record.view()));
                        }
                    }
                }
                if !Items::TRAITS.older_index {
                    let _ = store.backfill::<Record>().await.map_err(failed)?;
                }
                for tag in 0..3_u8 {
                    let mut cursor = None;
                    loop {
                        let query = Record::by_tag(tag).limit(2).cursor(cursor.take());
                        let page = query.send(store).await.map_err(failed)?;
                        stored.by_index.extend(page.items.iter().map(|record| (record.id, record.view())));
                        stored.tags.extend(page.items.iter().map(|record| (tag, record.tag)));
                        let Some(next) = page.cursor else { break };
                        cursor = Some(next);
                    }
                    if Items::TRAITS.local {
                        match OF_TAG(store, tag, 2).await {
                            Answer::Parts(parts) => stored.by_local.extend(views(&parts)),
                            answer => return Err(format!("the final query of the local index: {answer:?}")),
                        }
                    }
                }
                Ok(stored)
            }
        }
    };
}

/// An upsert sets every field that is not in the key, except the version, which is incremented automatically. It is
/// refused for an entity with a unique field.
macro_rules! upsert {
    (unique, $update:expr) => {
        upsert!(@refused $update)
    };
    (unique_version, $update:expr) => {
        upsert!(@refused $update)
    };
    (expiring_unique, $update:expr) => {
        upsert!(@refused $update)
    };
    (local_index_shards, $update:expr) => {
        upsert!(@refused $update)
    };
    (versioned, $update:expr) => {
        upsert!(@sent $update)
    };
    (version_write_ids, $update:expr) => {
        upsert!(@sent $update)
    };
    (older_keys_version, $update:expr) => {
        upsert!(@sent $update)
    };
    ($module:ident, $update:expr) => {
        upsert!(@sent $update.set(Record::VERSION, 0_u64))
    };
    (@sent $update:expr) => {
        Answer::of($update.await, |_| Answer::Done)
    };
    (@refused $update:expr) => {{
        drop($update);
        Answer::Impossible("an upsert of a unique field is refused".into())
    }};
}

/// Returns when an item of this value expires: long ago, or in the far future.
fn ends(value: u32) -> DateTime<Utc> {
    let seconds = if is_expired(value) { 1_000_000_000 } else { 4_000_000_000 };
    DateTime::from_timestamp(seconds, 0).unwrap_or_default()
}

macro_rules! no_older {
    () => {
        |_, _, _, _| Box::pin(async { Answer::Impossible("this design has no older deployment".into()) })
    };
}

macro_rules! no_local {
    () => {
        |_, _, _| Box::pin(async { Answer::Impossible("this design has no local index".into()) })
    };
}

/// Reads the pages of a consistent query over the local index.
macro_rules! of_tag {
    (|$tag:ident| $query:expr) => {
        |store, $tag, limit| {
            Box::pin(async move {
                let (mut found, mut cursor) = (Found::default(), None);
                loop {
                    let query = $query.consistent().limit(limit.into()).cursor(cursor.take());
                    match query.send(store).await {
                        Ok(page) => {
                            found.add(&page.items);
                            cursor = page.cursor;
                        }
                        Err(error) => return Answer::failed(&error),
                    }
                    if cursor.is_none() {
                        return found.answer();
                    }
                }
            })
        }
    };
}

design! {
    plain, Traits::items("plain"),
    table {},
    keys {
        #[pk(template = "ITEM#<id>")]
        #[sk(template = "<at>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", allow_hot = "a test")]
    } |id| Record::key(id, at(id.into())),
    mail {},
    version {},
    expires {},
    older_places [],
    older no_older!(),
    local no_local!()
}

design! {
    versioned, Traits::items("versioned").versioned(),
    table {},
    keys {
        #[pk(template = "ITEM#<id>")]
        #[sk(template = "<at>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", shard(random = 3), allow_hot = "a test")]
    } |id| Record::key(id, at(id.into())),
    mail {},
    version { #[entity(version)] },
    expires {},
    older_places [],
    older no_older!(),
    local no_local!()
}

design! {
    write_ids, Traits::items("write_ids"),
    table { #[table(write_id = "_w")] },
    keys {
        #[pk(template = "ITEM#<id>")]
        #[sk(template = "<at>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", allow_hot = "a test")]
    } |id| Record::key(id, at(id.into())),
    mail {},
    version {},
    expires {},
    older_places [],
    older no_older!(),
    local no_local!()
}

design! {
    version_write_ids, Traits::items("version_write_ids").versioned(),
    table { #[table(write_id = "_w")] },
    keys {
        #[pk(template = "ITEM#<id>")]
        #[sk(template = "<at>")]
        #[gsi(
            index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<at>#<id>", shard(hash(id), count = 2),
            allow_hot = "a test",
        )]
    } |id| Record::key(id, at(id.into())),
    mail { #[serde(default, skip_serializing_if = "Option::is_none")] },
    version { #[entity(version)] },
    expires {},
    older_places [],
    older no_older!(),
    local no_local!()
}

design! {
    unique, Traits::items("unique").unique(),
    table {},
    keys {
        #[pk(template = "ITEM#<id>")]
        #[sk(template = "<at>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", allow_hot = "a test")]
    } |id| Record::key(id, at(id.into())),
    mail { #[entity(unique)] },
    version {},
    expires {},
    older_places [],
    older no_older!(),
    local no_local!()
}

design! {
    unique_version, Traits::items("unique_version").unique().versioned(),
    table { #[table(write_id = "_w")] },
    keys {
        #[pk(template = "ITEM#<id>")]
        #[sk(template = "<at>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", shard(random = 2), allow_hot = "a test")]
    } |id| Record::key(id, at(id.into())),
    mail { #[entity(unique)] },
    version { #[entity(version)] },
    expires {},
    older_places [],
    older no_older!(),
    local no_local!()
}

design! {
    older_keys, Traits::items("older_keys").legacy(),
    table {},
    keys {
        #[pk(template = "ITEM#<id>", legacy(template = "RECORD#<id>"), legacy(template = "RECORDS"))]
        #[sk(template = "<at>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", allow_hot = "a test")]
    } |id| Record::key(id, at(id.into())),
    mail {},
    version {},
    expires {},
    // The newest copy is the last one.
    older_places [(0, "RECORD#0"), (1, "RECORDS"), (2, "RECORDS"), (2, "RECORD#2")],
    older no_older!(),
    local no_local!()
}

design! {
    older_keys_version, Traits::items("older_keys_version").legacy().versioned(),
    table { #[table(write_id = "_w")] },
    keys {
        #[pk(template = "ITEM#<id>", legacy(template = "RECORD#<id>", shards = 2))]
        #[sk(template = "<at>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", allow_hot = "a test")]
    } |id| Record::key(id, at(id.into())),
    mail {},
    version { #[entity(version)] },
    expires {},
    older_places [(0, "RECORD#0#0"), (1, "RECORD#1#1")],
    older no_older!(),
    local no_local!()
}

design! {
    hash_shards, Traits::items("hash_shards"),
    table {},
    keys {
        #[pk(template = "ITEMS#<at:day>")]
        #[shard(hash(id), count = 3, grow(at = "2025-06-16T00:00:00Z", count = 5))]
        #[sk(template = "<at>#<id>")]
        #[gsi(
            index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<at>", shard(hash(id), count = 4),
            allow_hot = "a test",
        )]
    } |id| Record::key(at(id.into()), id),
    mail {},
    version {},
    expires {},
    older_places [],
    older no_older!(),
    local no_local!()
}

design! {
    local_index, Traits::items("local_index").local(),
    table { #[lsi(name = "LSI1", sk = "LSI1SK", projection = "all")] },
    keys {
        #[pk(template = "ITEMS", allow_hot = "a test")]
        #[sk(template = "<at>#<id>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", allow_hot = "a test")]
        #[lsi(index = "LSI1", query = by_local_tag, sk = "<tag>#<id>")]
    } |id| Record::key(at(id.into()), id),
    mail {},
    version {},
    expires {},
    older_places [],
    older no_older!(),
    local of_tag!(|tag| Record::by_local_tag().then(tag))
}

design! {
    local_index_shards, Traits::items("local_index_shards").unique().versioned().local(),
    table { #[lsi(name = "LSI1", sk = "LSI1SK", projection = "all")] },
    keys {
        #[pk(template = "ITEMS#<at:day>")]
        #[shard(hash(id), count = 3)]
        #[sk(template = "<at>#<id>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", allow_hot = "a test")]
        #[lsi(index = "LSI1", query = by_local_tag, sk = "<tag>#<id>")]
    } |id| Record::key(at(id.into()), id),
    mail { #[entity(unique)] },
    version { #[entity(version)] },
    expires {},
    older_places [],
    older no_older!(),
    local of_tag!(|tag| Record::by_local_tag().during(at(0)..at(IDS as u16)).then(tag))
}

design! {
    expiring, Traits::items("expiring").expires(),
    table { #[table(ttl = "expires")] },
    keys {
        #[pk(template = "ITEM#<id>")]
        #[sk(template = "<at>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", allow_hot = "a test")]
    } |id| Record::key(id, at(id.into())),
    mail {},
    version {},
    expires { #[entity(ttl)] },
    older_places [],
    older no_older!(),
    local no_local!()
}

design! {
    expiring_unique, Traits::items("expiring_unique").unique().versioned().expires(),
    table { #[table(ttl = "expires")] },
    keys {
        #[pk(template = "ITEM#<id>")]
        #[sk(template = "<at>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", allow_hot = "a test")]
    } |id| Record::key(id, at(id.into())),
    mail { #[entity(unique)] },
    version { #[entity(version)] },
    expires { #[entity(ttl)] },
    older_places [],
    older no_older!(),
    local no_local!()
}

design! {
    deployments, Traits::items("deployments").older(),
    table {},
    keys {
        #[pk(template = "ITEM#<id>")]
        #[sk(template = "<at>")]
        #[gsi(index = "GSI1", query = by_tag, pk = "TAG#<tag>", sk = "<id>", allow_hot = "a test")]
    } |id| Record::key(id, at(id.into())),
    mail { #[serde(default)] },
    version { #[serde(default)] },
    expires {},
    older_places [],
    older |store, id, value, tag| Box::pin(older::put(store, id, value, tag)),
    local no_local!()
}

design! {
    older_index, Traits::items("older_index").older_index(),
    table {},
    keys {
        #[pk(template = "ITEM#<id>")]
        #[sk(template = "<at>")]
        #[gsi(
            index = "GSI1", query = by_tag, pk = "TAG#<tag>", legacy(template = "TAGS#<tag>"), sk = "<id>",
            shard(hash(id), count = 2), allow_hot = "a test",
        )]
    } |id| Record::key(id, at(id.into())),
    mail { #[serde(default)] },
    version { #[serde(default)] },
    expires {},
    older_places [],
    older |store, id, value, tag| Box::pin(older_with_index::put(store, id, value, tag)),
    local no_local!()
}

/// A deployment from before the mail and the version, with other index keys or none.
macro_rules! older {
    ($module:ident, table { $(#[$table:meta])* }, keys { $(#[$keys:meta])* }) => {
        mod $module {
            use super::*;

            #[derive(Table)]
            $(#[$table])*
            #[entities(Record)]
            pub struct Store;

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Store)]
            #[pk(template = "ITEM#<id>")]
            #[sk(template = "<at>")]
            $(#[$keys])*
            pub struct Record {
                pub id: u8,
                pub at: DateTime<Utc>,
                pub value: u32,
                pub count: i64,
                pub tag: u8,
                pub mark: u8,
            }

            pub(super) async fn put<T: Table>(store: &Handle<T>, id: u8, value: u32, tag: u8) -> Answer {
                let store = Store::open(store.client().clone(), store.table_name());
                let record = Record { id, at: at(id.into()), value, count: 0, tag, mark: 0 };
                Answer::of(store.put(&record).await, |_| Answer::Done)
            }
        }
    };
}

older! { older, table {}, keys {} }

older! {
    older_with_index,
    table { #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")] },
    keys { #[gsi(index = "GSI1", query = by_tag, pk = "TAGS#<tag>", sk = "<id>", allow_hot = "a test")] }
}

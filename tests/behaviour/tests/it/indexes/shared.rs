//! Several entities in one index: each query returns only its own entity's items.

use std::collections::BTreeSet;

use keywright::{Entity, Handle, Table, read::Cursor};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

/// One design in two tables. Items of one table name their entity, those of the other are identified by their keys.
macro_rules! design {
    ($module:ident, $discriminator:tt) => {
        mod $module {
            use super::*;

            #[derive(Table)]
            #[table(discriminator = $discriminator)]
            #[gsi(name = "WHOLE", pk = "GSI1PK", sk = "GSI1SK")]
            #[gsi(name = "IDS", pk = "GSI2PK", sk = "GSI2SK", projection = "keys_only")]
            #[gsi(name = "SOME", pk = "GSI3PK", projection = include("title"))]
            #[entities(Post, Reply, Like)]
            pub struct Forum;

            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Forum)]
            #[pk(template = "POST#<id>")]
            #[sk(template = "POST")]
            #[gsi(index = "WHOLE", query = by_user, pk = "USER#<user>", sk = "<rank>")]
            #[gsi(index = "IDS", query = ids, pk = "USER#<user>", sk = "<rank>")]
            #[gsi(index = "SOME", query = some_by_user, pk = "USER#<user>")]
            pub struct Post {
                pub id: u32,
                pub user: String,
                pub rank: u32,
                pub title: String,
            }

            /// An entity in the same item collection, and among the posts in every index.
            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Forum)]
            #[pk(template = "POST#<post>")]
            #[sk(template = "REPLY#<id>")]
            #[gsi(index = "WHOLE", query = by_user, pk = "USER#<user>", sk = "<rank>")]
            #[gsi(index = "IDS", query = ids, pk = "USER#<user>", sk = "<rank>")]
            #[gsi(index = "SOME", query = some_by_user, pk = "USER#<user>")]
            pub struct Reply {
                pub post: u32,
                pub id: u32,
                pub user: String,
                pub rank: u32,
            }

            /// An entity with shards in the same indexes as the keys of the others.
            #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
            #[entity(table = Forum)]
            #[pk(template = "LIKE#<id>")]
            #[sk(template = "LIKE")]
            #[gsi(index = "WHOLE", query = by_user, pk = "USER#<user>", sk = "<rank>", shard(random = 3))]
            #[gsi(index = "IDS", query = ids, pk = "USER#<user>", sk = "<rank>", shard(hash(id), count = 4, first = 1))]
            pub struct Like {
                pub id: u32,
                pub user: String,
                pub rank: u32,
            }

            pub async fn filled(seed: u64) -> (Local, Handle<Forum>) {
                let local = Local::builder().permute_ties(seed).start();
                let forum = local.open::<Forum>("forum").await.unwrap();
                for id in 0..24 {
                    let (user, rank) = ("ann".to_owned(), id / 5);
                    let title = format!("post {id}");
                    match id % 4 {
                        0 => drop(forum.put(&Post { id, user, rank, title }).await.unwrap()),
                        _ => drop(forum.put(&Reply { post: id / 4, id, user, rank }).await.unwrap()),
                    }
                    forum.put(&Like { id, user: "ann".into(), rank }).await.unwrap();
                }
                (local, forum)
            }

            #[tokio::test]
            async fn every_page_size_returns_only_the_queried_entity() {
                for (seed, limit) in [(1, 1), (2, 3), (3, 100)] {
                    let (_local, forum) = filled(seed).await;
                    let (mut ids, mut keys, mut likes) = (Vec::new(), BTreeSet::new(), Vec::new());
                    let mut cursor: Option<Cursor> = None;
                    loop {
                        let query = Post::by_user("ann").newest_first().limit(limit).cursor(cursor);
                        let page = query.send(&forum).await.unwrap();
                        assert!(page.items.len() <= limit);
                        ids.extend(page.items.iter().map(|post| (post.rank, post.id)));
                        cursor = page.cursor;
                        if cursor.is_none() {
                            break;
                        }
                    }
                    assert!(ids.is_sorted_by(|(a, _), (b, _)| a >= b), "{ids:?}");
                    assert_eq!(ids.into_iter().collect::<BTreeSet<_>>(), (0..6).map(|n| (n * 4 / 5, n * 4)).collect());
                    loop {
                        let query = Reply::ids("ann").limit(limit).cursor(cursor).keys();
                        let page = query.send(&forum).await.unwrap();
                        for key in page.items {
                            let reply = forum.get(key).await.unwrap().expect("the key of a reply");
                            assert!(keys.insert(reply.id), "{} came twice", reply.id);
                        }
                        cursor = page.cursor;
                        if cursor.is_none() {
                            break;
                        }
                    }
                    assert_eq!(keys, (0..24).filter(|id| id % 4 != 0).collect());
                    loop {
                        let page = Like::by_user("ann").limit(limit).cursor(cursor).send(&forum).await.unwrap();
                        likes.extend(page.items.into_iter().map(|like| like.id));
                        cursor = page.cursor;
                        if cursor.is_none() {
                            break;
                        }
                    }
                    assert_eq!(likes.len(), 24);
                    assert_eq!(likes.into_iter().collect::<BTreeSet<_>>(), (0..24).collect());
                }
            }

            #[tokio::test]
            async fn counts_include_only_the_queried_entity() {
                let (_local, forum) = filled(7).await;
                assert_eq!(Post::by_user("ann").count(&forum).await.unwrap().items, 6);
                assert_eq!(Reply::by_user("ann").count(&forum).await.unwrap().items, 18);
                assert_eq!(Post::ids("ann").count(&forum).await.unwrap().items, 6);
                assert_eq!(Reply::ids("ann").between(1..3).count(&forum).await.unwrap().items, 8);
                assert_eq!(Post::some_by_user("ann").count(&forum).await.unwrap().items, 6);
                assert_eq!(Reply::some_by_user("ann").count(&forum).await.unwrap().items, 18);
                let likes = Like::ids("ann").count(&forum).await.unwrap();
                assert_eq!((likes.items, likes.stats.lanes), (24, 4));
                let one = Like::ids("ann").shard_of(7).keys().send(&forum).await.unwrap();
                assert!(one.items.contains(&Like::key(7)) && one.items.len() < 24);
            }

            #[tokio::test]
            async fn streams_and_keys_include_only_the_queried_entity() {
                use futures_util::TryStreamExt as _;
                let (_local, forum) = filled(9).await;
                let posts: Vec<Post> = Post::by_user("ann").stream(&forum).try_collect().await.unwrap();
                assert_eq!(posts.len(), 6);
                let keys = Post::some_by_user("ann").keys().stream(&forum);
                assert_eq!(keys.try_collect::<Vec<_>>().await.unwrap().len(), 6);
                let located = Reply::by_user("ann").located().send(&forum).await.unwrap();
                assert_eq!(located.items.len(), 18);
            }
        }
    };
}

design!(named, "_et");
design!(unnamed, none);

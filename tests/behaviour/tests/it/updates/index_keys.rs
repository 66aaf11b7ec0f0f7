//! The keys of the indexes follow the fields.

use super::design::*;

#[tokio::test]
async fn setting_a_key_field_moves_the_item_in_the_index() {
    let (_local, shop) = shop().await;
    shop.update(key()).set(Order::STATUS, Status::Paid).await.unwrap();
    let open = Order::by_status(Status::Open, "ann").limit(10).send(&shop).await.unwrap();
    let paid = Order::by_status(Status::Paid, "ann").limit(10).send(&shop).await.unwrap();
    assert_eq!((open.items.len(), paid.items.len()), (0, 1));
    consistent(&shop).await;
}

#[tokio::test]
async fn fields_set_together_enter_and_leave_a_sparse_index() {
    let (_local, shop) = shop().await;
    let of = |courier: &'static str| {
        let shop = shop.clone();
        async move { Order::by_courier(courier).limit(10).send(&shop).await.unwrap().items.len() }
    };
    assert_eq!(of("max").await, 0);
    shop.update(key()).set(Order::COURIER_AND_DUE, ("max", at(1))).await.unwrap();
    assert_eq!((of("max").await, consistent(&shop).await.due), (1, at(1)));
    shop.update(key()).set(Order::COURIER_AND_DUE, ("eve", at(2))).await.unwrap();
    assert_eq!((of("max").await, of("eve").await), (0, 1));
    consistent(&shop).await;
    shop.update(key()).set(Order::COURIER_AND_DUE, (None, at(2))).await.unwrap();
    assert_eq!(of("eve").await, 0);
    assert!(!stored(&shop, key()).await.unwrap().contains_key("GSI2PK"));
    consistent(&shop).await;
}

/// An index with a field as its key, under the attribute's own name.
mod native {
    use keywright::{Entity, Item, Table};
    use keywright_local::Local;
    use serde::{Deserialize, Serialize};

    use super::at;

    #[derive(Table)]
    #[gsi(name = "ByTeam", pk = "team", sk(name = "ends", type = "N"))]
    #[entities(Task)]
    struct Tasks;

    #[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Tasks)]
    #[pk(template = "TASK#<id>")]
    #[sk(template = "TASK")]
    #[gsi(index = "ByTeam", query = by_team, pk = "<team>", sk = "<ends:epoch_ms>")]
    struct Task {
        id: String,
        team: Option<String>,
        #[serde(with = "chrono::serde::ts_milliseconds")]
        ends: chrono::DateTime<chrono::Utc>,
    }

    #[tokio::test]
    async fn native_key_fields_are_written_as_keys() {
        let local = Local::start();
        let tasks = Tasks::open(local.client(), "tasks");
        tasks.create_table().await.unwrap();
        let mut task = Task { id: "t".into(), team: None, ends: at(0) };
        tasks.put(&task).await.unwrap();
        for (team, ends) in [(Some("red"), at(1)), (Some("blue"), at(2)), (None, at(3)), (Some("red"), at(4))] {
            let team = team.map(str::to_owned);
            tasks.update(Task::key("t")).set(Task::TEAM_AND_ENDS, (team.clone(), ends)).await.unwrap();
            task = Task { team, ends, ..task };
            let stored: Vec<Item> =
                tasks.client().scan().table_name("tasks").send().await.unwrap().items.unwrap_or_default();
            assert_eq!(stored, [task.to_item().unwrap()]);
            let found = Task::by_team("red").limit(9).send(&tasks).await.unwrap().items.len();
            assert_eq!(found, usize::from(task.team.as_deref() == Some("red")));
        }
    }
}

/// The macro cannot see through an alias, so absent fields are detected at run time.
mod aliased {
    use keywright::{Entity, ErrorKind, Table};
    use keywright_local::Local;
    use serde::{Deserialize, Serialize};

    type Maybe = Option<String>;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    #[entities(Task)]
    struct Tasks;

    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Tasks)]
    #[pk(template = "TASK#<id>")]
    #[sk(template = "TASK")]
    #[gsi(index = "GSI1", query = by_team, pk = "TEAM#<team>", sk = "<rank>")]
    struct Task {
        id: String,
        team: Maybe,
        rank: u32,
    }

    #[tokio::test]
    async fn updates_that_would_leave_a_stale_index_key_are_rejected() {
        let local = Local::start();
        let tasks = Tasks::open(local.client(), "tasks");
        tasks.create_table().await.unwrap();
        let task = Task { id: "t".into(), team: None, rank: 1 };
        tasks.put(&task).await.unwrap();
        for error in [
            tasks.update(Task::key("t")).set(Task::RANK, 2_u32).await.unwrap_err(),
            tasks.update(Task::key("t")).set(Task::TEAM, Some("red".to_owned())).await.unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
            assert_eq!(error.index(), Some("GSI1"));
            assert!(error.to_string().contains("alias"), "{error}");
        }
        tasks.update(Task::key("t")).set(Task::RANK, 2_u32).set(Task::TEAM, Some("red".to_owned())).await.unwrap();
        let found = Task::by_team(Some("red".to_owned())).limit(9).send(&tasks).await.unwrap().items;
        assert_eq!(found, [Task { team: Some("red".into()), rank: 2, ..task }]);
    }
}

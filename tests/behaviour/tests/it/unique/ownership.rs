//! After any writes of several tasks, the sentinels match the values of the stored items exactly.

use futures_util::future::join_all;
use keywright::{ErrorKind, Handle};
use proptest::{prelude::*, test_runner::Config};

use super::design::*;
use super::races::faults;

#[derive(Debug, Clone)]
enum Write {
    Create(User),
    Put(User),
    Replace(User),
    Delete(u32),
}

/// Returns users with few ids, tenants and values, so that they conflict.
fn any_user() -> impl Strategy<Value = User> {
    let tenant = prop_oneof![Just("a"), Just("a#b"), Just("%")];
    let value = prop_oneof![Just("x"), Just("b#x"), Just("y"), Just("%UNIQUE")];
    (0..4_u32, tenant, value.clone(), proptest::option::of(value)).prop_map(|(id, tenant, email, nickname)| User {
        id,
        tenant: tenant.into(),
        email: email.into(),
        nickname: nickname.map(Into::into),
        visits: 0,
    })
}

fn any_write() -> impl Strategy<Value = Write> {
    prop_oneof![
        1 => any_user().prop_map(Write::Create),
        3 => any_user().prop_map(Write::Put),
        1 => any_user().prop_map(Write::Replace),
        2 => (0..4_u32).prop_map(Write::Delete),
    ]
}

async fn write(platform: &Handle<Platform>, write: &Write) {
    let result = match write {
        Write::Create(user) => platform.create(user).await.map(drop),
        Write::Put(user) => platform.put(user).await.map(drop),
        Write::Replace(user) => platform.replace(user).await.map(drop),
        Write::Delete(id) => platform.delete(key(*id)).await,
    };
    if let Err(error) = result {
        let expected = [ErrorKind::NotUnique, ErrorKind::AlreadyExists, ErrorKind::NotFound, ErrorKind::Service];
        assert!(expected.contains(&error.kind()), "{error}");
    }
}

/// Checks the keys of the users' sentinels, by the encoding of keys: `%` and `#` are percent-encoded.
async fn assert_exact(platform: &Handle<Platform>) {
    let escaped = |text: &str| text.replace('%', "%25").replace('#', "%23");
    let mut expected = std::collections::BTreeMap::new();
    for item in items(platform).await.into_iter().filter(|item| item["_et"] == s("User")) {
        let owner = text(&item, "PK");
        let tenant = escaped(&text(&item, "tenant"));
        let mut keys = vec![format!("%UNIQUE#User#mail#{}", escaped(&text(&item, "mail")))];
        if let Some(Ok(nickname)) = item.get("nickname").map(|nickname| nickname.as_s()) {
            keys.push(format!("%UNIQUE#User#nickname#{tenant}#{}", escaped(nickname)));
        }
        for key in keys {
            assert_eq!(expected.insert(key.clone(), owner.clone()), None, "two users have {key}");
        }
    }
    assert_eq!(sentinels(platform).await, expected);
}

proptest! {
    #![proptest_config(Config { cases: 16, ..Config::default() })]

    #[test]
    fn sentinels_match_the_values_of_existing_items(
        tasks in proptest::collection::vec(proptest::collection::vec(any_write(), 1..12), 1..5),
        seed in any::<u64>(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let local = keywright_local::Local::builder().answer_inline().start();
            let platform = local.open::<Platform>("platform").await.unwrap();
            local.set_faults(faults(seed));
            join_all(tasks.iter().map(|writes| {
                let platform = &platform;
                async move {
                    for one in writes {
                        write(platform, one).await;
                    }
                }
            }))
            .await;
            local.clear_faults();
            assert_exact(&platform).await;
        });
    }
}

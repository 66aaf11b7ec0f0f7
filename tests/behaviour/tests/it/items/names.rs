//! Names that could clash with those in the generated code, and a user's strict lints.

#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use chrono::{DateTime, Utc};
use keywright::{Collection, Entity, KeyEnum, Projection, Table};
use serde::{Deserialize, Serialize};

/// A table.
#[derive(Debug, Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[gsi(name = "GSI2", pk("a", "b"), sk("c"))]
#[lsi(name = "LSI1", sk = "LSI1SK", projection = include("type"))]
pub struct Shop;

/// A kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, KeyEnum, Serialize, Deserialize)]
pub enum Kind {
    /// One.
    r#One,
    /// Self, nearly.
    #[key("self")]
    Self_,
}

/// A thing with hard names.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "THING#<type>#<größe>")]
#[sk(template = "<key>#<self_>")]
#[gsi(index = "GSI1", query = by_schema, pk = "SCHEMA#<schema>#<query>", sk = "<key>")]
#[gsi(index = "GSI2", query = by_parts, pk("<match>", "<kind>"), sk("<index>"))]
#[lsi(index = "LSI1", query = local, sk = "<value>")]
pub struct Thing {
    /// A type.
    pub r#type: String,
    /// A size.
    pub größe: u32,
    /// A key.
    pub key: u32,
    /// Itself.
    pub self_: String,
    /// A schema.
    pub schema: String,
    /// A query.
    pub query: Option<String>,
    /// A match.
    pub r#match: String,
    /// A kind.
    pub kind: Kind,
    /// An index.
    pub index: u8,
    /// A value.
    pub value: Option<i64>,
    /// The street.
    pub straße: String,
    /// The entity.
    pub entity: String,
    /// The table.
    pub table: String,
    /// A time.
    pub at: DateTime<Utc>,
    /// An error.
    pub error: String,
    /// A field.
    pub field: String,
    /// A key of ours.
    __key: String,
}

/// Some of it.
#[derive(Debug, Clone, PartialEq, Projection, Deserialize)]
#[projection(of = Thing)]
pub struct Part {
    /// A type.
    pub r#type: String,
    /// A size.
    pub größe: u32,
}

macro_rules! wide {
    ($($field:ident)*) => {
        /// Wide.
        #[derive(Debug, Clone, PartialEq, Eq, Default, Entity, Serialize, Deserialize)]
        #[entity(table = Shop)]
        #[pk(template = "WIDE#<f0>")]
        #[sk(template = "WIDE")]
        pub struct Wide {
            $(
                /// A field.
                pub $field: String,
            )*
        }
    };
}

wide!(
    f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24 f25 f26 f27 f28 f29
    f30 f31 f32_ f33 f34 f35 f36 f37 f38 f39
);

/// Either.
#[derive(Debug, Collection)]
#[collection(query(f0))]
pub enum Either {
    /// A wide one.
    Wide(Box<Wide>),
}

/// A user's own extension of fields.
pub trait Twice {
    /// Whether it is.
    fn is_twice(&self) -> bool;
}

impl<E: Entity, T> Twice for keywright::expression::Field<E, T> {
    fn is_twice(&self) -> bool {
        true
    }
}

fn thing() -> Thing {
    let text = || String::from("a#b");
    Thing {
        r#type: text(),
        größe: 1,
        key: 2,
        self_: text(),
        schema: text(),
        query: Some(text()),
        r#match: text(),
        kind: Kind::Self_,
        index: 3,
        value: Some(-1),
        straße: text(),
        entity: text(),
        table: text(),
        at: DateTime::UNIX_EPOCH,
        error: text(),
        field: text(),
        __key: text(),
    }
}

#[tokio::test]
async fn reserved_and_colliding_field_names_work() {
    let shop = keywright_local::Local::start().open::<Shop>("shop").await.unwrap();
    shop.put(&thing()).await.unwrap();
    let key = || Thing::key("a#b", 1_u32, 2_u32, "a#b");
    shop.update(key())
        .set(Thing::STRASSE, "new")
        .set(Thing::SCHEMA_AND_QUERY, ("s", "q"))
        .set(Thing::MATCH_AND_KIND, ("m", Kind::One))
        .set(Thing::INDEX, 4)
        .set(Thing::VALUE, 7)
        .await
        .unwrap();
    let expected = Thing {
        straße: "new".into(),
        schema: "s".into(),
        query: Some("q".into()),
        r#match: "m".into(),
        kind: Kind::One,
        index: 4,
        value: Some(7),
        ..thing()
    };
    assert_eq!(shop.get(key()).await.unwrap().as_ref(), Some(&expected));
    assert_eq!(Thing::by_parts("m", Kind::One).send(&shop).await.unwrap().items, [expected]);
    assert_eq!(Thing::by_schema("s", "q").hydrate().send(&shop).await.unwrap().items.len(), 1);
    let parts = Thing::local("a#b", 1_u32).project::<Part>().send(&shop).await.unwrap();
    assert_eq!(parts.items, [Part { r#type: "a#b".into(), größe: 1 }]);
    let condition =
        Thing::TYPE.eq("a#b") & Thing::GRÖSSE.eq(1) & Thing::__KEY.exists() & Thing::SELF_.begins_with("a#");
    assert!(shop.delete(key()).when(condition & Thing::ERROR.ne("")).await.unwrap().is_applied());
    assert!(Thing::STRASSE.is_twice());
}

#[tokio::test]
async fn entity_with_forty_fields_can_be_updated_and_moved() {
    let shop = keywright_local::Local::start().open::<Shop>("shop").await.unwrap();
    shop.put(&Wide { f0: "a".into(), ..Wide::default() }).await.unwrap();
    shop.update(Wide::key("a")).set(Wide::F1, "x").set(Wide::F32_, "y").set(Wide::F39, "z").await.unwrap();
    let moved = shop.move_to(Wide::key("a"), |wide| wide.f0 = "b".into()).await.unwrap();
    let found = Either::query("b").send(&shop).await.unwrap().items;
    assert!(matches!(found.as_slice(), [Either::Wide(wide)] if **wide == moved && moved.f39 == "z"), "{found:?}");
}

#[tokio::test]
async fn entity_can_be_defined_inside_a_function() {
    #[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
    #[entity(table = Shop)]
    #[pk(template = "INNER#<id>")]
    #[sk(template = "INNER")]
    struct Inner {
        id: u32,
        count: u64,
    }
    let shop = keywright_local::Local::start().open::<Shop>("shop").await.unwrap();
    shop.put(&Inner { id: 1, count: 1 }).await.unwrap();
    shop.update(Inner::key(1_u32)).add(Inner::COUNT, 1).await.unwrap();
    assert_eq!(shop.get(Inner::key(1_u32)).await.unwrap(), Some(Inner { id: 1, count: 2 }));
}

//! Reads a part of an entity as a separate type.

mod coverage;
#[cfg(feature = "client")]
pub(crate) mod decode;
#[cfg(feature = "client")]
pub(crate) mod extract;
mod per_key;
mod recover;
#[cfg(feature = "client")]
pub(crate) mod requested;
#[cfg(feature = "client")]
pub(crate) mod sources;

pub use coverage::{Holds, contains_all_fields};
#[cfg(feature = "client")]
pub(crate) use coverage::{holds, holds_attribute};
pub(crate) use coverage::{is_part_of, place};
pub use per_key::{At, PerKey};
pub use recover::{InKeys, NotInKeys, Recover, Recovered};

use crate::Entity;

/// A part of an entity: some of its fields, by name and type. Derived with `#[derive(Projection)]`.
///
/// A query, a get and a batch get return it with `.project::<P>()`. DynamoDB then sends only its attributes and those
/// that are needed to find, order and check the items, but still charges for whole items.
///
/// ```
/// # #[cfg(feature = "client")] mod example {
/// use keywright::{Entity, Handle, Projection, Table};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Table)]
/// #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = include("total"))]
/// struct Shop;
///
/// #[derive(Entity, Serialize, Deserialize)]
/// #[entity(table = Shop)]
/// #[pk(template = "CUSTOMER#<customer>")]
/// #[sk(template = "ORDER#<id>")]
/// #[gsi(index = "GSI1", query = by_clerk, pk = "CLERK#<clerk>", sk = "<id>")]
/// struct Order {
///     customer: String,
///     id: u32,
///     clerk: String,
///     total: u64,
///     notes: String,
/// }
///
/// #[derive(Projection, Deserialize)]
/// #[projection(of = Order)]
/// struct OrderTotal {
///     id: u32,    // the index's key holds it
///     total: u64, // the index projects it
/// }
///
/// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
/// let page = Order::by_clerk("bob").project::<OrderTotal>().limit(50).send(&shop).await?;
/// let sum: u64 = page.items.iter().map(|order| order.total).sum();
///
/// let one: Option<OrderTotal> = shop.get(Order::key("ann", 7_u32)).project::<OrderTotal>().await?;
/// # Ok(()) }
/// # }
/// ```
///
/// An index must contain every field of the projection (KW015): projected, or completely in a key. A field that the
/// table's or the index's key contains completely is read from the key if the index does not project its attribute.
///
/// AWS: [projection
/// expressions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ProjectionExpressions.html).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a projection",
    note = "derive it: `#[derive(keywright::Projection)]`, with `#[projection(of = ..)]`"
)]
pub trait Projection: Sized + Send + 'static {
    /// The entity of which this type is a part.
    type Of: Entity;

    /// The fields of the projection.
    #[doc(hidden)]
    const FIELDS: &'static [ProjectedField];

    /// For each key that an entity can have, whether it contains all of the fields: a tuple of [`Is`](crate::read::Is).
    #[doc(hidden)]
    type Held;
}

/// A projection of the entity `E`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a projection of `{E}`",
    label = "not a part of `{E}`",
    note = "derive it: `#[derive(keywright::Projection)]`, with `#[projection(of = {E})]`"
)]
pub trait ProjectionOf<E>: Projection {}

#[diagnostic::do_not_recommend]
impl<E, P: Projection<Of: SameEntity<E>>> ProjectionOf<E> for P {}

/// Implemented by the entity `E` itself. This is a trait because the error for a missing impl can be customized, unlike
/// that for a type mismatch.
#[doc(hidden)]
pub trait SameEntity<E> {}

#[diagnostic::do_not_recommend]
impl<E: Entity> SameEntity<E> for E {}

/// A field of a projection.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct ProjectedField {
    /// The entity's field.
    pub name: &'static str,
    /// The name under which the projection's `Deserialize` reads it.
    pub read_as: &'static str,
    /// Converts the field's value in a key to the value as serde writes it.
    pub recover: Recover,
}

/// Implemented if a field of a projection has the same type as the entity's field.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the entity's field is of type `{Self}`, and the projection's of type `{P}`",
    label = "of another type than the entity's field",
    note = "a projection's fields have the names and the types of the entity's: write `{Self}`"
)]
pub trait FieldOf<P> {}

#[diagnostic::do_not_recommend]
impl<F> FieldOf<F> for F {}

/// Asserts that a field of an entity has the type of the projection's field.
#[doc(hidden)]
pub const fn same_type<P, F: FieldOf<P>>(_: &F) {}

//! Represents an attribute, or a place inside one.

use std::{borrow::Cow, fmt, marker::PhantomData};

use super::{Field, Free, List, Map, Stored};
use crate::Entity;

/// A place in an item of `E`: an attribute, or a place in its maps and lists. The stored value is a `T`.
///
/// The field's type determines the type of places inside a map or a list, as in `Order::PRICES.entry("eur")`. The
/// caller names the type of places inside a struct, as in `Order::ADDRESS.at::<String>("city")`. `R` is the role of the
/// field that contains the place.
#[must_use = "a path does nothing by itself; compare it, or give it to an update"]
pub struct Path<E, T, R = Free> {
    pub(crate) steps: Vec<Step>,
    /// The field, if the path is a whole one. It determines how values are serialized.
    pub(crate) field: Option<Field<E, T, R>>,
    types: PhantomData<PathTypes<E, T, R>>,
}

/// Marks the types of a path without owning them.
type PathTypes<E, T, R> = fn() -> (E, T, R);

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An attribute, or an entry of a map.
    Name(Cow<'static, str>),
    /// An element of a list, counted from 0.
    Index(usize),
}

impl Step {
    pub(crate) fn named(name: impl Into<String>) -> Self {
        Self::Name(Cow::Owned(name.into()))
    }
}

/// Returns an attribute without a field, such as one that other writers add to an entity's items.
pub fn attribute<E, T>(name: impl Into<String>) -> Path<E, T> {
    Path::new(vec![Step::named(name)])
}

impl<E, T, R> Path<E, T, R> {
    fn new(steps: Vec<Step>) -> Self {
        Self { steps, field: None, types: PhantomData }
    }

    /// Returns the entry with this name of the map stored here. The caller names the entry's type.
    pub fn at<V>(self, name: impl Into<String>) -> Path<E, V, R> {
        self.step(Step::named(name))
    }

    /// Returns the element at this position of the list stored here, counted from 0. The caller names the element's
    /// type.
    pub fn index<V>(self, place: usize) -> Path<E, V, R> {
        self.step(Step::Index(place))
    }

    /// Returns the entry with this name of the map stored here, with the map's value type.
    pub fn entry<V>(self, name: impl Into<String>) -> Path<E, V, R>
    where
        T: Map<Value = V>,
    {
        self.at(name)
    }

    /// Returns the element at this position of the list stored here, counted from 0, with the list's element type.
    pub fn element<V>(self, place: usize) -> Path<E, V, R>
    where
        T: List<Element = V>,
    {
        self.index(place)
    }

    fn step<V>(mut self, step: Step) -> Path<E, V, R> {
        self.steps.push(step);
        Path::new(self.steps)
    }
}

impl<E: Entity, T, R> Field<E, T, R> {
    pub(crate) fn steps(&self) -> Vec<Step> {
        let fields = const { E::SCHEMA.fields };
        let attribute = fields.get(usize::from(self.place)).map_or("", |field| field.attribute);
        vec![Step::Name(Cow::Borrowed(attribute))]
    }

    /// Returns the field's attribute. Values are serialized as those of the field.
    pub fn path(self) -> Path<E, T, R>
    where
        R: Stored,
    {
        Path { field: Some(self), ..Path::new(self.steps()) }
    }

    /// Returns the entry with this name, if the field is a map. Serde writes structs and maps as maps. The caller names
    /// the entry's type; [`entry`](Self::entry) uses the map's own.
    pub fn at<V>(self, name: impl Into<String>) -> Path<E, V, R>
    where
        R: Stored,
    {
        self.path().at(name)
    }

    /// Returns the element at this position, counted from 0, if the field is a list. The caller names the element's
    /// type.
    pub fn index<V>(self, place: usize) -> Path<E, V, R>
    where
        R: Stored,
    {
        self.path().index(place)
    }

    /// Returns the entry with this name of a field that is a `HashMap`, a `BTreeMap`, or an `Option` of one.
    pub fn entry<V>(self, name: impl Into<String>) -> Path<E, V, R>
    where
        T: Map<Value = V>,
        R: Stored,
    {
        self.path().entry(name)
    }

    /// Returns the element at this position, counted from 0, of a field that is a `Vec`, or an `Option` of one.
    pub fn element<V>(self, place: usize) -> Path<E, V, R>
    where
        T: List<Element = V>,
        R: Stored,
    {
        self.path().element(place)
    }
}

impl<E: Entity, T, R: Stored> From<Field<E, T, R>> for Path<E, T> {
    fn from(field: Field<E, T, R>) -> Self {
        Self::new(field.steps())
    }
}

impl<E, T, R> Clone for Path<E, T, R> {
    fn clone(&self) -> Self {
        Self { field: self.field, ..Self::new(self.steps.clone()) }
    }
}

/// Formats the path in DynamoDB's notation, without placeholders.
impl<E, T, R> fmt::Display for Path<E, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.steps))
    }
}

/// Formats a place in DynamoDB's notation, without placeholders.
pub(crate) fn shown(steps: &[Step]) -> Cow<'_, str> {
    if let [Step::Name(name)] = steps {
        return Cow::Borrowed(name);
    }
    let mut shown = String::new();
    for (place, step) in steps.iter().enumerate() {
        match step {
            Step::Name(name) if place == 0 => shown.push_str(name),
            Step::Name(name) => shown = format!("{shown}.{name}"),
            Step::Index(index) => shown = format!("{shown}[{index}]"),
        }
    }
    Cow::Owned(shown)
}

impl<E, T, R> fmt::Debug for Path<E, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({self})")
    }
}

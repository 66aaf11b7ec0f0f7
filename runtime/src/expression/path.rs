//! An attribute, or a place inside one.

use std::{fmt, marker::PhantomData};

use super::{Field, Free, List, Map, Stored};
use crate::Entity;

/// A place in an item of `E`: an attribute, or what lies in its maps and lists. What is stored there is a `T`.
///
/// Places inside a map or a list are of the type that the field's own says, `Order::PRICES.entry("eur")`, and those
/// inside a struct of the type that the caller names, `Order::ADDRESS.at::<String>("city")`. `R` is the role of the
/// field in which it lies.
#[must_use = "a path does nothing by itself; compare it, or give it to an update"]
pub struct Path<E, T, R = Free> {
    pub(crate) steps: Vec<Step>,
    /// The field that it is, if it is a whole one: it says how values are written there.
    pub(crate) field: Option<Field<E, T, R>>,
    types: PhantomData<Of<E, T, R>>,
}

/// What a path is of, without owning any of it.
type Of<E, T, R> = fn() -> (E, T, R);

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An attribute, or an entry of a map.
    Name(String),
    /// An element of a list, counted from 0.
    Index(usize),
}

/// An attribute that no field stands for, such as one that other writers add to the entity's own.
pub fn attribute<E, T>(name: impl Into<String>) -> Path<E, T> {
    Path::new(vec![Step::Name(name.into())])
}

impl<E, T, R> Path<E, T, R> {
    fn new(steps: Vec<Step>) -> Self {
        Self { steps, field: None, types: PhantomData }
    }

    /// The entry of this name in the map that is stored here.
    pub fn at<V>(self, name: impl Into<String>) -> Path<E, V, R> {
        self.step(Step::Name(name.into()))
    }

    /// The element at this place of the list that is stored here, counted from 0.
    pub fn index<V>(self, place: usize) -> Path<E, V, R> {
        self.step(Step::Index(place))
    }

    /// The entry of this name in the map that is stored here, of the map's own type.
    pub fn entry<V>(self, name: impl Into<String>) -> Path<E, V, R>
    where
        T: Map<Value = V>,
    {
        self.at(name)
    }

    /// The element at this place of the list that is stored here, counted from 0, of the list's own type.
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
        vec![Step::Name(attribute.to_owned())]
    }

    /// The field's attribute. Values are written there as the field's own are.
    pub fn path(self) -> Path<E, T, R>
    where
        R: Stored,
    {
        Path { field: Some(self), ..Path::new(self.steps()) }
    }

    /// The entry of this name in the map that the field is. serde writes structs and maps as maps. The caller names the
    /// entry's type; [`entry`](Self::entry) takes the map's own.
    pub fn at<V>(self, name: impl Into<String>) -> Path<E, V, R>
    where
        R: Stored,
    {
        self.path().at(name)
    }

    /// The element at this place of the list that the field is, counted from 0.
    pub fn index<V>(self, place: usize) -> Path<E, V, R>
    where
        R: Stored,
    {
        self.path().index(place)
    }

    /// The entry of this name in the map that the field is: a `HashMap`, a `BTreeMap`, or an `Option` of one.
    pub fn entry<V>(self, name: impl Into<String>) -> Path<E, V, R>
    where
        T: Map<Value = V>,
        R: Stored,
    {
        self.path().entry(name)
    }

    /// The element at this place of the list that the field is, counted from 0: of a `Vec`, or an `Option` of one.
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

/// The path as DynamoDB writes it, without placeholders.
impl<E, T, R> fmt::Display for Path<E, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.steps))
    }
}

/// A place as DynamoDB writes it, without placeholders.
pub(crate) fn shown(steps: &[Step]) -> String {
    let mut shown = String::new();
    for (place, step) in steps.iter().enumerate() {
        match step {
            Step::Name(name) if place == 0 => shown.push_str(name),
            Step::Name(name) => shown = format!("{shown}.{name}"),
            Step::Index(index) => shown = format!("{shown}[{index}]"),
        }
    }
    shown
}

impl<E, T, R> fmt::Debug for Path<E, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({self})")
    }
}

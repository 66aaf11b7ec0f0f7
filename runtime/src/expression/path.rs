//! An attribute, or a place inside one.

use std::{fmt, marker::PhantomData};

use super::Field;
use crate::Entity;

/// A place in an item of `E`: an attribute, or what lies in its maps and lists. What is stored there is a `T`.
///
/// Nested places are of the type that the caller names: `Order::ADDRESS.at::<String>("city")`.
#[must_use = "a path does nothing by itself; compare it, or give it to an update"]
pub struct Path<E, T> {
    pub(crate) steps: Vec<Step>,
    types: PhantomData<fn() -> (E, T)>,
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// An attribute, or an entry of a map.
    Name(String),
    /// An element of a list, counted from 0.
    Index(usize),
}

/// An attribute that no field stands for, such as one that other writers put beside the entity's own.
pub fn attribute<E, T>(name: impl Into<String>) -> Path<E, T> {
    Path::new(vec![Step::Name(name.into())])
}

impl<E, T> Path<E, T> {
    fn new(steps: Vec<Step>) -> Self {
        Self { steps, types: PhantomData }
    }

    /// The entry of this name in the map that is stored here.
    pub fn at<V>(self, name: impl Into<String>) -> Path<E, V> {
        self.step(Step::Name(name.into()))
    }

    /// The element at this place of the list that is stored here, counted from 0.
    pub fn index<V>(self, place: usize) -> Path<E, V> {
        self.step(Step::Index(place))
    }

    fn step<V>(mut self, step: Step) -> Path<E, V> {
        self.steps.push(step);
        Path::new(self.steps)
    }
}

impl<E: Entity, T, R> Field<E, T, R> {
    /// The field's attribute.
    pub fn path(self) -> Path<E, T> {
        let fields = const { E::SCHEMA.fields };
        attribute(fields.get(usize::from(self.place)).map_or("", |field| field.attribute))
    }

    /// The entry of this name in the map that the field is. serde writes structs and maps as maps.
    pub fn at<V>(self, name: impl Into<String>) -> Path<E, V> {
        self.path().at(name)
    }

    /// The element at this place of the list that the field is, counted from 0.
    pub fn index<V>(self, place: usize) -> Path<E, V> {
        self.path().index(place)
    }
}

impl<E, T> Clone for Path<E, T> {
    fn clone(&self) -> Self {
        Self::new(self.steps.clone())
    }
}

/// The path as DynamoDB writes it, without placeholders.
impl<E, T> fmt::Display for Path<E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.steps.iter().enumerate() {
            match step {
                Step::Name(name) if place == 0 => f.write_str(name)?,
                Step::Name(name) => write!(f, ".{name}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl<E, T> fmt::Debug for Path<E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({self})")
    }
}

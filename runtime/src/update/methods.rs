//! Defines the methods of an update, for both `ItemUpdate` and requests.

/// Defines the operations on an item. The [`Operations`](super::Operations) of `$this` are in `operations()`.
macro_rules! operations {
    ($entity:ident) => {
        /// Sets a field to a new value, or fields that determine an index key together to their values. Updates every
        /// index key that depends on them. `None` removes the item from an index that depends on the field. A value
        /// that serde omits from items removes the attribute.
        ///
        /// Accepts fields by their constants (`Order::STATUS`), fields that are set together by their joint constant
        /// (`Order::STATUS_AND_RANK`, with a tuple of values), and places inside a field
        /// (`Order::ADDRESS.at::<String>("city")`), which require that the containing map or list exists.
        pub fn set<F, V>(self, field: F, value: V) -> Self
        where
            F: $crate::update::Assign<$entity, V>,
        {
            self.change(|operations| operations.set::<$entity, F, V>(field, value))
        }

        /// Sets a field if there is a value, as [`set`](Self::set) does, and leaves it unchanged for `None`. Use it for
        /// the fields of a PATCH request. An update without any change is an error; check `is_empty()` before sending
        /// it.
        pub fn set_some<F, V>(self, field: F, value: Option<V>) -> Self
        where
            F: $crate::update::Assign<$entity, V>,
        {
            match value {
                Some(value) => self.set(field, value),
                None => self,
            }
        }

        /// Removes the attribute of an `Option` and the keys of the indexes that depend on it, or an entry of a map, or
        /// an element of a list. A field with `#[serde(with = ..)]` must also have `#[serde(default)]`.
        pub fn remove<F>(self, field: F) -> Self
        where
            F: $crate::update::Erase<$entity>,
        {
            self.change(|operations| operations.remove::<$entity, F>(field))
        }

        /// Sets a field to this value if it has no attribute. A stored null is a value.
        pub fn if_not_exists<P, V>(self, place: P, value: V) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: serde::Serialize>,
            V: $crate::expression::FieldArg<P::Value>,
        {
            self.change(|operations| operations.if_not_exists::<$entity, P>(&place, &value.into_value()))
        }

        /// Adds an amount, which may be negative, to a number. An absent attribute counts as 0.
        ///
        /// A sum outside the range of the field's type is refused with [`OutOfRange`](crate::ErrorKind::OutOfRange),
        /// and nothing is written.
        pub fn add<P>(self, place: P, amount: impl Into<<P::Value as $crate::update::Number>::Amount>) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: $crate::update::Number>,
        {
            self.change(|operations| operations.add::<$entity, P>(&place, &amount.into()))
        }

        /// Appends values to a list. Creates the list if there is no attribute.
        pub fn append<P, V>(self, place: P, values: impl IntoIterator<Item = V>) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: $crate::update::Gather + serde::Serialize>,
            V: $crate::expression::FieldArg<<P::Value as $crate::expression::Container>::Element>,
        {
            let values = $crate::update::Gather::gather(values.into_iter().map(V::into_value).collect());
            self.change(|operations| operations.append::<$entity, P>(&place, &values))
        }

        /// Prepends values to a list. Creates the list if there is no attribute.
        pub fn prepend<P, V>(self, place: P, values: impl IntoIterator<Item = V>) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: $crate::update::Gather + serde::Serialize>,
            V: $crate::expression::FieldArg<<P::Value as $crate::expression::Container>::Element>,
        {
            let values = $crate::update::Gather::gather(values.into_iter().map(V::into_value).collect());
            self.change(|operations| operations.prepend::<$entity, P>(&place, &values))
        }

        /// Adds values to a set of texts, numbers or binary values. Creates the set if there is no attribute. The field
        /// must be stored as a set (SS, NS or BS), as are `BTreeSet`, `HashSet` and a field with `#[serde(with =
        /// "serde_dynamo::string_set")]`.
        pub fn add_to<P, V>(self, place: P, values: impl IntoIterator<Item = V>) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: $crate::update::Gather + serde::Serialize>,
            V: $crate::expression::FieldArg<<P::Value as $crate::expression::Container>::Element>,
        {
            let values = $crate::update::Gather::gather(values.into_iter().map(V::into_value).collect());
            self.change(|operations| operations.add_to::<$entity, P>(&place, &values))
        }

        /// Removes values from a set. DynamoDB does not store empty sets: removing the last value removes the
        /// attribute. A `BTreeSet` or `HashSet` is then read as empty; a field with a serde function requires
        /// `#[serde(default)]`.
        pub fn take_from<P, V>(self, place: P, values: impl IntoIterator<Item = V>) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: $crate::update::Gather + serde::Serialize>,
            V: $crate::expression::FieldArg<<P::Value as $crate::expression::Container>::Element>,
        {
            let values = $crate::update::Gather::gather(values.into_iter().map(V::into_value).collect());
            self.change(|operations| operations.take_from::<$entity, P>(&place, &values))
        }
    };
}

pub(crate) use operations;

//! The words of an update: the same for the value and for the requests.

/// What can be done to an item. `$this` has the [`Operations`](super::Operations) in `operations()`.
macro_rules! operations {
    ($entity:ident) => {
        /// Gives a field a new value, or fields that feed an index key together theirs. Every index key that they feed
        /// follows; `None` takes the item out of an index that the field feeds. A value that serde leaves out of items
        /// removes the attribute.
        ///
        /// It takes fields by their constants (`Order::STATUS`), fields that are set together by theirs
        /// (`Order::STATUS_AND_RANK`, with a tuple of values), and places inside a field
        /// (`Order::ADDRESS.at::<String>("city")`), which need the map or list around them to be there.
        pub fn set<F, V>(self, field: F, value: V) -> Self
        where
            F: $crate::update::Assign<$entity, V>,
        {
            self.change(|operations| operations.set::<$entity, F, V>(field, value))
        }

        /// Sets a field if there is a value, as [`set`](Self::set) does, and leaves it unchanged for `None`: for the
        /// fields of a PATCH request. An update without any change is an error; `is_empty()` tells before it is sent.
        pub fn set_some<F, V>(self, field: F, value: Option<V>) -> Self
        where
            F: $crate::update::Assign<$entity, V>,
        {
            match value {
                Some(value) => self.set(field, value),
                None => self,
            }
        }

        /// Removes the attribute of an `Option`, and the keys of the indexes that it feeds; or an entry of a map, or an
        /// element of a list. A field with `#[serde(with = ..)]` needs `#[serde(default)]` for that.
        pub fn remove<F>(self, field: F) -> Self
        where
            F: $crate::update::Erase<$entity>,
        {
            self.change(|operations| operations.remove::<$entity, F>(field))
        }

        /// Gives a field this value where it has no attribute. A stored null is a value.
        pub fn if_not_exists<P, V>(self, place: P, value: V) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: serde::Serialize>,
            V: $crate::expression::FieldArg<P::Value>,
        {
            self.change(|operations| operations.if_not_exists::<$entity, P>(&place, &value.into_value()))
        }

        /// Adds an amount to a number; a negative one takes from it. Where there is no attribute it is counted from 0.
        ///
        /// A sum that the field's type does not hold is refused with [`OutOfRange`](crate::ErrorKind::OutOfRange), and
        /// nothing is written.
        pub fn add<P>(self, place: P, amount: impl Into<<P::Value as $crate::update::Number>::Amount>) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: $crate::update::Number>,
        {
            self.change(|operations| operations.add::<$entity, P>(&place, &amount.into()))
        }

        /// Adds values at the end of a list, which is made where there is no attribute.
        pub fn append<P, V>(self, place: P, values: impl IntoIterator<Item = V>) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: $crate::update::Gather + serde::Serialize>,
            V: $crate::expression::FieldArg<<P::Value as $crate::expression::Container>::Element>,
        {
            let values = $crate::update::Gather::gather(values.into_iter().map(V::into_value).collect());
            self.change(|operations| operations.append::<$entity, P>(&place, &values))
        }

        /// Adds values at the beginning of a list, which is made where there is no attribute.
        pub fn prepend<P, V>(self, place: P, values: impl IntoIterator<Item = V>) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: $crate::update::Gather + serde::Serialize>,
            V: $crate::expression::FieldArg<<P::Value as $crate::expression::Container>::Element>,
        {
            let values = $crate::update::Gather::gather(values.into_iter().map(V::into_value).collect());
            self.change(|operations| operations.prepend::<$entity, P>(&place, &values))
        }

        /// Adds values to a set of texts, numbers or binaries, which is made where there is no attribute. The field has
        /// to be stored as a set (SS, NS or BS), as a `BTreeSet` and a `HashSet` are, and a field with
        /// `#[serde(with = "serde_dynamo::string_set")]`.
        pub fn add_to<P, V>(self, place: P, values: impl IntoIterator<Item = V>) -> Self
        where
            P: $crate::update::InPlace<$entity, Value: $crate::update::Gather + serde::Serialize>,
            V: $crate::expression::FieldArg<<P::Value as $crate::expression::Container>::Element>,
        {
            let values = $crate::update::Gather::gather(values.into_iter().map(V::into_value).collect());
            self.change(|operations| operations.add_to::<$entity, P>(&place, &values))
        }

        /// Takes values from a set. DynamoDB stores no empty set: with its last value the attribute is removed. A
        /// `BTreeSet` or `HashSet` is empty then; a field with a function of serde's needs `#[serde(default)]`.
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

//! `Option`: a value that may be absent from an index.

use crate::key::{FieldKind, KeyField, KeyValue, Ordered};

#[diagnostic::do_not_recommend]
impl<T: KeyField> KeyField for Option<T> {
    type Scalar = T::Scalar;
    const KIND: FieldKind = T::KIND;
    const OPTIONAL: bool = true;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        self.as_ref()?.to_value()
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        T::from_value(value).map(Some)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Ordered> Ordered for Option<T> {}

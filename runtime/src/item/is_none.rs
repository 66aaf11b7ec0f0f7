//! Detects the `None` of an `Option`, which serde serializes like `Some(None)`.

use serde::ser::{Error as _, Impossible, Serialize, Serializer};
use serde_dynamo::Error;

/// Returns whether serde treats a value as absent.
pub(crate) fn is_none(value: &(impl Serialize + ?Sized)) -> bool {
    value.serialize(IsNone).unwrap_or(false)
}

struct IsNone;

macro_rules! some {
    ($($method:ident($($argument:ty),*);)*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<bool, Error> {
            Ok(false)
        })*
    };
}

macro_rules! compound {
    ($($method:ident($($argument:ty),*) -> $out:ident;)*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<Self::$out, Error> {
            Err(Error::custom("a value of several parts"))
        })*
    };
}

impl Serializer for IsNone {
    type Ok = bool;
    type Error = Error;
    type SerializeSeq = Impossible<bool, Error>;
    type SerializeTuple = Impossible<bool, Error>;
    type SerializeTupleStruct = Impossible<bool, Error>;
    type SerializeTupleVariant = Impossible<bool, Error>;
    type SerializeMap = Impossible<bool, Error>;
    type SerializeStruct = Impossible<bool, Error>;
    type SerializeStructVariant = Impossible<bool, Error>;

    fn serialize_none(self) -> Result<bool, Error> {
        Ok(true)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<bool, Error> {
        Ok(false)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<bool, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<bool, Error> {
        Ok(false)
    }

    some! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    compound! {
        serialize_seq(Option<usize>) -> SerializeSeq;
        serialize_tuple(usize) -> SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
        serialize_map(Option<usize>) -> SerializeMap;
        serialize_struct(&'static str, usize) -> SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_outer_none_is_absent() {
        assert!(is_none(&None::<u8>));
        assert!(is_none(&None::<Option<u8>>));
        assert!(!is_none(&Some(None::<u8>)));
        assert!(!is_none(&()));
        assert!(!is_none(&[0_u8; 0]));
        assert!(!is_none(&"None"));
    }
}

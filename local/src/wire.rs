use dynoxide::DynoxideError;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An answer in the wire format.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn success(body: String) -> Self {
        Self { status: 200, body }
    }

    pub(crate) fn failure(operation: &str, error: DynoxideError) -> Self {
        let error = enveloped(operation, error);
        Self { status: error.status_code(), body: error.to_json() }
    }

    pub(crate) fn unknown_operation(target: &str) -> Self {
        let body = serde_json::json!({
            "__type": "com.amazon.coral.service#UnknownOperationException",
            "message": format!("the embedded engine does not implement `{target}`; run this call against AWS"),
        });
        Self { status: 400, body: body.to_string() }
    }
}

pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, DynoxideError> {
    serde_json::from_slice(body).map_err(|error| unreadable(&error))
}

pub(crate) fn write<T: Serialize>(answer: &T) -> Result<String, DynoxideError> {
    serde_json::to_string(answer).map_err(internal)
}

pub(crate) fn internal(error: impl std::fmt::Display) -> DynoxideError {
    DynoxideError::InternalServerError(error.to_string())
}

/// Makes the error for a body that the engine cannot read. Its deserializers put the class into the message.
pub(crate) fn unreadable(error: &serde_json::Error) -> DynoxideError {
    type Class = fn(String) -> DynoxideError;
    const MARKED: [(&str, Class); 5] = [
        ("SERIALIZATION_AS_READ:", DynoxideError::SerializationException),
        ("SERIALIZATION:", DynoxideError::SerializationException),
        ("VALIDATION_AS_READ:", DynoxideError::ValidationException),
        ("VALIDATION_REQUEST:", DynoxideError::EnvelopedValidation),
        ("VALIDATION:", DynoxideError::ValidationException),
    ];
    const INVALID: [&str; 4] = ["missing field", "unknown variant", "invalid type: null", "Supplied AttributeValue"];

    let text = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    let message = text.strip_suffix(&position).unwrap_or(&text);
    for (marker, class) in MARKED {
        if let Some(rest) = message.strip_prefix(marker) {
            return class(rest.to_owned());
        }
    }
    if INVALID.iter().any(|part| message.contains(part)) {
        DynoxideError::ValidationException(message.to_owned())
    } else {
        DynoxideError::SerializationException(message.to_owned())
    }
}

/// Applies the format of an error to an operation: DynamoDB formats this class differently on the three single-item
/// writes.
fn enveloped(operation: &str, error: DynoxideError) -> DynoxideError {
    match error {
        DynoxideError::EnvelopedValidation(message) => {
            DynoxideError::ValidationException(if matches!(operation, "PutItem" | "UpdateItem" | "DeleteItem") {
                format!("1 validation error detected: {message}")
            } else {
                message
            })
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::Error as _;

    fn class(message: &str) -> (&'static str, String) {
        let error = unreadable(&serde_json::Error::custom(message));
        (error.short_error_code(), error.to_string())
    }

    #[test]
    fn markers_select_the_error_class_and_are_stripped() {
        let validation = |text: &str| ("ValidationError", text.to_owned());
        let serialization = |text: &str| ("SerializationError", text.to_owned());
        assert_eq!(class("VALIDATION:too small"), validation("too small"));
        assert_eq!(class("VALIDATION_REQUEST:x"), validation("x"));
        assert_eq!(class("VALIDATION_AS_READ:x"), validation("x"));
        assert_eq!(class("SERIALIZATION:x"), serialization("x"));
        assert_eq!(class("SERIALIZATION_AS_READ:x"), serialization("x"));
        assert_eq!(class("missing field `a`"), validation("missing field `a`"));
        assert_eq!(class("expected a map"), serialization("expected a map"));
    }

    #[test]
    fn a_body_that_is_not_json_is_a_serialization_error() {
        let error = read::<serde_json::Value>(b"{").unwrap_err();
        let answer = Answer::failure("PutItem", error);
        assert_eq!(answer.status, 400);
        assert!(answer.body.contains("#SerializationException"), "{}", answer.body);
        assert!(!answer.body.contains("line 1"), "{}", answer.body);
    }

    #[test]
    fn only_single_item_writes_are_enveloped() {
        let body = |operation| Answer::failure(operation, DynoxideError::EnvelopedValidation("m".into())).body;
        assert!(body("PutItem").contains("1 validation error detected: m"));
        assert!(!body("Query").contains("detected"));
    }
}

//! Finds the keys that throttled a request.

use std::error::Error as StdError;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use super::{
    failure::{failure, throttles},
    failure_class::Failure,
};
use crate::throttling::Refusing;

/// Returns the keys that throttled a request. A throttle without reasons counts for the table's key. No other failure
/// counts.
pub(crate) fn refusing<E: ProvideErrorMetadata + StdError + 'static>(error: &SdkError<E>) -> Refusing {
    if failure(error) != Failure::Throttled {
        return Refusing::default();
    }
    let throttles = throttles(error);
    if throttles.is_empty() { Refusing::table() } else { Refusing::of(&throttles) }
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::{
        config::http::HttpResponse,
        error::ErrorMetadata,
        operation::put_item::PutItemError,
        types::{ThrottlingReason, error::ThrottlingException},
    };

    use super::*;

    const TABLE: &str = "arn:aws:dynamodb:us-east-1:1:table/platform";
    const INDEX: &str = "arn:aws:dynamodb:us-east-1:1:table/platform/index/GSI1";

    fn throttled(reasons: &[(&str, &str)]) -> SdkError<PutItemError> {
        let reasons =
            reasons.iter().map(|(reason, arn)| ThrottlingReason::builder().reason(*reason).resource(*arn).build());
        let meta = ErrorMetadata::builder().code("ThrottlingException").build();
        let exception =
            ThrottlingException::builder().set_throttling_reasons(Some(reasons.collect())).meta(meta).build();
        let response = HttpResponse::new(400_u16.try_into().unwrap(), "".into());
        SdkError::service_error(PutItemError::ThrottlingException(exception), response)
    }

    fn is_by(error: &SdkError<PutItemError>) -> [bool; 3] {
        let refusing = refusing(error);
        [None, Some("GSI1"), Some("GSI2")].map(|index| refusing.is_by(index))
    }

    #[test]
    fn the_throttled_key_belongs_to_the_resource_of_the_reason() {
        assert_eq!(is_by(&throttled(&[("TableWriteKeyRangeThroughputExceeded", TABLE)])), [true, false, false]);
        assert_eq!(is_by(&throttled(&[("IndexWriteKeyRangeThroughputExceeded", INDEX)])), [false, true, false]);
        let both = [("IndexWriteKeyRangeThroughputExceeded", INDEX), ("TableWriteKeyRangeThroughputExceeded", TABLE)];
        assert_eq!(is_by(&throttled(&both)), [true, true, false]);
    }

    #[test]
    fn table_and_account_limits_throttle_no_key() {
        assert_eq!(is_by(&throttled(&[("TableWriteProvisionedThroughputExceeded", TABLE)])), [false; 3]);
        assert_eq!(is_by(&throttled(&[("TableWriteAccountLimitExceeded", TABLE)])), [false; 3]);
    }

    #[test]
    fn throttles_without_reasons_name_the_table_key() {
        assert_eq!(is_by(&throttled(&[])), [true, false, false]);
        let broken = PutItemError::generic(ErrorMetadata::builder().code("InternalServerError").build());
        let response = HttpResponse::new(500_u16.try_into().unwrap(), "".into());
        assert_eq!(is_by(&SdkError::service_error(broken, response)), [false; 3]);
    }
}

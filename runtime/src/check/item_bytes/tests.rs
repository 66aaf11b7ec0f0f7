use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, message_text},
    key::FieldKind::Text,
};

#[test]
fn items_above_400_kb_are_rejected() {
    let page = || Design::new("Page", &[("id", Text)]).key("PAGE#<id>", "PAGE");
    expect![[r#"
        KW019: an item of `Page` is declared with 409,601 bytes; DynamoDB stores up to 409,600 (400 KB)
          fix   keep the large part elsewhere, such as in S3, and its address in the item
          or    split the item into several under one partition key"#]]
    .assert_eq(&message_text(refusal(page().peak(1, 409_601).build())));
    expect![[r#"
        KW019: index GSI1: an item of `Page` is declared with 500,000 bytes; DynamoDB stores up to 409,600 (400 KB)
          fix   keep the large part elsewhere, such as in S3, and its address in the item
          or    split the item into several under one partition key"#]]
    .assert_eq(&message_text(refusal(page().index("GSI1", "<id>", "<id>").own_peak(1, 500_000).build())));
    assert_eq!(message_text(refusal(page().peak(1, 409_600).build())), "");
    assert_eq!(message_text(refusal(Design::new("Stub", &[]).peak(1, 500_000).build())), "");
}

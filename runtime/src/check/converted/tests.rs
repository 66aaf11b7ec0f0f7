use expect_test::expect;

use super::*;
use crate::check::samples::{Design, said};

#[test]
fn a_text_is_its_spelling() {
    let fields =
        [("id", FieldKind::Text), ("at", FieldKind::Time), ("n", FieldKind::Integer { digits: 10, signed: false })];
    let entity = Design::new("User", &fields).key("USER#<id>", "<at>#<n>").build();
    expect![[r#"
        KW020: keys hold `id` of `User` as the struct does, and this function can make the item's text another one: what is read would have another key
          fix   drop the function, and normalize the text before it is stored
          or    a type of your own, which holds normalized text only, with its `Serialize`, `Deserialize` and `KeyField`"#]].assert_eq(&said(refusal(entity, 0)));
    for field in [1, 2, 3] {
        assert_eq!(said(refusal(entity, field)), "");
    }
}

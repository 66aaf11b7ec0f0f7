use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, message_text},
    key::FieldKind::Text,
};

#[test]
fn an_entity_missing_from_the_list_of_its_table_is_rejected() {
    let entity = |name| Design::new(name, &[("id", Text)]).key("A#<id>", "A").build();
    let (log, threat, note) = (entity("OpsLog"), entity("Threat"), entity("Note"));
    expect![[r#"
        KW021: `Note` is stored in `Platform`, whose `#[entities(..)]` does not list it
          fix   #[entities(OpsLog, Threat, Note)]  on `Platform`
          note  the checks across entities, the documentation and the infrastructure code follow this list"#]]
    .assert_eq(&message_text(refusal(note, Some(&[log, threat]))));
    assert_eq!(message_text(refusal(threat, Some(&[log, threat]))), "");
    assert_eq!(message_text(refusal(note, None)), "");
}

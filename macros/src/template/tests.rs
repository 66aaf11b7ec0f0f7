mod properties;

use proc_macro2::Span;
use syn::LitStr;

use super::{Form, Piece, Template};

fn pieces(source: &str) -> Vec<String> {
    let template = Template::parse(&LitStr::new(source, Span::call_site()));
    assert_eq!(template.problems, [""; 0], "{source}");
    let shown = template.pieces.iter().map(|piece| match piece {
        Piece::Literal(text) => format!("{text:?}"),
        Piece::Field(field) => {
            assert_eq!(&template.source[field.place.clone()], field.name);
            assert_eq!(&template.source[field.end..=field.end], ">");
            let raw = if field.raw { " raw" } else { "" };
            format!("{} {:?}{raw}", field.name, field.form)
        }
        Piece::Shard(shard) => format!("shard {}", shard.width),
    });
    shown.collect()
}

fn messages(source: &str) -> Vec<String> {
    Template::parse(&LitStr::new(source, Span::call_site())).problems
}

#[track_caller]
fn refused(source: &str, message: &str) {
    assert_eq!(messages(source), [message.replace("\n|", "\n")]);
}

#[test]
fn text_and_placeholders_are_parsed() {
    assert_eq!(pieces("OPS_LOG#<at:day>"), [r#""OPS_LOG#""#, r#"at Bucket("Day")"#]);
    assert_eq!(pieces("<at>#<call_id>"), ["at Default", r##""#""##, "call_id Default"]);
    assert_eq!(pieces("OPS_LOG"), [r#""OPS_LOG""#]);
    assert_eq!(pieces("<type>"), ["type Default"]);
    assert_eq!(pieces("ÄÖ<größe>"), [r#""ÄÖ""#, "größe Default"]);
}

#[test]
fn every_spec_is_parsed() {
    let times = [
        ("s", "Seconds"),
        ("ms", "Millis"),
        ("us", "Micros"),
        ("ns", "Nanos"),
        ("epoch", "Epoch"),
        ("epoch_ms", "EpochMillis"),
    ];
    for (spec, form) in times {
        assert_eq!(pieces(&format!("<at:{spec}>")), [format!("at {:?}", Form::Time(form))]);
    }
    for bucket in super::spec::BUCKETS {
        let pieces = pieces(&format!("<at:{bucket}>")).concat();
        assert_eq!(pieces.to_lowercase(), format!("at bucket(\"{bucket}\")"));
    }
    assert_eq!(pieces("<n:plain>|<n:w8>|<n:w39>").concat(), r#"n Plain"|"n Width(8)"|"n Width(39)"#);
    assert_eq!(pieces("<a:lower>|<a:upper>|<a:raw>").concat(), r#"a Lower"|"a Upper"|"a Default raw"#);
    assert_eq!(pieces("<a:raw,lower>"), ["a Lower raw"]);
}

#[test]
fn doubled_opening_and_lone_closing_angles_are_literal() {
    assert_eq!(pieces("a<<b>c"), [r#""a<b>c""#]);
    assert_eq!(pieces("<<<at>"), [r#""<""#, "at Default"]);
}

#[test]
fn shard_placeholders_are_parsed() {
    assert_eq!(pieces("A#<shard>#<id>"), [r##""A#""##, "shard 0", r##""#""##, "id Default"]);
    assert_eq!(pieces("<shard:02>"), ["shard 2"]);
}

#[test]
fn malformed_templates_show_the_position_and_a_fix() {
    refused("", "KW005: the template is empty; write literal text, `<field>`, or both");
    refused(
        "OPS_LOG#<at",
        "KW005: a placeholder is not closed\n    OPS_LOG#<at\n            ^^^ \
         close it with `>`; a literal `<` is written `<<`",
    );
    refused(
        "Ä#<at#<id>",
        "KW005: a placeholder begins within another\n    Ä#<at#<id>\n      ^^^^^^^^ \
         close it with `>`; a literal `<` is written `<<`",
    );
    refused(
        "A#<>",
        "KW005: a placeholder has no name\n    A#<>\n      ^^ \
         write `<field>` or `<field:spec>`; a literal `<` is written `<<`",
    );
    refused(
        "<call id>",
        "KW005: `call id` is not a field's name\n    <call id>\n    ^^^^^^^^^ \
         write `<field>` or `<field:spec>`; a literal `<` is written `<<`",
    );
    refused(
        "<at:>",
        "KW005: a spec is missing\n    <at:>\n        ^ write one, as in `<at:day>`, or drop the `:` or `,`",
    );
    refused("A\n<at>", "KW005: a template cannot contain control characters; found \"A\\n<at>\"");
}

#[test]
fn unknown_specs_are_all_reported() {
    refused("<at:dya>", "KW008: there is no spec `dya`\n    <at:dya>\n        ^^^ did you mean `day`?");
    assert_eq!(messages("<at:dya>#<id:uper>").len(), 2);
    assert_eq!(messages("<n:w0>#<n:w40>#<n:w>").len(), 3);
    refused(
        "<at:day,ms>",
        "KW008: `day` and `ms` cannot both be how `at` is written\n    <at:day,ms>\n            ^^ drop one of the two",
    );
    refused("<a:raw,raw>", "KW008: `raw` is given twice\n    <a:raw,raw>\n           ^^^ drop one of the two");
    refused(
        "A#<shard:x>",
        "KW008: a shard accepts only a width\n    A#<shard:x>\n             ^ zero-padded to two digits is \
         `<shard:02>`",
    );
}

#[test]
fn a_bucket_is_written_into_the_source() {
    let mut template = Template::parse(&LitStr::new("A#<at>#<shard>", Span::call_site()));
    template.set_bucket(0, "day");
    assert_eq!(template.source, "A#<at:day>#<shard>");
    assert_eq!(template.placeholders().next().map(|at| at.form), Some(Form::Bucket("Day")));
    assert_eq!(template.problems, [""; 0]);
}

use crate::lock::{
    model::{FieldPart, Lock, Part, StoredAttribute, Unique},
    testing::BASE,
};

fn error(text: &str) -> String {
    text.parse::<Lock>().unwrap_err().to_string()
}

/// Returns the error for the base with one text replaced by another.
fn without(text: &str, other: &str) -> String {
    assert!(BASE.contains(text), "{text}");
    error(&BASE.replacen(text, other, 1))
}

#[test]
fn locks_round_trip() {
    let lock: Lock = BASE.parse().unwrap();
    assert_eq!(lock.to_string(), BASE);
    let grown = BASE.replace(
        "shards 10 first 0 by random\n",
        "shards 10 first 0 by random\n      grow 2027-01-01T00:00:00Z 40\n      grow 2028-01-01T00:00:00.5Z 90\n",
    );
    let with_history = format!("{grown}\nhistory\n  + GSI1  readable: yes\n  ~ a # b\n");
    let lock: Lock = with_history.parse().unwrap();
    assert_eq!(lock.to_string(), with_history.replace(".5Z", ".500Z"));
    assert_eq!(lock.history, ["+ GSI1  readable: yes", "~ a # b"]);
}

#[test]
fn local_indexes_round_trip_sorted_by_name() {
    let with = |indexes: &str| BASE.replacen("\nentity Device", &format!("\n{indexes}\nentity Device"), 1);
    let (day, size) = (
        "local_index \"by day\"\n  sk day S\n  projection keys_only\n",
        "local_index size\n  sk n N\n  projection all\n",
    );
    let sorted = with(&format!("{day}\n{size}"));
    let lock: Lock = with(&format!("{size}\n{day}")).parse().unwrap();
    assert_eq!(lock.to_string(), sorted);
    assert_ne!(Ok(lock), BASE.parse(), "they are facts");
    let refused = |index: &str| error(&with(index));
    assert_eq!(
        refused(&format!("{size}\n{size}")),
        "line 20: `local_index size`: it is there twice; take the file as it was committed, and run `lock`"
    );
    assert_eq!(refused(&size.replace("sk n N", "pk n N")), "line 17: `pk n N`: expected `sk NAME TYPE`");
    assert_eq!(refused(&size.replace("n N", "n")), "line 17: `sk n`: expected `sk NAME TYPE`");
    assert_eq!(refused(&size.replace("  projection all\n", "")), "line 19: `entity Device`: expected `projection all`");
}

#[test]
fn field_roles_round_trip() {
    let with = |table: &str, entity: &str| {
        let base = BASE.replacen("  delimiter", &format!("{table}  delimiter"), 1);
        base.replacen("discriminator OpsLog\n", &format!("discriminator OpsLog\n{entity}"), 1)
    };
    let unique = "  unique \"%UNIQUE#OpsLog#agent#\" agent:text\n  unique \"%UNIQUE#OpsLog#call_id#\" tenant:text \
        call_id:text\n";
    let roles = format!("  expires\n  version \"a b\"\n{unique}");
    let whole = with("  ttl \"expires at\"\n", &roles);
    let lock: Lock = whole.parse().unwrap();
    assert_eq!(lock.to_string(), whole);
    for fewer in [with("", &roles), with("  ttl x\n", ""), with("  ttl \"expires at\"\n", "  expires\n")] {
        assert_ne!(fewer.parse(), Ok(lock.clone()), "they are facts");
    }
    let refused = |entity: &str| error(&with("", entity));
    assert_eq!(refused("  expires at\n"), "line 34: `expires at`: expected `expires`");
    assert_eq!(refused("  version a b\n"), "line 34: `version a b`: expected `version NAME`");
    assert_eq!(refused("  unique\n"), "line 34: `unique`: expected `unique \"PREFIX\" FIELD`");
    assert_eq!(refused("  unique \"a\"\n"), "line 34: `unique \"a\"`: expected `unique \"PREFIX\" FIELD`");
    assert_eq!(
        refused("  unique \"a\" b\n"),
        "line 34: `unique \"a\" b`: `b` is not a field with its form, as in `at:time(day)`"
    );
    assert!(refused(&unique.replace("agent", "call_id")).contains("it is there twice"));
}

#[test]
fn attributes_round_trip_sorted_by_name() {
    let with = |facts: &str| BASE.replacen("discriminator OpsLog\n", &format!("discriminator OpsLog\n{facts}"), 1);
    let (mail, note) =
        ("  attribute \"a \\\" b\" alias z alias \"\"\n", "  attribute optional optional alias alias alias optional\n");
    let sorted = with(&format!("  other_attributes\n{mail}  attribute alias\n{note}"));
    let lock: Lock = with(&format!("  other_attributes\n{note}  attribute alias\n{mail}")).parse().unwrap();
    assert_eq!(lock.to_string(), sorted);
    for fewer in ["", "  other_attributes\n", mail, note] {
        assert_ne!(with(fewer).parse(), Ok(lock.clone()), "they are facts");
    }
    let refused = |facts: &str| error(&with(facts));
    assert_eq!(refused("  other_attributes a\n"), "line 34: `other_attributes a`: expected `other_attributes`");
    let form = "expected `attribute NAME`, `attribute NAME optional` or `attribute NAME alias NAME`";
    for wrong in ["attribute", "attribute a b", "attribute a alias", "attribute a alias b optional"] {
        assert_eq!(refused(&format!("  {wrong}\n")), format!("line 34: `{wrong}`: {form}"));
    }
    assert_eq!(refused("  attribute a:b\n"), "line 34: `attribute a:b`: `a:b` is neither a name nor text in quotes");
    assert!(refused("  attribute a\n  attribute a optional\n").contains("it is there twice"));
}

#[test]
fn names_and_texts_round_trip() {
    let odd = [
        "a b",
        "\"",
        "\\",
        "a\nb",
        "#",
        "native",
        "+",
        "at:time",
        "x[1]",
        "",
        "é",
        "\u{1F600} \"q\" \\\" z",
        "<shard>",
    ];
    for text in odd {
        let mut lock: Lock = BASE.parse().unwrap();
        lock.table.name = text.to_owned();
        lock.table.key.partition[0].name = text.to_owned();
        lock.table.discriminator = Some(text.to_owned());
        lock.table.ttl = Some(text.to_owned());
        lock.entities.truncate(1);
        for entity in &mut lock.entities {
            entity.name = text.to_owned();
            entity.constants = vec![(text.to_owned(), text.to_owned())];
            entity.version = Some(text.to_owned());
            let field = FieldPart { attribute: text.to_owned(), form: "text".to_owned(), texts: Vec::new() };
            let (name, aliases) = (text.to_owned(), vec![text.to_owned(), "b".to_owned()]);
            entity.attributes = vec![StoredAttribute { name, optional: text.is_empty(), aliases }];
            entity.unique = vec![Unique { prefix: text.to_owned(), within: vec![field.clone()], field }];
            for key in &mut entity.keys {
                key.index = Some(text.to_owned());
                let template = &mut key.partition.template;
                template.source = text.to_owned();
                for part in &mut template.parts {
                    match part {
                        Part::Literal(literal) => *literal = text.to_owned(),
                        Part::Field(field) => {
                            field.attribute = text.to_owned();
                            field.texts = vec![text.to_owned(), "]".to_owned()];
                        }
                        Part::Shard { width } => *width = 12,
                        Part::NextAttribute { native } => *native = true,
                    }
                }
            }
        }
        let written = lock.to_string();
        let read: Lock = written.parse().unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(read, lock, "{written}");
    }
}

#[test]
fn spaces_comments_and_line_ends_are_ignored() {
    let lock: Lock = BASE.parse().unwrap();
    let other = BASE.replace("  pk PK S", "# why\r\n\r\n\tpk   PK  S  ").replace('\n', "\r\n");
    assert_eq!(other.parse(), Ok(lock));
}

#[test]
fn errors_name_the_line() {
    assert_eq!(error(""), "line 1: the text ends, and `keywright.lock 1` is missing");
    assert_eq!(
        without("keywright.lock 1", "keywright.lock 2"),
        "line 1: `keywright.lock 2`: this crate reads version 1; use the version of keywright-tools that wrote the file"
    );
    assert_eq!(without("  sk SK S", "  sk SK X"), "line 6: `sk SK X`: a type is `S`, `N` or `B`");
    assert_eq!(without("  pk PK S\n", ""), "line 5: `sk SK S`: expected `pk NAME TYPE`");
    assert_eq!(
        without("shards 10 ", "shards ten "),
        concat!("line 22: `shards ten first 0 by hash id:text at:time(ns)`: ", "`ten` is not a valid number here")
    );
    assert_eq!(
        without("at:time(day)", "at"),
        "line 36: `parts \"OPS_LOG#\" at \"#\" <shard>`: `at` is not a field with its form, as in `at:time(day)`"
    );
    assert_eq!(
        without("2026-01-01T00:00:00Z", "2026-01-01"),
        "line 26: `until 2026-01-01`: `2026-01-01` is not an instant in RFC 3339"
    );
    assert_eq!(
        without("by table_key", "by luck"),
        concat!("line 51: `shards 5 first 0 by luck`: ", "shards are by `random`, `table_key`, `hash` or `own_hash`")
    );
    assert_eq!(
        without("delimiter \"#\"", "delimiter \"##\""),
        "line 8: `delimiter \"##\"`: a delimiter is one character"
    );
    assert_eq!(
        without("\nentity Device", "\nentities Device"),
        "line 16: `entities Device`: it is not known here; take the file as it was committed, and run `lock`"
    );
    assert_eq!(
        without("pk \"D", "pk \"D\" \"D"),
        "line 20: `pk \"D\" \"DEVICE#<region>\"`: expected `pk \"TEMPLATE\"`"
    );
}

#[test]
fn damaged_locks_give_errors_with_a_line() {
    let lines = BASE.lines().count();
    let mut refused = 0;
    for (at, character) in BASE.char_indices() {
        let until = at + character.len_utf8();
        for damaged in [BASE[..at].to_owned(), format!("{}{}", &BASE[..at], &BASE[until..]), BASE[at..].to_owned()] {
            if let Err(error) = damaged.parse::<Lock>() {
                assert!((1..=lines).contains(&error.line()), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > BASE.len(), "{refused}");
}

#[test]
fn duplicates_are_rejected() {
    let twice = BASE.replace("entity OpsLog", "entity Device");
    assert_eq!(
        error(&twice),
        "line 32: `entity Device`: it is there twice; take the file as it was committed, and run `lock`"
    );
    let twice = BASE.replace("key index GSI1", "key table");
    assert_eq!(
        error(&twice),
        "line 48: `key table`: it is there twice; take the file as it was committed, and run `lock`"
    );
}

#[test]
fn merge_conflicts_are_reported_as_such() {
    let conflict = BASE.replace("entity OpsLog", "<<<<<<< ours\nentity OpsLog\n=======\nentity Ops\n>>>>>>> theirs");
    assert_eq!(
        error(&conflict),
        "line 32: a merge conflict; take the file of the branch that you merge into, whole, and run `lock`"
    );
}

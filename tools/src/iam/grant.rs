//! Collects what an entity's policy allows: on the table, on the sentinels of unique fields, and on indexes.

use keywright::schema::{AttributeKind, EntitySchema, Field, FieldKind, Form, KeySchema, Segment, TableSchema};

use super::{
    key_text::{KeyText, Piece, check_writable},
    reach::{PartitionTexts, Reach, attributes},
    request::{Access, PolicyError, PolicyRequest, Tenant},
};
use crate::template_text::spelled_out;

/// The requests that the policies of some entities allow.
#[derive(Debug, Default)]
pub(super) struct Grants {
    pub(super) grants: Vec<Grant>,
    others: Vec<Other>,
    notes: Vec<String>,
}

/// The requests on the keys of these texts.
#[derive(Debug)]
pub(super) struct Grant {
    pub(super) entity: &'static str,
    pub(super) on: On,
    pub(super) texts: PartitionTexts,
}

/// The items that a grant is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum On {
    /// The items of the entity.
    Items,
    /// The sentinels of its unique fields.
    Sentinels,
    /// The entries of an index.
    Index(&'static str),
}

/// An entity whose keys match a pattern of another one.
#[derive(Debug)]
struct Other {
    name: &'static str,
    on: On,
    /// What the pattern matches.
    what: String,
}

impl Grants {
    pub(super) fn extend(&mut self, more: Self) {
        self.grants.extend(more.grants);
        self.others.extend(more.others);
        self.add_notes(more.notes);
    }

    fn add_notes(&mut self, notes: impl IntoIterator<Item = String>) {
        for note in notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    /// Returns the notes of a policy, among them what it allows without a grant of its own.
    pub(super) fn notes(self) -> Vec<String> {
        let mut notes = self.notes;
        for Other { name, on, what } in self.others {
            let is_granted = self.grants.iter().any(|grant| grant.entity == name && grant.on == on);
            if !is_granted && !notes.contains(&what) {
                notes.push(what);
            }
        }
        notes
    }
}

/// The context of one entity.
struct Reader<'a> {
    table: &'a TableSchema,
    entity: &'static EntitySchema,
    entities: &'a [&'static EntitySchema],
    request: &'a PolicyRequest,
}

pub(super) fn of_entity(
    table: &TableSchema,
    entity: &'static EntitySchema,
    entities: &[&'static EntitySchema],
    request: &PolicyRequest,
) -> Result<Grants, PolicyError> {
    let reader = Reader { table, entity, entities, request };
    let mut grants = Grants::default();
    if let Some(tenant) = &request.tenant {
        grants.notes.extend(reader.tenant_field(tenant)?);
    }
    let (key, indexes) =
        entity.keys.split_first().ok_or_else(|| reader.error("it has no key; derive the entity again"))?;
    reader.add(&mut grants, key, On::Items)?;
    if request.access == Access::Writer {
        reader.sentinels(&mut grants)?;
    }
    for key in indexes {
        let Some(index) = key.index else { continue };
        if let Err(error) = reader.add(&mut grants, key, On::Index(index)) {
            grants.notes.push(format!("queries of the index `{index}` are left out: {error}"));
        }
    }
    grants.notes.extend(reader.index_keys_are_free());
    Ok(grants)
}

impl Reader<'_> {
    /// Grants the requests on a key.
    fn add(&self, grants: &mut Grants, key: &KeySchema, on: On) -> Result<(), PolicyError> {
        let partition = attributes(self.table, key).ok_or_else(|| self.error("the table lacks one of its indexes"))?;
        if let Some(attribute) = partition.iter().find(|attribute| attribute.kind != AttributeKind::S) {
            return Err(self.error(format!(
                "the attribute `{}` of the partition key has type {:?}, and a policy compares only keys of text; \
                 declare it as type S, or grant the whole table",
                attribute.name, attribute.kind
            )));
        }
        let tenant = self.request.tenant.as_ref();
        let missing = || self.error("a key has fewer attributes than its index");
        let texts = PartitionTexts::of(self.table, self.entity, key, tenant).ok_or_else(missing)?;
        let source = self.templates_of(self.entity, key);
        for own in &texts.attributes {
            check_writable(self.entity.name, &source, own)?;
        }
        if let Some(tenant) = tenant {
            self.check_tenant(tenant, &texts, &source)?;
            grants.add_notes(denied(tenant, &texts));
        }
        if texts.all().any(|text| text.pattern(tenant) == "*") {
            let place = key.index.map_or_else(|| "the table".to_owned(), |index| format!("the index `{index}`"));
            grants.add_notes([format!(
                "the partition key `{source}` of `{}` is matched by `*`: the policy does not restrict the keys of \
                 {place}",
                self.entity.name
            )]);
        }
        let mut others = Vec::new();
        for &other in self.entities {
            let mut keys = other.keys.iter().filter(|of| of.index == key.index);
            let Some(of_other) = keys.next() else { continue };
            let Some(other_texts) = PartitionTexts::of(self.table, other, of_other, tenant) else { continue };
            others.extend(self.other(&texts, other, &other_texts, &self.templates_of(other, of_other), on)?);
        }
        for field in self.entities.iter().flat_map(|other| other.fields.iter().map(move |field| (*other, field))) {
            if let (On::Items, (other, field)) = (on, field)
                && let Some(sentinels) = sentinel_text(other, field, tenant)
            {
                let sentinels = PartitionTexts { attributes: vec![vec![sentinels]] };
                let source = other.sentinel_template(field).unwrap_or_default();
                if other.name != self.entity.name {
                    others.extend(self.other(&texts, other, &sentinels, &source, On::Sentinels)?);
                }
            }
        }
        grants.others.extend(others);
        grants.grants.push(Grant { entity: self.entity.name, on, texts });
        Ok(())
    }

    /// Returns what the patterns of this entity match of another one.
    fn other(
        &self,
        texts: &PartitionTexts,
        other: &'static EntitySchema,
        other_texts: &PartitionTexts,
        source: &str,
        on: On,
    ) -> Result<Option<Other>, PolicyError> {
        let is_own = other.name == self.entity.name;
        match (texts.reach(other_texts), &self.request.tenant) {
            (Reach::None, _) => Ok(None),
            (Reach::Any, Some(tenant)) => Err(self.error(format!(
                "its pattern would match keys of `{}`, as in `{source}`, which do not have `{}` in the same place; \
                 begin the templates with different literals",
                other.name, tenant.field
            ))),
            _ if is_own => Ok(None),
            _ => {
                let what = match on {
                    On::Items => "items of",
                    On::Sentinels => "sentinels of",
                    On::Index(_) => "index entries of",
                };
                let patterns: Vec<_> =
                    texts.all().map(|text| format!("`{}`", text.pattern(self.request.tenant.as_ref()))).collect();
                let what = format!(
                    "also allows {what} `{}`: their partition keys `{source}` match {}",
                    other.name,
                    patterns.join(", ")
                );
                Ok(Some(Other { name: other.name, on, what }))
            }
        }
    }

    fn check_tenant(&self, tenant: &Tenant, texts: &PartitionTexts, source: &str) -> Result<(), PolicyError> {
        let has_tenant = texts.all().flat_map(|text| &text.pieces).any(|piece| matches!(piece, Piece::Tenant { .. }));
        let (field, delimiter) = (&tenant.field, char::from(self.table.delimiter));
        if texts.is_of_tenant() {
            return Ok(());
        }
        Err(self.error(match has_tenant {
            false => format!(
                "the partition key `{source}` does not contain `{field}`, so that a policy cannot tell tenants apart; \
                 put `<{field}>` at the beginning of the template"
            ),
            true => format!(
                "a value of variable length stands before `<{field}>` in the partition key `{source}`, or no literal \
                 stands after it, and `*` in a policy also matches the delimiter `{delimiter}`; put `<{field}>` before \
                 the other values"
            ),
        }))
    }

    /// Checks that the tenant's values are the texts in keys. Returns what a tag must look like.
    fn tenant_field(&self, tenant: &Tenant) -> Result<Option<String>, PolicyError> {
        let place = self.entity.fields.iter().position(|field| field.name == tenant.field);
        let Some((place, field)) = place.and_then(|place| Some((place, self.entity.fields.get(place)?))) else {
            return Err(self.error(format!("it has no field `{}`; grant it without a tenant", tenant.field)));
        };
        if field.kind.is_some_and(|kind| kind.is_time() || kind == FieldKind::Binary) {
            return Err(self.error(format!("`{}` is a time or bytes, which identify no tenant", field.name)));
        }
        let forms =
            self.entity.keys.iter().flat_map(|key| key.partition.segments).filter_map(|segment| match segment {
                Segment::Field { field, form, .. } if usize::from(*field) == place => Some(*form),
                _ => None,
            });
        let mut note = None;
        for form in forms {
            note = match form {
                Form::Width(width) => {
                    return Err(self.error(format!(
                        "`{}` stands in keys with {width} digits, and a policy variable has no such form; write it as \
                         `<{}:plain>`",
                        field.name, field.name
                    )));
                }
                Form::Lower | Form::Upper => Some(format!(
                    "`{}` stands in keys in {} case: the principal's value must be written so too",
                    field.name,
                    if form == Form::Lower { "lower" } else { "upper" }
                )),
                _ => note,
            };
        }
        Ok(note)
    }

    /// Grants writes of the sentinels of unique fields.
    fn sentinels(&self, grants: &mut Grants) -> Result<(), PolicyError> {
        let tenant = self.request.tenant.as_ref();
        let mut texts = Vec::new();
        for field in self.entity.fields {
            let Some(text) = sentinel_text(self.entity, field, tenant) else { continue };
            if let (Some(tenant), None) = (tenant, text.tenant_place()) {
                return Err(self.error(format!(
                    "`{}` is not unique within `{}` first, so that a writer of one tenant would write the sentinels of \
                     all; write `#[entity(unique(within = {}))]`, or let a program without a tenant write it",
                    field.name, tenant.field, tenant.field
                )));
            }
            texts.push(text);
        }
        if !texts.is_empty() {
            check_writable(self.entity.name, "of a sentinel", &texts)?;
            let texts = PartitionTexts { attributes: vec![texts] };
            grants.grants.push(Grant { entity: self.entity.name, on: On::Sentinels, texts });
        }
        Ok(())
    }

    /// Returns the note that no policy restricts the index keys that a writer of a tenant stores.
    fn index_keys_are_free(&self) -> Option<String> {
        let global = self.entity.keys.iter().filter(|key| !key.local).filter_map(|key| key.index);
        let names: Vec<_> = global.map(|name| format!("`{name}`")).collect();
        let is_restricted = self.request.tenant.is_some() && self.request.access == Access::Writer;
        (is_restricted && !names.is_empty()).then(|| {
            format!(
                "a writer of `{}` chooses the keys of its items in {}, which IAM does not compare: it can add its own \
                 items to another tenant's partition there",
                self.entity.name,
                names.join(", ")
            )
        })
    }

    fn templates_of(&self, entity: &'static EntitySchema, key: &KeySchema) -> String {
        let key = if key.local { entity.keys.first().unwrap_or(key) } else { key };
        let templates = std::iter::once(&key.partition).chain(key.legacy.iter().map(|older| &older.partition));
        templates.map(|template| spelled_out(entity, template)).collect::<Vec<_>>().join("`, `")
    }

    fn error(&self, why: impl std::fmt::Display) -> PolicyError {
        PolicyError::new(format!("`{}`: {why}", self.entity.name))
    }
}

/// Returns notes on the principals whose items no pattern matches, because keys contain their tenant with escapes.
/// Letters, digits and these characters can be in a tag.
///
/// AWS: [`Tag`](https://docs.aws.amazon.com/STS/latest/APIReference/API_Tag.html).
fn denied(tenant: &Tenant, texts: &PartitionTexts) -> impl Iterator<Item = String> {
    let reserved = texts.all().flat_map(KeyText::reserved);
    let in_tags = reserved.filter(|character| character.is_alphanumeric() || " _.:/=+-@".contains(*character));
    let field = &tenant.field;
    in_tags.map(move |character| {
        format!("a principal whose value of `{field}` contains `{character}` is denied: keys contain it escaped")
    })
}

/// Returns the text of the partition keys of a unique field's sentinels.
fn sentinel_text(entity: &'static EntitySchema, field: &Field, tenant: Option<&Tenant>) -> Option<KeyText> {
    let delimiter = char::from(entity.table.delimiter);
    let without = Some(delimiter);
    let mut text = KeyText::default();
    text.text(&entity.sentinel_prefix(field));
    for place in field.unique?.within {
        let is_tenant = entity
            .fields
            .get(usize::from(*place))
            .is_some_and(|field| Some(field.name) == tenant.map(|tenant| tenant.field.as_str()));
        text.pieces.push(if is_tenant { Piece::Tenant { without } } else { Piece::Value { without } });
        text.text(&delimiter.to_string());
    }
    text.pieces.push(Piece::Value { without });
    Some(text)
}

//! A random schema: one table with one entity, and the items that are written to it.

use crate::{
    kind::{Kind, Type},
    template::{Bucket, Encoding, Segment, Spec, Template},
    value::Value,
};

/// A field of the entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub ty: Type,
    /// The name that serde gives it, if that is another one.
    pub renamed: Option<String>,
}

impl Field {
    /// Returns the attribute that stores it.
    pub fn attribute(&self) -> &str {
        self.renamed.as_deref().unwrap_or(&self.name)
    }
}

/// A key attribute, and the template that writes it.
#[derive(Debug, Clone)]
pub struct Attribute {
    pub name: String,
    pub template: Template,
}

impl Attribute {
    /// Returns the field that is itself this attribute.
    pub fn native(&self, fields: &[Field]) -> Option<usize> {
        match self.template.as_slice() {
            [Segment::Field { field, spec: Spec::Default }] if fields[*field].attribute() == self.name => Some(*field),
            _ => None,
        }
    }

    /// Returns whether DynamoDB stores it as a number.
    pub fn is_number(&self, fields: &[Field]) -> bool {
        self.native(fields).is_some_and(|field| fields[field].ty.kind().is_number())
    }
}

/// How items are spread over partition keys.
#[derive(Debug, Clone)]
pub struct Shard {
    /// The hashed fields.
    pub fields: Vec<usize>,
    pub count: u32,
    pub first: u32,
}

/// A key of the table or of an index.
#[derive(Debug, Clone)]
pub struct Key {
    pub partition: Attribute,
    pub sort: Option<Attribute>,
    pub shard: Option<Shard>,
}

impl Key {
    pub fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        std::iter::once(&self.partition).chain(&self.sort)
    }

    /// Returns the time of which the partition key contains only a bucket.
    pub fn bucket(&self) -> Option<(usize, Bucket)> {
        self.partition.template.iter().find_map(|segment| match segment {
            Segment::Field { field, spec: Spec::Bucket(bucket) } => Some((*field, *bucket)),
            _ => None,
        })
    }

    /// Returns the fields that a query takes: those of the partition key, except the one of its bucket.
    pub fn arguments(&self) -> Vec<usize> {
        let mut arguments = Vec::new();
        for segment in &self.partition.template {
            if let Segment::Field { field, spec } = segment
                && !matches!(spec, Spec::Bucket(_))
                && !arguments.contains(field)
            {
                arguments.push(*field);
            }
        }
        arguments
    }

    /// Returns whether a range of the query selects the buckets, because the sort key begins with their time.
    pub fn is_ranged_by(&self, bucketed: usize) -> bool {
        let first = self.sort.as_ref().and_then(|sort| sort.template.first());
        matches!(first, Some(Segment::Field { field, spec }) if *field == bucketed
            && !matches!(spec, Spec::Bucket(_)))
    }

    /// Returns all fields of its templates, in order, each once.
    pub fn fields(&self) -> Vec<usize> {
        let mut fields = Vec::new();
        for segment in self.attributes().flat_map(|attribute| &attribute.template) {
            if let Segment::Field { field, .. } = segment
                && !fields.contains(field)
            {
                fields.push(*field);
            }
        }
        fields
    }
}

/// Whose partitions an index has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Global,
    Local,
    /// A global index over the table's key attributes, in the other order.
    Inverted,
}

/// An index.
#[derive(Debug, Clone)]
pub struct Index {
    pub name: String,
    pub query: String,
    pub scope: Scope,
    pub key: Key,
}

/// A random schema.
#[derive(Debug, Clone)]
pub struct Schema {
    pub seed: u64,
    pub encoding: Encoding,
    /// Whether items have the attribute `_et`.
    pub discriminator: bool,
    pub fields: Vec<Field>,
    pub key: Key,
    pub indexes: Vec<Index>,
    /// The values of the fields of each item.
    pub items: Vec<Vec<Value>>,
}

impl Schema {
    /// Returns the features that it has, for the table of coverage.
    pub fn features(&self) -> Vec<&'static str> {
        let mut features = vec![if self.encoding.raw { "raw" } else { "escaped" }];
        if !self.discriminator {
            features.push("no discriminator");
        }
        if self.encoding.delimiter != '#' {
            features.push("delimiter");
        }
        for field in &self.fields {
            features.push(field.ty.kind().feature());
            features.extend(field.ty.feature());
            features.extend(field.renamed.as_ref().map(|_| "rename"));
        }
        for (key, of_index) in self.keys() {
            features.extend(key.bucket().map(|_| if of_index { "index bucket" } else { "bucket" }));
            features.extend(key.shard.as_ref().map(|_| if of_index { "index shard" } else { "shard" }));
            features.extend(key.sort.is_none().then_some(if of_index {
                "index without sort key"
            } else {
                "no sort key"
            }));
            let native = key.attributes().any(|attribute| attribute.native(&self.fields).is_some());
            features.extend(native.then_some(if of_index { "native index key" } else { "native key" }));
            for segment in key.attributes().flat_map(|attribute| &attribute.template) {
                features.extend(match segment {
                    Segment::Field { spec: Spec::Digits(_), .. } => Some("precision"),
                    Segment::Field { spec: Spec::Epoch, .. } => Some("epoch"),
                    Segment::Field { spec: Spec::Plain | Spec::Width(_), .. } => Some("width"),
                    _ => None,
                });
            }
        }
        features.extend(self.indexes.iter().map(|index| match index.scope {
            Scope::Global => "global index",
            Scope::Local => "local index",
            Scope::Inverted => "inverted index",
        }));
        features.sort_unstable();
        features.dedup();
        features
    }

    /// Returns the table's key and those of the indexes, each with whether it is an index's.
    fn keys(&self) -> impl Iterator<Item = (&Key, bool)> {
        std::iter::once((&self.key, false)).chain(self.indexes.iter().map(|index| (&index.key, true)))
    }

    /// Returns the kind of a field.
    pub fn kind(&self, field: usize) -> Kind {
        self.fields[field].ty.kind()
    }
}

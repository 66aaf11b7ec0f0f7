//! Reads serde's attributes, because an item contains what serde writes.

mod converted;
mod precision;
mod rename_rule;

use proc_macro2::Span;
use syn::{Attribute, Ident, LitStr, Path, ext::IdentExt, meta::ParseNestedMeta, spanned::Spanned};

pub(crate) use converted::Converted;
pub(crate) use precision::Precision;
pub(crate) use rename_rule::RenameRule;

/// serde's attributes of a struct or an enum.
#[derive(Debug, Default)]
pub(crate) struct ContainerAttrs {
    /// `rename_all`, as written (not as read).
    pub(crate) rename_all: Option<RenameRule>,
    /// `rename_all`, as read.
    read_rename_all: Option<RenameRule>,
    /// The option `rename_all`.
    pub(crate) rename_all_at: Option<Span>,
    /// The first of `from`, `try_from` and `transparent`: the type is not read by its own fields.
    pub(crate) serde_proxy: Option<Path>,
    /// `into`: a function converts the value before it is written.
    pub(crate) into: Option<Path>,
    /// The type of `into`.
    pub(crate) written_as: Option<LitStr>,
    /// The type of `from` or `try_from`.
    pub(crate) read_as: Option<LitStr>,
    /// Whether the option is `try_from`.
    pub(crate) is_read_fallibly: bool,
    /// `transparent`: the struct is written and read as its only field.
    pub(crate) is_transparent: bool,
    /// `default`: each field has a value for an absent attribute.
    pub(crate) default: Option<Span>,
    /// `tag`: the attribute in which a struct writes its own name.
    pub(crate) tag: Option<LitStr>,
    /// `rename`, as written (not as read).
    pub(crate) rename: Option<String>,
}

impl ContainerAttrs {
    /// Reads serde's attributes. Serde's own derive reports what does not parse.
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut attrs = Self::default();
        each_option(attributes, |meta| {
            if meta.path.is_ident("rename_all") {
                let rule = |name: Option<LitStr>| name.and_then(|rule| RenameRule::named(&rule.value()));
                let Names { written, read } = names(&meta)?;
                (attrs.rename_all, attrs.read_rename_all) = (rule(written), rule(read));
                attrs.rename_all_at = Some(meta.path.span());
                return Ok(());
            }
            if meta.path.is_ident("tag") {
                attrs.tag = Some(meta.value()?.parse()?);
                return Ok(());
            }
            if meta.path.is_ident("rename") {
                attrs.rename = names(&meta)?.written.map(|name| name.value());
                return Ok(());
            }
            if ["from", "try_from", "transparent"].iter().any(|name| meta.path.is_ident(name)) {
                attrs.serde_proxy.get_or_insert_with(|| meta.path.clone());
            }
            attrs.is_transparent |= meta.path.is_ident("transparent");
            if meta.path.is_ident("into") {
                attrs.into = Some(meta.path.clone());
                attrs.written_as = Some(meta.value()?.parse()?);
                return Ok(());
            }
            if meta.path.is_ident("from") || meta.path.is_ident("try_from") {
                attrs.read_as = Some(meta.value()?.parse()?);
                attrs.is_read_fallibly = meta.path.is_ident("try_from");
                return Ok(());
            }
            if meta.path.is_ident("default") {
                attrs.default = Some(meta.path.span());
            }
            skip_value(&meta)
        });
        attrs
    }

    /// The name under which serde writes a field.
    pub(crate) fn field_name(&self, field: &Ident, attrs: &ItemAttrs) -> String {
        attrs.rename.clone().unwrap_or_else(|| {
            let name = field.unraw().to_string();
            self.rename_all.map_or(name.clone(), |rule| rule.of_field(&name))
        })
    }

    /// The name under which serde reads a field.
    pub(crate) fn read_name(&self, field: &Ident, attrs: &ItemAttrs) -> String {
        attrs.read_as.as_ref().map(LitStr::value).unwrap_or_else(|| {
            let name = field.unraw().to_string();
            self.read_rename_all.map_or(name.clone(), |rule| rule.of_field(&name))
        })
    }

    /// The name under which serde writes an enum's unit variant.
    pub(crate) fn variant_name(&self, variant: &Ident, attrs: &ItemAttrs) -> String {
        attrs.rename.clone().unwrap_or_else(|| {
            let name = variant.unraw().to_string();
            self.rename_all.map_or(name.clone(), |rule| rule.of_variant(&name))
        })
    }

    /// The name under which serde reads an enum's unit variant.
    pub(crate) fn variant_read_name(&self, variant: &Ident, attrs: &ItemAttrs) -> String {
        attrs.read_as.as_ref().map(LitStr::value).unwrap_or_else(|| {
            let name = variant.unraw().to_string();
            self.read_rename_all.map_or(name.clone(), |rule| rule.of_variant(&name))
        })
    }
}

/// serde's attributes of a field or a variant.
#[derive(Default)]
pub(crate) struct ItemAttrs {
    /// `rename`, as written (not as read).
    pub(crate) rename: Option<String>,
    /// `rename`, as read.
    read_as: Option<LitStr>,
    /// The option `rename`.
    pub(crate) rename_at: Option<Span>,
    /// `with` or `deserialize_with`: the field is not read with its type's own `Deserialize`.
    pub(crate) read_with: bool,
    /// The first of `with`, `serialize_with` and `deserialize_with`: the stored value is not determined by the type.
    pub(crate) converted: Option<Span>,
    /// `skip` or `skip_serializing`: the field is never written.
    pub(crate) not_written: bool,
    /// `skip` or `skip_deserializing`: the field is never read.
    pub(crate) not_read: bool,
    /// `flatten`: the field's own fields replace it.
    pub(crate) flatten: bool,
    /// The function that writes the field: that of `serialize_with`, or `serialize` in the module of `with`.
    pub(crate) serialize_with: Option<Path>,
    /// `skip_serializing_if`: the function that decides whether the field is omitted.
    pub(crate) skip_if: Option<Path>,
    /// The precision of a time that functions write or read. With two functions, the lower precision.
    pub(crate) precision: Precision,
    /// `default`: the field has a value for an absent attribute.
    pub(crate) default: Option<Span>,
    /// `default = ".."`: a function returns the default value.
    pub(crate) default_by: Option<Span>,
    /// `alias`: other names under which serde reads the field.
    pub(crate) aliases: Vec<LitStr>,
}

impl ItemAttrs {
    /// Reads serde's attributes. Serde's own derive reports what does not parse.
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut attrs = Self::default();
        each_option(attributes, |meta| {
            let name = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
            if ["with", "serialize_with", "deserialize_with"].contains(&name.as_str()) {
                attrs.converted.get_or_insert(meta.path.span());
            }
            match name.as_str() {
                "rename" => {
                    let Names { written, read } = names(&meta)?;
                    (attrs.rename, attrs.read_as) = (written.map(|name| name.value()), read);
                    attrs.rename_at = Some(meta.path.span());
                }
                "deserialize_with" => {
                    attrs.read_with = true;
                    attrs.precision = attrs.precision.max(Precision::of(&path(&meta)?));
                }
                "skip" => (attrs.not_written, attrs.not_read) = (true, true),
                "skip_serializing" => attrs.not_written = true,
                "skip_deserializing" => attrs.not_read = true,
                "flatten" => attrs.flatten = true,
                "serialize_with" => {
                    let function = path(&meta)?;
                    attrs.precision = attrs.precision.max(Precision::of(&function));
                    attrs.serialize_with = Some(function);
                }
                "with" => {
                    let mut module = path(&meta)?;
                    attrs.precision = attrs.precision.max(Precision::of(&module));
                    module.segments.push(Ident::new("serialize", proc_macro2::Span::call_site()).into());
                    attrs.serialize_with = Some(module);
                    attrs.read_with = true;
                }
                "skip_serializing_if" => attrs.skip_if = Some(path(&meta)?),
                "alias" => attrs.aliases.push(meta.value()?.parse()?),
                "default" => {
                    attrs.default = Some(meta.path.span());
                    attrs.default_by = meta.input.peek(syn::Token![=]).then(|| meta.path.span());
                    skip_value(&meta)?;
                }
                _ => skip_value(&meta)?,
            }
            Ok(())
        });
        attrs
    }
}

fn each_option(attributes: &[Attribute], mut option: impl FnMut(ParseNestedMeta<'_>) -> syn::Result<()>) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        // Serde's own derive reports unknown options, with better messages.
        let _ = attribute.parse_nested_meta(&mut option);
    }
}

#[derive(Default)]
struct Names {
    written: Option<LitStr>,
    read: Option<LitStr>,
}

/// Reads the names in `= "name"` or `(serialize = "name", deserialize = "name")`.
fn names(meta: &ParseNestedMeta<'_>) -> syn::Result<Names> {
    let mut names = Names::default();
    if meta.input.peek(syn::token::Paren) {
        meta.parse_nested_meta(|side| {
            let name: LitStr = side.value()?.parse()?;
            if side.path.is_ident("serialize") {
                names.written = Some(name);
            } else if side.path.is_ident("deserialize") {
                names.read = Some(name);
            }
            Ok(())
        })?;
        return Ok(names);
    }
    let name: LitStr = meta.value()?.parse()?;
    Ok(Names { written: Some(name.clone()), read: Some(name) })
}

/// Reads the path in `= "path"`.
fn path(meta: &ParseNestedMeta<'_>) -> syn::Result<Path> {
    meta.value()?.parse::<LitStr>()?.parse()
}

fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(syn::token::Paren) {
        return meta.parse_nested_meta(|nested| skip_value(&nested));
    }
    if meta.input.peek(syn::Token![=]) {
        meta.value()?.parse::<syn::Expr>()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;

//! Applies the ways out that a refusal names to the source that it refuses.
//!
//! Only a way that is written as code is applied: an attribute, an option, a placeholder, or a word to drop. One that
//! needs a decision, such as "put a field of many values into the partition key", is not.

use std::ops::Range;

use super::declared::{Declared, after_text, closed, declared, word};

/// Returns the ways out that a message names: its lines of `fix` and `or`, or else what its first line ends with.
pub fn ways(message: &str) -> Vec<&str> {
    let (mut ways, mut at): (Vec<Range<usize>>, _) = (Vec::new(), 0);
    for line in message.split_inclusive('\n') {
        let end = at + line.trim_end().len();
        match (way_of(line), ways.last_mut()) {
            (Some(way), _) => ways.push(end - way.len()..end),
            // A change of another entity, which belongs to the way.
            (None, Some(last)) if line.trim_start().starts_with("and   ") => last.end = end,
            (None, _) => {}
        }
        at += line.len();
    }
    if !ways.is_empty() {
        return ways.into_iter().filter_map(|way| message.get(way)).collect();
    }
    let first = message.lines().next().unwrap_or_default();
    let way = first.rsplit_once("; ").map(|(_, way)| way.split(", or ").next().unwrap_or(way));
    way.into_iter().collect()
}

/// Returns the way out that a line of a message names.
fn way_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.strip_prefix("fix ").or_else(|| line.strip_prefix("or  "))?;
    Some(rest.trim())
}

/// Returns the source with a way out of a message. `None` if the way is not code.
pub fn apply(source: &str, message: &str, way: &str) -> Option<String> {
    // A share is a fact about the items, which the declarations do not contain, and a quota is one about the account.
    if way.starts_with("top_share") || way.contains("once AWS has raised") {
        return None;
    }
    if let Some(way) = way.strip_suffix(" on each of them").or_else(|| way.strip_suffix(" of each of them")) {
        return apply_to_each(source, message, way.trim_end());
    }
    if way.contains('\n') {
        let mut each = way.lines().map(|line| line.trim_start().trim_start_matches("and").trim());
        return each.try_fold(source.to_owned(), |source, way| apply(&source, message, way));
    }
    let place = Place::of(source, message, way)?;
    if let Some((first, rest)) = way.split_once(" required, and ")
        && !quoted(first).is_empty()
    {
        let mut source = source.to_owned();
        for name in quoted(first) {
            let place = Place { field: Some(name.to_owned()), ..Place::of(&source, message, way)? };
            source = place.required()?;
        }
        return apply(&source, message, rest);
    }
    if let Some(way) = way.strip_prefix("leave the time out of `pk` and ") {
        let without = place.templates(place.field.as_ref()?, |_| "TIME".to_owned())?;
        return apply(&without, message, way);
    }
    place
        .inside(way)
        .or_else(|| place.attribute(way))
        .or_else(|| place.option(way))
        .or_else(|| place.placeholder(message, way))
        .or_else(|| place.drop(way))
        .or_else(|| place.required().filter(|_| way.starts_with("make the field required")))
}

/// Returns the source with a way out applied to each entity that a message lists with its peak.
fn apply_to_each(source: &str, message: &str, way: &str) -> Option<String> {
    let (first, _) = message.split_once('\n')?;
    let (start, rest) = first.split_once('`')?;
    let (_, end) = rest.split_once('`')?;
    let peaks = message.lines().skip_while(|line| !line.trim_start().starts_with("peak "));
    let mut names = peaks.take_while(|line| line.contains('`')).filter_map(|line| quoted(line).first().copied());
    names.try_fold(source.to_owned(), |source, name| apply(&source, &format!("{start}`{name}`{end}"), way))
}

/// What a message is about.
#[derive(Clone)]
struct Place<'s> {
    source: &'s str,
    declared: Vec<Declared>,
    table: String,
    entity: String,
    field: Option<String>,
    index: Option<String>,
    is_of_table: bool,
}

impl<'s> Place<'s> {
    fn of(source: &'s str, message: &str, way: &str) -> Option<Self> {
        let declared = declared(source);
        let has = |of: &Declared, start: &str| {
            let mut texts = of.attributes.iter().filter_map(|range| source.get(range.clone()));
            texts.any(|text| text.starts_with(start))
        };
        let structs = || declared.iter().filter(|of| of.of.is_none());
        let table = structs().find(|of| has(of, "#[table") || has(of, "#[derive(Table)]"))?.name.clone();
        let is_entity = |name: &str| structs().any(|of| of.name == name && has(of, "#[pk("));
        let first = message.lines().next().unwrap_or_default();
        let of_way = way.rsplit_once(" on ").map(|(_, rest)| quoted(rest)).unwrap_or_default();
        let names = || of_way.iter().copied().chain(quoted(first));
        let entity = match names().find(|name| is_entity(name)) {
            Some(name) => name.to_owned(),
            None => structs().find(|of| is_entity(&of.name))?.name.clone(),
        };
        let is_field = |name: &str| declared.iter().any(|of| of.name == name && of.of.as_ref() == Some(&entity));
        let field = quoted(first).into_iter().find(|name| is_field(name)).map(str::to_owned);
        let index = first.split_once("index ").map(|(_, rest)| word(rest.trim_start_matches('"')).to_owned());
        let index = index.filter(|name| !name.is_empty());
        let is_of_table = first.contains(": a table ");
        Some(Self { source, table, field, index, is_of_table, entity, declared })
    }

    fn struct_named(&self, name: &str) -> Option<&Declared> {
        self.declared.iter().find(|of| of.of.is_none() && of.name == name)
    }

    fn own_field(&self) -> Option<&Declared> {
        let name = self.field.as_ref()?;
        self.declared.iter().find(|of| of.name == *name && of.of.as_ref() == Some(&self.entity))
    }

    fn text(&self, range: Range<usize>) -> &'s str {
        self.source.get(range).unwrap_or_default()
    }

    /// Returns the attributes of this name. Those of an index only for the index of the message, if it names one.
    fn attributes_named<'d>(
        &'d self,
        of: &'d Declared,
        name: &'d str,
        index: Option<&'d str>,
    ) -> impl Iterator<Item = Range<usize>> + 'd {
        let is_named = move |range: &&Range<usize>| {
            let text = self.text((*range).clone());
            let is_named = word(text.trim_start_matches("#[")) == name;
            is_named && index.is_none_or(|index| text.contains(&format!("{index:?}")))
        };
        of.attributes.iter().filter(is_named).cloned()
    }

    /// An option inside an attribute: `shard(random = 3)  inside #[gsi(index = "GSI1", ..)]`.
    fn inside(&self, way: &str) -> Option<String> {
        let (option, target) = way.split_once(" inside ")?;
        let option = option.rsplit_once(": ").map_or(option, |(_, option)| option).trim();
        let option = option.split("   ").next().unwrap_or(option).trim();
        let name = ["#[pk", "#[sk", "#[lsi", "#[shard", "#[peak"].into_iter().find(|name| target.contains(name));
        let name = name.map_or("gsi", |name| name.trim_start_matches("#["));
        if target.contains(" peak(..)") {
            return None;
        }
        let index = self.index.as_deref().filter(|_| matches!(name, "gsi" | "lsi"));
        let range = self.attributes_named(self.struct_named(&self.entity)?, name, index).next()?;
        if !target.starts_with("peak(..)") {
            return self.merged(range, &[option]);
        }
        let text = self.text(range.clone());
        match text.find("peak(") {
            None => self.merged(range, &[&format!("peak({option})")]),
            Some(peak) => {
                let (before, after) = self.source.split_at(range.start + closed(text, peak + "peak".len()) - 1);
                Some(format!("{before}, {}{after}", filled(option)))
            }
        }
    }

    /// An attribute: `#[shard(random = 3)]`, `#[serde(rename = "..")]  on the field`.
    fn attribute(&self, way: &str) -> Option<String> {
        let begin = way.find("#[")?;
        let text = way.get(begin..closed(way, begin + 1))?;
        if way.contains("in place of each") {
            return None;
        }
        let name = word(text.trim_start_matches("#["));
        let target = match name {
            "table" => self.struct_named(&self.table)?,
            "serde" if !text.contains("tag") => self.own_field()?,
            "gsi" | "lsi" if text.contains("name = ") => self.struct_named(&self.table)?,
            "entities" => self.struct_named(&self.table)?,
            "entity" if way.contains("on the field") => self.own_field()?,
            _ => self.struct_named(&self.entity)?,
        };
        let options: Vec<_> = options(text.split_once('(').map_or("", |(_, rest)| inner(rest)))
            .into_iter()
            .filter(|option| *option != "..")
            .collect();
        let index = options.iter().find_map(|option| {
            let value = option.strip_prefix("index = ").or_else(|| option.strip_prefix("name = "))?;
            matches!(name, "gsi" | "lsi").then(|| value.trim_matches('"'))
        });
        if let Some(way) = way.strip_suffix(" instead of the alias") {
            let (without, message) =
                (self.without(target, "alias")?, format!("`{}` of `{}`", target.name, self.entity));
            return apply(&without, &message, way);
        }
        // An option of serde replaces the one of this name, wherever it is.
        let replaces = |range: &Range<usize>| {
            let all = self.text(range.clone()).split_once('(').map_or("", |(_, rest)| inner(rest));
            name != "serde" || self::options(all).iter().any(|one| options.iter().any(|other| word(one) == word(other)))
        };
        if let Some(range) = self.attributes_named(target, name, index).find(replaces) {
            return self.merged(range, &options);
        }
        let filled: Vec<_> = options.iter().map(|option| filled(option)).collect();
        let (before, after) = self.source.split_at_checked(target.start)?;
        Some(format!("{before}#[{name}({})]\n{after}", filled.join(", ")))
    }

    /// An option of the index of the message: `sk = "<changed>"`.
    fn option(&self, way: &str) -> Option<String> {
        let begin = ["pk = \"", "sk = \"", "index = \"", "query = "].into_iter().find_map(|name| way.find(name))?;
        let option = way.get(begin..)?.split("  ").next()?.trim_end_matches('`');
        let entity = self.struct_named(&self.entity)?;
        let index = self.index.as_deref()?;
        let range =
            ["gsi", "lsi"].into_iter().find_map(|name| self.attributes_named(entity, name, Some(index)).next())?;
        self.merged(range, &[option])
    }

    /// A placeholder with another form, or text after it.
    fn placeholder(&self, message: &str, way: &str) -> Option<String> {
        if way.starts_with("put literal text between them") {
            let delimiter = *quoted(way).first()?;
            let first = quoted(message).into_iter().find_map(|text| text.strip_prefix('<')?.strip_suffix('>'))?;
            return self.templates(first, |placeholder| format!("{placeholder}{delimiter}"));
        }
        let shown = quoted(way).into_iter().find(|text| text.starts_with('<') && text.ends_with('>'))?;
        let name = word(shown.trim_start_matches('<'));
        if let Some(text) = way.strip_prefix("put the table's delimiter directly after ") {
            let delimiter = *quoted(text).get(1)?;
            return self.templates(name, |placeholder| format!("{placeholder}{delimiter}"));
        }
        let is_form = ["drop the spec", "write it in keys as", "write all of it", "pad it", "<", "`<"];
        if !is_form.iter().any(|start| way.starts_with(start)) {
            return None;
        }
        if way.contains(" in place of the minute") {
            let old = format!("<{name}:minute>");
            let hour = self.templates(name, |text| if text == old { shown } else { text }.to_owned());
            let range = || {
                self.struct_named(&self.entity)?
                    .attributes
                    .iter()
                    .find(|range| self.text((*range).clone()).contains("bucket ="))
            };
            return hour.or_else(|| self.merged(range()?.clone(), &["bucket = \"hour\""]));
        }
        // A function that stores less is about each key with the whole value.
        let only_whole = message.contains("but this function stores");
        let is_coarser = |placeholder: &str| {
            let forms = [":s>", ":ms>", ":us>", ":epoch", ":minute", ":hour", ":day", ":week", ":month", ":year"];
            forms.iter().any(|form| placeholder.contains(form))
        };
        self.templates(name, |placeholder| match only_whole && is_coarser(placeholder) {
            true => placeholder.to_owned(),
            false => shown.to_owned(),
        })
    }

    /// Changes the placeholders of a field in the templates of the message's key.
    fn templates(&self, name: &str, change: impl Fn(&str) -> String) -> Option<String> {
        let entity = self.struct_named(&self.entity)?;
        let is_of_key = |range: &Range<usize>| {
            let text = self.text(range.clone());
            match &self.index {
                Some(index) => text.contains(&format!("{index:?}")),
                None => ["#[pk", "#[sk", "#[gsi", "#[lsi"].iter().any(|start| text.starts_with(start)),
            }
        };
        let mut out = String::new();
        let mut done = 0;
        for range in entity.attributes.iter().filter(|range| is_of_key(range)) {
            out += self.text(done..range.start);
            let mut rest = self.text(range.clone());
            while let Some((before, placeholder)) = rest.split_once('<') {
                let (placeholder, after) = placeholder.split_once('>')?;
                let whole = format!("<{placeholder}>");
                out += before;
                out += &if word(placeholder) == name { change(&whole) } else { whole };
                rest = after;
            }
            out += rest;
            done = range.end;
        }
        out += self.text(done..self.source.len());
        (out != self.source).then_some(out)
    }

    /// An option of a field, or of an entity, that is dropped: ``drop `unique` ``.
    fn drop(&self, way: &str) -> Option<String> {
        let rest = way.strip_prefix("drop ")?;
        let field = || self.own_field();
        match rest {
            _ if rest.starts_with("the alias") => self.without(field()?, "alias"),
            _ if rest.starts_with("the function") => {
                ["with", "serialize_with", "deserialize_with"].iter().find_map(|option| self.without(field()?, option))
            }
            _ if rest.starts_with("the `sk`") || rest.starts_with("the shards") => {
                let name = if rest.starts_with("the shards") { "shard" } else { "sk" };
                let range = self.attributes_named(self.struct_named(&self.entity)?, name, None).next()?;
                Some(format!("{}{}", self.text(0..range.start), self.text(range.end..self.source.len())))
            }
            _ => {
                let option = *quoted(rest).first().filter(|option| word(option) == **option)?;
                if self.is_of_table {
                    return self.without(self.struct_named(&self.table)?, option);
                }
                let of_field = field().and_then(|field| self.without(field, option));
                let has = |of: &&Declared| of.of.as_ref() == Some(&self.entity);
                let of_any = || self.declared.iter().filter(has).find_map(|field| self.without(field, option));
                of_field.or_else(of_any).or_else(|| self.without(self.struct_named(&self.entity)?, option))
            }
        }
    }

    /// Removes an option from an attribute, and the attribute if it was the only one.
    fn without(&self, of: &Declared, option: &str) -> Option<String> {
        of.attributes.iter().find_map(|range| {
            let text = self.text(range.clone());
            let (start, rest) = text.split_once('(')?;
            let all = options(inner(rest));
            let kept: Vec<_> = all.iter().filter(|text| word(text) != option).copied().collect();
            let changed = match kept.is_empty() {
                true => String::new(),
                false => format!("{start}({})]", kept.join(", ")),
            };
            let (before, after) = (self.text(0..range.start), self.text(range.end..self.source.len()));
            (kept.len() < all.len()).then(|| format!("{before}{changed}{after}"))
        })
    }

    /// The type without its `Option`, with the functions of serde for it, and without a default.
    fn required(&self) -> Option<String> {
        let field = self.own_field()?;
        if let Some(source) = self.without(field, "default") {
            return Place { source: &source, declared: declared(&source), ..self.clone() }.required();
        }
        let ty = self.text(field.ty.clone()).trim();
        let inner = ty.strip_prefix("Option<")?.strip_suffix('>')?;
        let before = self.text(0..field.ty.start);
        let attributes = field.attributes.first().map_or(field.ty.start, |first| first.start);
        let of_field = before.get(attributes..).unwrap_or_default().replace("_option\"", "\"");
        Some(format!("{}{of_field} {inner}{}", self.text(0..attributes), self.text(field.ty.end..self.source.len())))
    }

    /// Sets options of an attribute.
    fn merged(&self, range: Range<usize>, with: &[&str]) -> Option<String> {
        let text = self.text(range.clone());
        let (start, rest) = text.split_once('(')?;
        let mut all: Vec<String> = options(inner(rest)).into_iter().map(str::to_owned).collect();
        for option in with {
            let name = word(option);
            let is_shard = |name: &str| matches!(name, "random" | "hash" | "count");
            let replaces = |other: &String| {
                let other = word(other);
                other == name
                    || start == "#[shard" && name != "count" && is_shard(name) && other != "count" && is_shard(other)
            };
            let replaced = all.iter().position(replaces);
            match replaced.and_then(|place| all.get_mut(place)) {
                Some(other) => *other = filled(option),
                None => all.push(filled(option)),
            }
        }
        if start == "#[shard" && all.iter().any(|option| word(option) == "random") {
            all.retain(|option| word(option) != "count");
        }
        let (before, after) = (self.text(0..range.start), self.text(range.end..self.source.len()));
        Some(format!("{before}{start}({})]{after}", all.join(", ")))
    }
}

/// Returns the options of an attribute of which the text up to the first `(` is cut off.
fn inner(rest: &str) -> &str {
    rest.trim_end().strip_suffix(']').unwrap_or(rest).trim_end().strip_suffix(')').unwrap_or(rest)
}

/// Returns the texts between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Returns an option with a value in the place of `..`.
fn filled(option: &str) -> String {
    let numbers =
        [("writes_per_second", "1"), ("reads_per_second", "1"), ("item_bytes", "100"), ("top_share", "0.001")];
    let filled = numbers.iter().fold(option.to_owned(), |option, (name, number)| {
        option.replace(&format!("{name} = .."), &format!("{name} = {number}"))
    });
    filled.replace("\"..\"", "\"another\"").replace("..", "another")
}

/// Returns the options of an attribute, split at commas outside of brackets.
fn options(text: &str) -> Vec<&str> {
    let (mut found, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(byte) = text.as_bytes().get(at) {
        at = match byte {
            b'"' => after_text(text, at),
            b'(' | b'[' => closed(text, at),
            b',' => {
                found.push(text.get(start..at).unwrap_or_default().trim());
                start = at + 1;
                start
            }
            _ => at + 1,
        };
    }
    found.push(text.get(start..).unwrap_or_default().trim());
    found.retain(|option| !option.is_empty());
    found
}

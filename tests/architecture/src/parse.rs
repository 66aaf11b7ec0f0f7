//! Parses sources into a tree of modules.

use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, Expr, ExprLit, Item, ItemMod, Lit, Meta, Token, UseTree, Visibility, punctuated::Punctuated,
    spanned::Spanned, visit::Visit,
};

use crate::{
    Crate, Module, ModuleId, Sources,
    tree::{Mention, Use},
};

/// Parses the modules that `lib.rs` declares, and their nested modules.
pub(crate) fn modules(sources: &Sources) -> Result<Crate, String> {
    let mut parser = Parser { sources, tree: Crate::default(), exported: Vec::new() };
    parser.file(Module { file: "lib.rs".into(), ..Module::default() }, Path::new(""))?;
    let exported = std::mem::take(&mut parser.exported);
    parser.tree.modules[0].uses.extend(exported);
    for module in &mut parser.tree.modules {
        module.file = sources.shown(&module.file);
    }
    Ok(parser.tree)
}

struct Parser<'a> {
    sources: &'a Sources,
    tree: Crate,
    /// Macros that `#[macro_export]` puts into the root.
    exported: Vec<Use>,
}

impl Parser<'_> {
    /// Adds the module of a file. The files of its own modules are in `directory`.
    fn file(&mut self, module: Module, directory: &Path) -> Result<ModuleId, String> {
        let file = module.file.clone();
        let text = self.sources.text(&file).ok_or_else(|| format!("no file {}", file.display()))?;
        let parsed = syn::parse_file(text).map_err(|error| {
            let line = error.span().start().line;
            format!("{}:{line}: {error}", self.sources.shown(&file).display())
        })?;
        self.module(module, &parsed.items, directory)
    }

    fn module(&mut self, module: Module, items: &[Item], directory: &Path) -> Result<ModuleId, String> {
        let id = self.tree.modules.len();
        self.tree.modules.push(module);
        let mut reader = Reader::default();
        for item in items {
            reader.visit_item(item);
        }
        let path = self.tree.modules[id].path.clone();
        self.exported.extend(reader.exported.iter().map(|(name, line)| Use {
            name: Some(name.clone()),
            path: ["crate".to_owned()].into_iter().chain(path.clone()).chain([name.clone()]).collect(),
            line: *line,
        }));
        let module = &mut self.tree.modules[id];
        module.items.extend(items.iter().filter(|item| !is_test(attributes(item))).filter_map(defined));
        module.uses = reader.uses;
        module.mentions = reader.mentions;
        for child in &reader.children {
            let child_id = self.child(id, child, directory)?;
            self.tree.modules[id].children.insert(child.ident.to_string(), child_id);
        }
        Ok(id)
    }

    fn child(&mut self, parent: ModuleId, declared: &ItemMod, directory: &Path) -> Result<ModuleId, String> {
        let name = declared.ident.to_string();
        let Module { path, file, .. } = &self.tree.modules[parent];
        let path: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
        let own = directory.join(&name);
        let module = |file: PathBuf| Module { path: path.clone(), file, parent, ..Module::default() };
        if let Some((_, items)) = &declared.content {
            return self.module(module(file.clone()), items, &own);
        }
        let candidates = match path_attribute(&declared.attrs) {
            Some(named) => vec![file.parent().unwrap_or(Path::new("")).join(named)],
            None => vec![own.with_extension("rs"), own.join("mod.rs")],
        };
        let file = candidates.iter().find(|file| self.sources.text(file).is_some());
        let file = file.ok_or_else(|| format!("no file of `mod {name}` in {}", directory.display()))?;
        self.file(module(file.clone()), &own)
    }
}

/// Collects the declarations and paths of one module. Nested modules are collected, but not entered.
#[derive(Default)]
struct Reader {
    children: Vec<ItemMod>,
    uses: Vec<Use>,
    mentions: Vec<Mention>,
    exported: Vec<(String, usize)>,
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_test(attributes(item)) {
            return;
        }
        match item {
            Item::Mod(module) => self.children.push(module.clone()),
            Item::Use(item) => self.flatten(&item.tree, &mut Vec::new()),
            Item::Macro(item) => {
                if let (Some(name), true) =
                    (&item.ident, item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")))
                {
                    self.exported.push((name.to_string(), name.span().start().line));
                }
                self.tokens(item.mac.tokens.clone());
            }
            _ => syn::visit::visit_item(self, item),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.mention(segments, path.span().start().line);
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.visit_path(&called.path);
        self.tokens(called.tokens.clone());
    }

    /// `pub(in path)` imports nothing.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

impl Reader {
    fn mention(&mut self, path: Vec<String>, line: usize) {
        if path.len() > 1 {
            self.mentions.push(Mention { path, line });
        }
    }

    fn flatten(&mut self, tree: &UseTree, prefix: &mut Vec<String>) {
        let line = tree.span().start().line;
        let mut add = |name: Option<String>, last: Option<String>| {
            let path = prefix.iter().cloned().chain(last).collect();
            self.uses.push(Use { name, path, line });
        };
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.flatten(&path.tree, prefix);
                prefix.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.flatten(tree, prefix)),
            UseTree::Name(name) if name.ident == "self" => add(prefix.last().cloned(), None),
            UseTree::Name(name) => add(Some(name.ident.to_string()), Some(name.ident.to_string())),
            UseTree::Rename(rename) if rename.ident == "self" => add(Some(rename.rename.to_string()), None),
            UseTree::Rename(rename) => add(Some(rename.rename.to_string()), Some(rename.ident.to_string())),
            UseTree::Glob(_) => add(None, None),
        }
    }

    /// Collects the paths among the tokens of a macro, which have their own grammar.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(first) => {
                    let mut path = vec![first.to_string()];
                    while colon(at + 1)
                        && colon(at + 2)
                        && let Some(TokenTree::Ident(next)) = tokens.get(at + 3)
                    {
                        path.push(next.to_string());
                        at += 3;
                    }
                    self.mention(path, first.span().start().line);
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// Returns the name that an item defines, if it has one.
fn defined(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns whether an item exists only in tests: `#[cfg(test)]`, also within `all(..)`.
fn is_test(attributes: &[Attribute]) -> bool {
    fn needs_test(meta: &Meta) -> bool {
        match meta {
            Meta::Path(path) => path.is_ident("test"),
            Meta::List(list) if list.path.is_ident("all") => list
                .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
                .is_ok_and(|all| all.iter().any(needs_test)),
            _ => false,
        }
    }
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<Meta>().is_ok_and(|meta| needs_test(&meta))
    })
}

/// Returns the value of `#[path = ".."]`.
fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    })
}

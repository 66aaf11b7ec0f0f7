//! Collects the mistakes of one derive, to report them together.

use std::{cell::RefCell, fmt::Display, thread};

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// Collects errors. Panics if it is dropped without [`Errors::finish`], so that no error is lost.
#[derive(Default)]
pub(crate) struct Errors {
    found: RefCell<Option<Vec<syn::Error>>>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { found: RefCell::new(Some(Vec::new())) }
    }

    /// Adds an error that underlines all of these tokens.
    pub(crate) fn on(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an error at this span.
    pub(crate) fn at(&self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Adds an error about a duplicate. It marks the second occurrence, and "first used here" marks the first.
    pub(crate) fn duplicate(&self, first: Span, second: Span, message: impl Display) {
        self.push(Self::duplicate_error(first, second, message));
    }

    /// Creates the error of [`Errors::duplicate`], to be reported later.
    pub(crate) fn duplicate_error(first: Span, second: Span, message: impl Display) -> syn::Error {
        let mut error = syn::Error::new(second, message);
        error.combine(syn::Error::new(first, "first used here"));
        error
    }

    pub(crate) fn push(&self, error: syn::Error) {
        if let Some(found) = self.found.borrow_mut().as_mut() {
            found.push(error);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.borrow().as_ref().is_none_or(Vec::is_empty)
    }

    /// Returns all errors as `compile_error!`s. Empty without errors.
    pub(crate) fn finish(self) -> TokenStream {
        let found = self.found.borrow_mut().take().unwrap_or_default();
        found.iter().map(syn::Error::to_compile_error).collect()
    }

    /// Returns the messages, one for each marked span.
    #[cfg(test)]
    pub(crate) fn messages(self) -> Vec<String> {
        let found = self.found.borrow_mut().take().unwrap_or_default();
        found.into_iter().flatten().map(|error| error.to_string()).collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        if self.found.borrow().is_some() && !thread::panicking() {
            panic!("errors were collected and never reported");
        }
    }
}

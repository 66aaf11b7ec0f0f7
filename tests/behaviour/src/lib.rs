//! What keywright does, seen from outside on the embedded engine

//! The requests of a call: their parameters, settings, spans, and cost.

mod design;
mod futures;
mod meters;
mod metrics;
mod params;
mod sensitive_values;
mod settings;
mod spans;

//! What every call has: a span, a meter, settings of its own, and requests that print and open into the SDK's.

#[path = "calls/design.rs"]
mod design;
#[path = "calls/meters.rs"]
mod meters;
#[path = "calls/overrides.rs"]
mod overrides;
#[path = "calls/requests.rs"]
mod requests;
#[path = "calls/secrets.rs"]
mod secrets;
#[path = "calls/spans.rs"]
mod spans;
#[path = "calls/subscriber.rs"]
mod subscriber;

//! Reads of every kind of key, with every setting, through latency and failures: what comes is what is stored.

#[path = "reads_in_the_mix/bounds.rs"]
mod bounds;
#[path = "reads_in_the_mix/design.rs"]
mod design;
#[path = "reads_in_the_mix/luck.rs"]
mod luck;
#[path = "reads_in_the_mix/sdk_settings.rs"]
mod sdk_settings;
#[path = "reads_in_the_mix/walks.rs"]
mod walks;

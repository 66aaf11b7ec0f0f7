//! Retries, hedges, and concurrency limits of reads.

mod attempts;
mod concurrency;
mod design;
mod hedges;
mod paused_consumers;
mod wire;

// No item with such a value could be read.

use keywright::KeyEnum;
use serde::{Deserialize, Serialize};

#[derive(KeyEnum, Serialize, Deserialize)]
enum State {
    #[serde(rename(serialize = "open", deserialize = "OPEN"))]
    Open,
    #[serde(rename(serialize = "closed", deserialize = "CLOSED"), alias = "closed")]
    Closed,
}

fn main() {}

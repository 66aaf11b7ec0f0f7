// A device may be called what a sentinel is, and overwrite it.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "device", sk = none)]
#[entities(Sensor)]
struct Sensors;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Sensors)]
#[pk(template = "<device>")]
struct Sensor {
    device: String,
    #[entity(unique)]
    serial: String,
}

fn main() {}

// Which of the two would be the partition key?

use keywright::Table;

#[derive(Table)]
#[table(pk = "PK", sk = "SK", pk = "deviceId")]
struct Platform;

fn main() {}

// CreateTable refuses a projection that names an attribute twice.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", projection = include("name", "price", "name"))]
struct Platform;

fn main() {}

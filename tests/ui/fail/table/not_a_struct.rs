// A table has no variants. What needs a table still finds one: the mistake is reported once.

use keywright::Table;

#[derive(Table)]
enum Platform {
    Production,
    Test,
}

fn name<T: Table>() -> &'static str {
    T::SCHEMA.name
}

fn main() {
    name::<Platform>();
}

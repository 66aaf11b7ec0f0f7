// `transaction()`, `transaction_get(..)` and `move_to(..)` need a table with transactions, as this function does.

use keywright::{Table, Transactional};

#[derive(Table)]
#[table(regions = "strong")]
struct Strong;

#[derive(Table)]
#[table(regions = "eventual")]
struct Eventual;

fn transfer<T: Transactional>() {}

fn main() {
    transfer::<Eventual>();
    transfer::<Strong>();
}

// A sort key has at most 1,024 bytes, and the literal text alone is longer.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<id>")]
#[sk(template = "the-beginning-of-a-sort-key-that-says-too-much-00-\
         the-beginning-of-a-sort-key-that-says-too-much-01-\
         the-beginning-of-a-sort-key-that-says-too-much-02-\
         the-beginning-of-a-sort-key-that-says-too-much-03-\
         the-beginning-of-a-sort-key-that-says-too-much-04-\
         the-beginning-of-a-sort-key-that-says-too-much-05-\
         the-beginning-of-a-sort-key-that-says-too-much-06-\
         the-beginning-of-a-sort-key-that-says-too-much-07-\
         the-beginning-of-a-sort-key-that-says-too-much-08-\
         the-beginning-of-a-sort-key-that-says-too-much-09-\
         the-beginning-of-a-sort-key-that-says-too-much-10-\
         the-beginning-of-a-sort-key-that-says-too-much-11-\
         the-beginning-of-a-sort-key-that-says-too-much-12-\
         the-beginning-of-a-sort-key-that-says-too-much-13-\
         the-beginning-of-a-sort-key-that-says-too-much-14-\
         the-beginning-of-a-sort-key-that-says-too-much-15-\
         the-beginning-of-a-sort-key-that-says-too-much-16-\
         the-beginning-of-a-sort-key-that-says-too-much-17-\
         the-beginning-of-a-sort-key-that-says-too-much-18-\
         the-beginning-of-a-sort-key-that-says-too-much-19-\
         the-beginning-of-a-sort-key-that-says-too-much-20-\
         the-beginning-of-a-sort-key-that-says-too-much-21-\
         <rank>")]
struct Threat {
    id: String,
    rank: u8,
}

fn main() {}

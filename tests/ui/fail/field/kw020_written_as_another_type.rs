// Items would have the attributes of `Stored`, and conditions, updates and keys would use those of `User`.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[serde(into = "Stored", from = "Stored")]
struct User {
    id: u32,
    first: String,
    last: String,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    id: u32,
    name: String,
}

impl From<User> for Stored {
    fn from(User { id, first, last }: User) -> Self {
        Self { id, name: format!("{first} {last}") }
    }
}

impl From<Stored> for User {
    fn from(Stored { id, name }: Stored) -> Self {
        let (first, last) = name.split_once(' ').unwrap_or((&name, ""));
        Self { id, first: first.to_owned(), last: last.to_owned() }
    }
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "NOTE#<id>")]
#[sk(template = "NOTE")]
#[serde(try_from = "Draft")]
struct Note {
    id: u32,
}

#[derive(Deserialize)]
struct Draft {
    number: u32,
}

impl TryFrom<Draft> for Note {
    type Error = String;

    fn try_from(Draft { number }: Draft) -> Result<Self, String> {
        Ok(Self { id: number })
    }
}

fn main() {}

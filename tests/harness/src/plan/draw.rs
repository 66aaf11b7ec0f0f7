//! Creates plans from a seed.

use super::{Crash, Fault, Plan, Step};
use crate::{
    call::{Batch, Call, Draft, IDS},
    designs,
    random::Random,
    traits::{Stores, Traits},
};

/// The possible shares of requests that fail, in percent.
const FAILURES: [u64; 4] = [0, 5, 15, 35];

/// The share of the runs in which the clients hedge reads, in percent.
const HEDGED: u64 = 4;

/// The number of other items that makes a batch of gets, and one of writes, send a second request.
const OTHERS: (u8, u8) = (98, 25);

impl Plan {
    /// Returns the plan of a seed. `only` names the design; without it, the seed selects one.
    pub fn draw(seed: u64, only: Option<&str>) -> Self {
        let random = &mut Random::new(seed);
        let all = designs::ALL;
        let drawn = all[random.below(all.len() as u64) as usize];
        let traits = only.and_then(|only| all.iter().find(|traits| traits.name == only)).copied().unwrap_or(drawn);
        let clients = 2 + random.below(3) as u8;
        let share = random.pick(&FAILURES);
        let crashes = random.pick(&[0, 0, 4, 10]);
        let steps = 24 + random.below(25);
        let mut plan = Self {
            seed,
            design: traits.name.into(),
            schedule: random.bits(),
            clients,
            attempts: random.pick(&[1, 2, 3, 3, 3]),
            hedge: if random.chance(HEDGED) { random.pick(&[50, 100]) } else { 0 },
            skews: (0..clients).map(|_| random.below(49) as i8 - 24).collect(),
            steps: Vec::new(),
        };
        let equal = random.chance(30);
        for number in 0..steps {
            let value = if equal { random.below(3) as u32 } else { number as u32 + 1 };
            let call = call(random, traits, number as u16, value);
            let client = random.below(u64::from(clients)) as u8;
            let faults = (0..8).filter_map(|request| Some((request, fault(random, share)?))).collect();
            let crash =
                random.chance(crashes).then(|| Crash { after: random.below(4) as u8, arrives: random.chance(50) });
            plan.steps.push(Step { client, call, faults, crash });
        }
        plan
    }
}

fn fault(random: &mut Random, share: u64) -> Option<Fault> {
    if !random.chance(share) {
        return None;
    }
    Some(match random.below(10) {
        0 | 1 => Fault::LostBefore,
        2 | 3 => Fault::LostAfter,
        4 => Fault::ErrorBefore,
        5 => Fault::ErrorAfter,
        6 | 7 => Fault::Late(1 + random.below(8) as u8),
        8 => Fault::Twice(random.below(6) as u8),
        _ => Fault::Throttled,
    })
}

fn call(random: &mut Random, traits: Traits, number: u16, value: u32) -> Call {
    match traits.stores {
        Stores::Items => item_call(random, traits, value),
        Stores::Counters => match random.below(4) {
            0 => Call::Total { poll: random.below(2) as u8 },
            _ => Call::Increment { poll: random.below(2) as u8, amount: 1 + random.below(5) as i8 },
        },
        Stores::Log => match random.below(8) {
            0 => Call::ReadLog { limit: random.pick(&[2, 5, 50]), newest_first: random.chance(50) },
            _ => Call::Append { entry: number },
        },
    }
}

fn draft(random: &mut Random, value: u32) -> Draft {
    Draft { id: id(random), value, tag: random.below(3) as u8, mail: mail(random) }
}

fn id(random: &mut Random) -> u8 {
    random.below(IDS as u64) as u8
}

fn mail(random: &mut Random) -> Option<u8> {
    random.chance(70).then(|| random.below(3) as u8)
}

fn batch(random: &mut Random, others: u8) -> Batch {
    Batch {
        in_flight: random.pick(&[None, None, Some(1), Some(2)]),
        others: if random.chance(15) { others } else { 0 },
        partial: random.chance(50),
    }
}

fn item_call(random: &mut Random, traits: Traits, value: u32) -> Call {
    let Traits { versioned, unique, legacy, older, local, .. } = traits;
    loop {
        let id = id(random);
        let other = (id + 1 + random.below(IDS as u64 - 1) as u8) % IDS as u8;
        let tag = random.below(3) as u8;
        let amount = 1 + random.below(9) as i8;
        let drawn = draft(random, value);
        let call = match random.below(38) {
            0..=7 => Call::Get(id),
            8 => Call::BatchGet(batch(random, OTHERS.0)),
            9..=11 => Call::Put(drawn),
            12 => Call::PutWhen(drawn),
            13..=15 => Call::Create(drawn),
            16 => Call::Replace(drawn),
            17 => Call::ReplaceWhen(drawn),
            18 => Call::Set { id, value, tag },
            19 => Call::SetWhen { id, value, tag },
            20 => Call::Add { id, amount },
            21 | 22 if versioned => Call::AddAt { id, amount },
            23 => Call::Mail { id, mail: mail(random) },
            24 if !unique => Call::Upsert { id, value, tag },
            25 => Call::Delete(id),
            26 => Call::DeleteWhen(id),
            27 => Call::Move { from: id, to: other },
            28 if !versioned && !unique && !legacy => {
                let next = Draft { id: (drawn.id + 1) % IDS as u8, ..drawn };
                Call::BatchPut(drawn, next, batch(random, OTHERS.1))
            }
            29 if !unique && !legacy => Call::BatchDelete(id, other, batch(random, OTHERS.1)),
            30 if !legacy => Call::Transact { create: Draft { id, ..drawn }, add: other, amount },
            31 => Call::Mark { mark: 1 + random.below(3) as u8 },
            32 => Call::Purge { tag },
            33 => Call::Backfill,
            35 | 36 if local => Call::ByTag { tag, limit: random.pick(&[1, 2, 9]) },
            37 if !versioned && !unique && !legacy => {
                let delete = (drawn.id + 1) % IDS as u8;
                Call::BatchWrite(drawn, delete, batch(random, OTHERS.1))
            }
            21 | 22 | 34 if older => Call::OlderPut { id, value, tag },
            _ => continue,
        };
        return call;
    }
}

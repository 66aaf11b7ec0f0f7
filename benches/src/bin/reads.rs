//! What a get and pages of a query cost the client, beside the same by hand: on answers from memory.

use std::{process::ExitCode, time::Instant};

use aws_sdk_dynamodb::{Client, types::AttributeValue};
use clap::Parser;
use keywright::{Entity, Handle, Table};
use keywright_benches::{Result, canned::Canned, quantile::quantile, virtual_time};
use keywright_local::Local;
use serde::{Deserialize, Serialize};
use tokio::runtime::Runtime;

/// What a get and pages of a query cost the client, beside the same by hand.
#[derive(Debug, Parser)]
struct Options {
    /// Pairs of runs, by hand and by the library.
    #[arg(long, default_value_t = 400)]
    pairs: usize,
    /// Only this read, by the library: to be profiled.
    #[arg(long)]
    only: Option<usize>,
}

#[derive(Debug, Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_clerk, pk = "CLERK#<clerk>", sk = "<id>")]
struct Order {
    customer: String,
    id: u32,
    clerk: String,
    status: String,
    total: u64,
    weight: f64,
    is_gift: bool,
    notes: Option<String>,
}

/// The same item as a program without the library would declare it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct ByHand {
    customer: String,
    id: u32,
    clerk: String,
    status: String,
    total: u64,
    weight: f64,
    is_gift: bool,
    notes: Option<String>,
}

fn order(id: u32) -> Order {
    Order {
        customer: "c-118842".into(),
        id,
        clerk: format!("clerk-{}", id % 7),
        status: "delivered".into(),
        total: 1_000 + u64::from(id),
        weight: f64::from(id) * 0.25,
        is_gift: id % 3 == 0,
        notes: (id % 2 == 0).then(|| "leave it with the neighbour".into()),
    }
}

/// A table that has so many orders of one customer, and then answers from memory.
struct Bench {
    runtime: Runtime,
    client: Client,
    shop: Handle<Shop>,
}

impl Bench {
    fn load(orders: u32) -> Result<Self> {
        let runtime = virtual_time::real_time()?;
        let local = Local::builder().answer_inline().start();
        let shop = Shop::open(local.client(), "shop");
        runtime.block_on(async {
            shop.ensure_table().await?;
            let orders: Vec<_> = (0..orders).map(order).collect();
            shop.batch_put(orders.iter()).await.map(|_| ())
        })?;
        let canned = Canned::by_operation(local.http_client());
        let client = Client::from_conf(local.config().http_client(canned).build());
        Ok(Self { runtime, shop: Shop::open(client.clone(), "shop"), client })
    }

    fn query_by_hand(&self) -> Result<Vec<ByHand>> {
        let request = self.client.query().table_name("shop").key_condition_expression("PK = :pk");
        let request = request.expression_attribute_values(":pk", AttributeValue::S("CUSTOMER#c-118842".into()));
        let answer = self.runtime.block_on(request.send())?;
        Ok(serde_dynamo::from_items(answer.items.unwrap_or_default())?)
    }

    fn query(&self) -> Result<Vec<Order>> {
        Ok(self.runtime.block_on(async { Order::query("c-118842").send(&self.shop).await })?.items)
    }

    fn get_by_hand(&self) -> Result<Option<ByHand>> {
        let request = self.client.get_item().table_name("shop");
        let request = request.key("PK", AttributeValue::S("CUSTOMER#c-118842".into()));
        let request = request.key("SK", AttributeValue::S("ORDER#0000000000".into()));
        let answer = self.runtime.block_on(request.send())?;
        Ok(answer.item.map(serde_dynamo::from_item).transpose()?)
    }

    fn get(&self) -> Result<Option<Order>> {
        Ok(self.runtime.block_on(async { self.shop.get(Order::key("c-118842", 0_u32)).await })?)
    }
}

/// Prints the medians of pairs of runs.
fn compare<A, B>(
    name: &str,
    pairs: usize,
    by_hand: impl Fn() -> Result<A>,
    ours: impl Fn() -> Result<B>,
) -> Result<()> {
    let (mut hand, mut own, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let run = 10;
    for pair in 0..pairs {
        let mut times = [0.0; 2];
        for side in if pair % 2 == 0 { [0, 1] } else { [1, 0] } {
            let start = Instant::now();
            for _ in 0..run {
                if side == 0 {
                    by_hand()?;
                } else {
                    ours()?;
                }
            }
            times[side] = start.elapsed().as_secs_f64() / f64::from(run);
        }
        hand.push(times[0]);
        own.push(times[1]);
        ratios.push(times[1] / times[0]);
    }
    let at = |times: &[f64], share| quantile(times, share).unwrap_or(f64::NAN);
    let micros = |times: &[f64]| at(times, 0.5) * 1e6;
    let fastest = at(&own, 0.1) / at(&hand, 0.1);
    println!(
        "{name:<16} by hand {:8.1} us, ours {:8.1} us, ratio {:.3} (of the fastest tenth {fastest:.3})",
        micros(&hand),
        micros(&own),
        at(&ratios, 0.5)
    );
    Ok(())
}

fn run(options: &Options) -> Result<()> {
    if let Some(orders) = options.only {
        let bench = Bench::load(u32::try_from(orders)?)?;
        for _ in 0..options.pairs {
            if orders == 0 { drop(bench.get()?) } else { drop(bench.query()?) }
        }
        return Ok(());
    }
    for orders in [1, 100, 1_000] {
        let bench = Bench::load(orders)?;
        let read = bench.query()?;
        assert_eq!(read.len(), bench.query_by_hand()?.len(), "the answers differ");
        assert_eq!(read, (0..orders).map(order).collect::<Vec<_>>(), "the answers differ");
        let pairs = if orders == 1_000 { options.pairs / 8 } else { options.pairs };
        compare(&format!("a page of {orders}"), pairs, || bench.query_by_hand(), || bench.query())?;
        if orders == 1 {
            assert_eq!(bench.get()?, Some(order(0)), "the answers differ");
            assert!(bench.get_by_hand()?.is_some(), "the answers differ");
            compare("a get", options.pairs, || bench.get_by_hand(), || bench.get())?;
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

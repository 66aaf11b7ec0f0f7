//! Written by `keywright scaffold` from an audit of 2 items.
//!
//! Names are a first draft: a field can have another one, with `#[serde(rename = "..")]`.

use keywright::{Attributes, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "PK", sk = "SK", discriminator = none, encoding = "raw")]
#[gsi(
    name = "GSI-1",
    pk = "NextReminderDate",
    sk = "LastReminderDate",
    projection = include("SKU", "Email", "NextPaymentDate")
)]
#[entities(AccRecSku, AccSubSku)]
pub struct Payments;

/// `ACC#<digits>  REC#<ProcessedDate>#SKU#<SKU>`: 1 item.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Payments)]
#[pk(template = "ACC#<acc:plain>")]
#[sk(template = "REC#<processed_date>#SKU#<sku>")]
pub struct AccRecSku {
    #[entity(key_only)]
    pub acc: u64,
    #[serde(rename = "Email")]
    pub email: String,
    #[serde(rename = "ProcessedAmount")]
    pub processed_amount: String,
    #[serde(rename = "ProcessedDate")]
    pub processed_date: String,
    #[serde(rename = "SKU")]
    pub sku: String,
    #[serde(rename = "TTL")]
    pub ttl: u64,
    #[serde(flatten)]
    pub others: Attributes,
}

/// `ACC#<digits>  SUB#<digits>#SKU#<SKU>`: 1 item.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Payments)]
#[pk(template = "ACC#<acc:plain>")]
#[sk(template = "SUB#<sub:plain>#SKU#<sku>")]
#[gsi(index = "GSI-1", query = by_gsi_1, pk = "<next_reminder_date>", sk = "<last_reminder_date>")]
pub struct AccSubSku {
    #[entity(key_only)]
    pub acc: u64,
    #[entity(key_only)]
    pub sub: u64,
    #[serde(rename = "CreatedDate")]
    pub created_date: String,
    #[serde(rename = "Email")]
    pub email: String,
    #[serde(rename = "LastPaymentDate")]
    pub last_payment_date: String,
    #[serde(rename = "NextPaymentDate")]
    pub next_payment_date: String,
    #[serde(rename = "PaymentAmount")]
    pub payment_amount: String,
    #[serde(rename = "PaymentDay")]
    pub payment_day: String,
    #[serde(rename = "SKU")]
    pub sku: String,
    #[serde(rename = "NextReminderDate")]
    pub next_reminder_date: String,
    #[serde(rename = "LastReminderDate")]
    pub last_reminder_date: String,
    #[serde(flatten)]
    pub others: Attributes,
}

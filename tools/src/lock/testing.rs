//! A lock that tests can modify.

use keywright::key::Timestamp;

/// 2026-06-22T00:00:00Z.
pub(super) const NOW: Timestamp = Timestamp { seconds: 1_782_086_400, nanos: 0 };

pub(super) const BASE: &str = r##"keywright.lock 1
# What decides the bytes of keys, and what becomes of stored items. Written by `lock`, compared with the schema by `lock --check`.

table Platform
  pk PK S
  sk SK S
  discriminator _et
  delimiter "#"
  encoding escaped

index GSI1
  pk GSI1PK S
  sk GSI1SK S
  projection include agent call_id

entity Device
  discriminator Device
  constant v "1"
  key table
    pk "DEVICE#<region>"
      parts "DEVICE#" region:text "#" <shard>
      shards 10 first 0 by hash id:text at:time(ns)
    legacy "DEVICES"
      parts "DEVICES#" <shard>
      shards 4 first 1 by random
      until 2026-01-01T00:00:00Z
    legacy "D"
      parts "D"
    sk "<n>"
      parts n:padded(10)

entity OpsLog
  discriminator OpsLog
  key table
    pk "OPS_LOG#<at:day>"
      parts "OPS_LOG#" at:time(day) "#" <shard>
      shards 10 first 0 by random
    sk "<at>#<call_id>"
      parts at:time(ns) "#" call_id:text

entity Threat
  discriminator Threat
  key table
    pk "THREAT#<brand>#<at:month>"
      parts "THREAT#" brand:text "#" at:time(month)
    sk "ALERT#<severity>#<id>"
      parts "ALERT#" severity:one_of["high","low"] "#" id:fixed_text_36
  key index GSI1
    pk "BRAND#<brand>"
      parts "BRAND#" brand:text "#" <shard>
      shards 5 first 0 by table_key
    sk "THREAT#<at>"
      parts "THREAT#" at:time(ns)
"##;

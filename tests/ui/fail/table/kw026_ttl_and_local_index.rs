// DynamoDB has neither TTL nor local indexes for a table with strong consistency between Regions.

use keywright::Table;

#[derive(Table)]
#[table(regions = "strong", ttl = "expires_at")]
#[gsi(name = "GSI1", pk = "GSI1PK")]
#[lsi(name = "LSI1", sk = "LSI1SK")]
struct Sessions;

fn main() {}

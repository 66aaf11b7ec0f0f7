//! The limits that AWS publishes in its developer guide.
//!
//! DynamoDB counts in binary: 1 KB is 1,024 bytes, 1 MB is 1,024 KB, 1 GB is 1,024 MB
//! ([Constraints](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html)).

/// Bytes of one KB.
pub const KB: u64 = 1_024;

/// Bytes of one MB.
pub const MB: u64 = 1_024 * KB;

/// Bytes of one GB.
pub const GB: u64 = 1_024 * MB;

/// Write units that one partition serves per second. Burst capacity does not raise it.
///
/// [Designing partition
/// keys](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html)
pub const PARTITION_WRITE_UNITS: u64 = 1_000;

/// Read units that one partition serves per second, metered separately from its writes.
///
/// [Designing partition
/// keys](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html)
pub const PARTITION_READ_UNITS: u64 = 3_000;

/// Bytes that one partition can store: 10 GB. Also the limit of an item collection in a table with a local secondary
/// index.
///
/// [Item collections](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ItemCollections)
pub const PARTITION_BYTES: u64 = 10 * GB;

/// Bytes of the largest item, including attribute names: 400 KB.
///
/// [Constraints: items](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html)
pub const ITEM_BYTES: u64 = 400 * KB;

/// Bytes of the longest expression in a request: 4 KB. Names and values count with the length of their placeholders.
///
/// [Constraints: expression
/// parameters](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters)
pub const EXPRESSION_BYTES: u64 = 4 * KB;

/// Operators and functions of one expression.
///
/// [Constraints: expression
/// parameters](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters)
pub const EXPRESSION_OPERATORS: usize = 300;

/// Bytes of all names and values of the placeholders of a request: 2 MB.
///
/// [Constraints: expression
/// parameters](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters)
pub const EXPRESSION_VARIABLE_BYTES: u64 = 2 * MB;

/// Bytes of one placeholder, such as `#name` or `:value`, including its first character.
///
/// [Constraints: expression
/// parameters](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters)
pub const PLACEHOLDER_BYTES: usize = 255;

/// Characters in the name of a key attribute of a table or an index.
///
/// [Naming rules](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html)
pub const KEY_NAME_CHARACTERS: usize = 255;

/// Bytes of the longest partition key value.
///
/// [Constraints: partition keys and sort
/// keys](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html)
pub const PARTITION_KEY_BYTES: u64 = 2_048;

/// Bytes of the longest sort key value.
///
/// [Constraints: partition keys and sort
/// keys](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html)
pub const SORT_KEY_BYTES: u64 = 1_024;

/// Bytes that one Query or Scan reads before it returns a page, counted before any filter: 1 MB.
///
/// [Paginating results](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html)
pub const PAGE_BYTES: u64 = MB;

/// Segments of one parallel Scan: `TotalSegments`.
///
/// [Scan](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html)
pub const SCAN_SEGMENTS: usize = 1_000_000;

/// Bytes that one write unit pays for.
///
/// [Capacity unit
/// consumption](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html)
pub const WRITE_BLOCK_BYTES: u64 = KB;

/// Bytes that one strongly consistent read unit pays for.
///
/// [Capacity unit
/// consumption](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html)
pub const READ_BLOCK_BYTES: u64 = 4 * KB;

/// The factor by which a transaction multiplies the units of a read or write.
///
/// [Transactions: capacity
/// management](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html)
pub const TRANSACTION_FACTOR: u64 = 2;

/// Puts and deletes in one BatchWriteItem.
///
/// [BatchWriteItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html)
pub const BATCH_WRITE_ITEMS: usize = 25;

/// Bytes of one BatchWriteItem: 16 MB.
///
/// [BatchWriteItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html)
pub const BATCH_WRITE_BYTES: u64 = 16 * MB;

/// Keys in one BatchGetItem.
///
/// [BatchGetItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html)
pub const BATCH_GET_ITEMS: usize = 100;

/// Bytes of one partition's items above which BatchGetItem may leave keys unprocessed because of their size: 1 MB. Over
/// all partitions it is 16 MB.
///
/// [BatchGetItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html)
pub const BATCH_GET_PARTITION_BYTES: u64 = MB;

/// Bytes that one BatchGetItem returns: 16 MB. The rest is returned as unprocessed keys.
///
/// [BatchGetItem](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html)
pub const BATCH_GET_BYTES: u64 = 16 * MB;

/// Actions in one transaction.
///
/// [TransactWriteItems](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html)
pub const TRANSACTION_ITEMS: usize = 100;

/// Bytes of all items of one transaction: 4 MB.
///
/// [TransactWriteItems](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html)
pub const TRANSACTION_BYTES: u64 = 4 * MB;

/// Partitions of a new on-demand table. AWS does not publish the number: it follows from the 4,000 write units and
/// 12,000 read units that such a table serves at once, and from the limits of a partition.
///
/// [On-demand capacity
/// mode](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html)
pub const NEW_TABLE_PARTITIONS: u64 = 4;

/// Write units that a new on-demand table serves per second: 4,000.
///
/// [On-demand capacity
/// mode](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html)
pub const NEW_TABLE_WRITE_UNITS: u64 = NEW_TABLE_PARTITIONS * PARTITION_WRITE_UNITS;

/// Read units that a new on-demand table serves per second: 12,000.
///
/// [On-demand capacity
/// mode](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html)
pub const NEW_TABLE_READ_UNITS: u64 = NEW_TABLE_PARTITIONS * PARTITION_READ_UNITS;

/// Write units per second that an account may use on one table, or on one global secondary index, unless AWS has raised
/// the quota: 40,000. The warm throughput of an on-demand table cannot exceed it.
///
/// [Quotas: read/write capacity
/// mode](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html)
pub const DEFAULT_TABLE_WRITE_UNITS: u64 = 40_000;

/// Read units per second that an account may use on one table, or on one global secondary index, unless AWS has raised
/// the quota.
///
/// [Quotas: read/write capacity
/// mode](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html)
pub const DEFAULT_TABLE_READ_UNITS: u64 = 40_000;

/// Global secondary indexes of one table, unless AWS has raised the quota.
///
/// [Quotas: secondary indexes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html)
pub const GSIS_PER_TABLE: usize = 20;

/// Local secondary indexes of one table.
///
/// [Quotas: secondary indexes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html)
pub const LSIS_PER_TABLE: usize = 5;

/// Attributes that together form the partition key of a multi-attribute global secondary index.
///
/// [Multi-attribute
/// keys](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html)
pub const PARTITION_KEY_PARTS: usize = 4;

/// Attributes that together form the sort key of a multi-attribute global secondary index.
///
/// [Multi-attribute
/// keys](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html)
pub const SORT_KEY_PARTS: usize = 4;

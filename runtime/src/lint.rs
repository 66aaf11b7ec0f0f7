//! The warnings: deprecated constants that expansions name with the span of the user's code.
//!
//! A warning can contain a number, because the number is part of the constant's path. There is no warning for 0 or
//! `false`, or if the struct has `#[allow(deprecated)]`.

/// A partition key with few values and no declared peak.
pub struct KW002<const VALUES: usize>;

/// A partition key of only a time bucket, without a declared peak.
pub struct KW003<const ALONE: bool>;

/// A partition key with few values. A value with more than this share of the writes, in percent, is throttled.
pub struct KW002Share<const PERCENT: usize>;

/// A partition key of unknown variety. A value with more than this share of the writes, in percent, is throttled.
pub struct KW002Unknown<const PERCENT: usize>;

/// A peak whose mean load fits, but not a busy second or a roll-over. The number is that of shards that suffice.
pub struct KW004<const SHARDS_THAT_WOULD_DO: usize>;

/// A peak that needs more warm throughput than the quota of its table.
pub struct KW004Quota<const EXCEEDED: bool>;

impl KW004Quota<false> {
    /// No warning.
    pub const WARM_THROUGHPUT: () = ();
}

impl KW004Quota<true> {
    /// A warning.
    #[deprecated(
        note = "the declared peak needs more warm throughput than the account may use on one table or index (40,000 \
        WCU/s, unless AWS has raised the quota); ask AWS to raise it and declare `#[table(quota = ..)]`, or make the \
        items smaller"
    )]
    pub const WARM_THROUGHPUT: () = ();
}

/// A key with more than ten times the shards that its peak needs. The number is that of shards that suffice.
pub struct KW004Many<const SHARDS_THAT_SUFFICE: usize>;

impl KW004Many<0> {
    /// No warning.
    pub const TEN_TIMES_THE_SHARDS: () = ();
}

impl KW004Many<1> {
    /// A warning.
    #[deprecated(
        note = "one partition carries the declared peak, a busy second and a roll-over included, and the key has more \
        than ten shards, all of which each read visits; drop `#[shard(..)]`, on an index `shard(..)`; if items exist, \
        keep the shards until these are gone, with the old key as `legacy(template = \"..\", shards = ..)`; if the \
        peak will grow, declare it as it will be, or write `#[allow(deprecated)]`"
    )]
    pub const TEN_TIMES_THE_SHARDS: () = ();
}

/// A time bucket whose roll-overs overload a partition more often than once in ten days.
pub struct KW003RollOvers<const FREQUENTLY_BAD: bool>;

impl KW003RollOvers<false> {
    /// No warning.
    pub const OVERLOAD_A_PARTITION: () = ();
}

impl KW003RollOvers<true> {
    /// A warning.
    #[deprecated(
        note = "a minute bucket makes new keys 1,440 times a day, and each time they overload a partition with a \
        probability of up to one in a thousand, so more than one minute in ten days throttles; use a longer bucket, \
        such as an hour, or more shards, so that a partition serves more of the keys; if throttled minutes are \
        acceptable, write `#[allow(deprecated)]`"
    )]
    pub const OVERLOAD_A_PARTITION: () = ();
}

/// A key with `allow_hot` whose declared peak is more than ten times what its partitions serve.
pub struct KW004Allowed<const FAR_TOO_HOT: bool>;

impl KW004Allowed<false> {
    /// No warning.
    pub const TEN_TIMES_THE_LIMIT: () = ();
}

impl KW004Allowed<true> {
    /// A warning.
    #[deprecated(
        note = "`allow_hot` accepts this key, and the declared peak is more than ten times what its partitions serve, \
        so most writes throttle; add shards, or put a field of many values into the partition key, or declare the \
        real peak; if the load never arrives, write `#[allow(deprecated)]`"
    )]
    pub const TEN_TIMES_THE_LIMIT: () = ();
}

/// A key with `since` whose older key cannot serve the declared peak.
pub struct KW004Since<const OVERLOADED: bool>;

impl KW004Since<false> {
    /// No warning.
    pub const OLDER_KEY: () = ();
}

impl KW004Since<true> {
    /// A warning.
    #[deprecated(
        note = "until `since`, items are written under the newest `legacy` key, which cannot carry the declared peak; \
        let the new key begin before the load does: an earlier `since`; once that time has passed, write \
        `#[allow(deprecated)]`"
    )]
    pub const OLDER_KEY: () = ();
}

/// Declared peaks of a table's entities that together need more warm throughput than the table's quota.
pub struct KW004QuotaOfAll<const EXCEEDED: bool>;

impl KW004QuotaOfAll<false> {
    /// No warning.
    pub const WARM_THROUGHPUT: () = ();
}

impl KW004QuotaOfAll<true> {
    /// A warning.
    #[deprecated(
        note = "the declared peaks of the listed entities together need more warm throughput than the account may use \
        on one table or index (40,000 WCU/s, unless AWS has raised the quota); if a time bucket makes new keys, add \
        shards to the entity whose keys are heaviest: lighter keys need fewer partitions, and `plan` shows the warm \
        throughput; or ask AWS to raise the quota and declare `#[table(quota = ..)]`, or give some of the entities a \
        table of their own"
    )]
    pub const WARM_THROUGHPUT: () = ();
}

/// A key that throttles when its table is launched at its peak. The number is that of shards with which the quota
/// suffices.
pub struct KW004Launch<const SHARDS_FOR_A_LAUNCH: usize>;

impl KW004Launch<0> {
    /// No warning.
    pub const THROTTLES_FOR_MINUTES: () = ();
}

impl KW004Launch<1001> {
    /// A warning.
    #[deprecated(
        note = "a table that is launched at this peak throttles for minutes, until DynamoDB splits the partitions that \
        several of its keys share, and no number of shards up to 1,000 helps within the quota of warm throughput; if \
        the load rises over hours, declare `#[table(launch = \"gradual\")]`; or put a field of many values into the \
        partition key, or ask AWS to raise the quota and declare `#[table(quota = ..)]`"
    )]
    pub const THROTTLES_FOR_MINUTES: () = ();
}

/// Declared peaks of a table's entities that together throttle when the table is launched at them.
pub struct KW004LaunchOfAll<const EXCEEDED: bool>;

impl KW004LaunchOfAll<false> {
    /// No warning.
    pub const THROTTLES_FOR_MINUTES: () = ();
}

impl KW004LaunchOfAll<true> {
    /// A warning.
    #[deprecated(
        note = "a table that is launched at the declared peaks of the listed entities throttles for minutes, until \
        DynamoDB splits the partitions that several heavy keys share; more warm throughput would be needed than the \
        account may use on one table or index (40,000 WCU/s, unless AWS has raised the quota); add shards to the \
        entities whose keys are heaviest: lighter keys need fewer partitions, and `plan` shows the warm throughput; \
        or, if the load rises over hours, declare `#[table(launch = \"gradual\")]`"
    )]
    pub const THROTTLES_FOR_MINUTES: () = ();
}

/// An index that the items of a listed entity enter although it does not declare it, and where a warning of KW002 to
/// KW004 applies to it.
pub struct KW004Unasked<const WARNED: bool>;

impl KW004Unasked<false> {
    /// No warning.
    pub const ITEMS_ENTER_AN_INDEX: () = ();
}

impl KW004Unasked<true> {
    /// A warning.
    #[deprecated(note = "the items of the entity enter an index that it does not declare, because they store its key \
        attributes, and throttle there if they are many or uneven (KW002 to KW004); declare the index with \
        `#[gsi(index = \"..\", ..)]` on the entity, whose warning then names the numbers, or put a field of many \
        values into the template of the attribute, or give the index key attributes of its own")]
    pub const ITEMS_ENTER_AN_INDEX: () = ();
}

/// Declared reads of one key that exceed the quota of read units of its table.
pub struct KW022Quota<const EXCEEDED: bool>;

impl KW022Quota<false> {
    /// No warning.
    pub const READ_UNITS: () = ();
}

impl KW022Quota<true> {
    /// A warning.
    #[deprecated(
        note = "the declared reads need more read units than the account may use on one table or index (40,000 RCU/s, \
        unless AWS has raised the quota); each query reads every shard of its key, at 0.5 RCU or more; put a cache in \
        front and declare only the reads that miss it, or use fewer shards, or read fewer or smaller items, or ask AWS \
        to raise the quota and declare `#[table(quota(reads = ..))]`"
    )]
    pub const READ_UNITS: () = ();
}

/// Declared reads of new keys that throttle where several of these share a partition.
pub struct KW022RollOver<const THROTTLES: bool>;

impl KW022RollOver<false> {
    /// No warning.
    pub const KEYS_SHARE_A_PARTITION: () = ();
}

impl KW022RollOver<true> {
    /// A warning.
    #[deprecated(
        note = "the keys of a new bucket or a new table may share a partition, which serves 3,000 RCU/s, and then the \
        declared reads throttle until DynamoDB splits it; more partitions would be needed than the account may use; \
        put a cache in front and declare only the reads that miss it, or use fewer shards, each of which every query \
        reads, or read fewer or smaller items, or ask AWS to raise the quota and declare \
        `#[table(quota = ..)]`; if only a launch is at the peak and the load rises over hours, declare \
        `#[table(launch = \"gradual\")]`"
    )]
    pub const KEYS_SHARE_A_PARTITION: () = ();
}

/// Declared reads of a table's entities that together exceed the table's quota of read units.
pub struct KW022QuotaOfAll<const EXCEEDED: bool>;

impl KW022QuotaOfAll<false> {
    /// No warning.
    pub const READ_UNITS: () = ();
}

impl KW022QuotaOfAll<true> {
    /// A warning.
    #[deprecated(
        note = "the declared reads of the listed entities together need more read units than the account may use on \
        one table or index (40,000 RCU/s, unless AWS has raised the quota); put a cache in front and declare only the \
        reads that miss it, or use fewer shards, each of which every query reads, or give some of the entities a table \
        of their own, or ask AWS to raise the quota and declare `#[table(quota(reads = ..))]`"
    )]
    pub const READ_UNITS: () = ();
}

/// A local index whose sort key no listed entity stores.
pub struct KW013<const EMPTY: bool>;

impl KW013<false> {
    /// No warning.
    pub const NO_ENTITY_HAS_ITS_SORT_KEY: () = ();
}

impl KW013<true> {
    /// A warning.
    #[deprecated(
        note = "no entity of the table stores the attribute that is this local index's sort key, so the index stays \
        empty, and DynamoDB cannot change a local index once the table exists; correct the name, or write it from an \
        entity with `#[lsi(index = \"..\", query = .., sk = \"..\")]`; if only other programs write it, put \
        `#[allow(deprecated)]` on the table"
    )]
    pub const NO_ENTITY_HAS_ITS_SORT_KEY: () = ();
}

/// A partition key that a local index keeps on one partition, and that does not change with time. It is full after this
/// number of days at the declared peak.
pub struct KW018<const DAYS_AT_PEAK: usize>;

/// A partition key with many reads. The number is that of reads per second of the newest 50 items that it can serve.
pub struct KW022<const READS_PER_SECOND_THAT_FIT: usize>;

impl KW018<0> {
    /// No warning.
    pub const COLLECTION_WITHOUT_END: () = ();
}

impl KW022<0> {
    /// No warning.
    pub const NEWEST_50: () = ();
}

impl KW002<0> {
    /// No warning.
    pub const FEW_VALUES: () = ();
}

impl KW003<false> {
    /// No warning.
    pub const TIME_BUCKET_ALONE: () = ();
}

impl KW003<true> {
    /// A warning.
    #[deprecated(
        note = "a date or a time bucket has one value at a time, so all writes of the moment go to one partition, \
        which carries 1,000 WCU/s; declare `#[peak(writes_per_second = .., item_bytes = ..)]` and the compiler counts \
        the shards, or add `#[shard(..)]`, or write `allow_hot = \"why this stays small\"`; for an index, write each \
        of the three inside its `#[gsi(..)]`"
    )]
    pub const TIME_BUCKET_ALONE: () = ();
}

impl KW004<0> {
    /// No warning.
    pub const NO_MARGIN: () = ();
}

impl KW004<1001> {
    /// A warning.
    #[deprecated(
        note = "the mean of the declared peak fits, but busy seconds throttle, and no number of shards up to 1,000 \
        helps; make the items smaller, or put a field of many values into the partition key, or write `allow_hot = \
        \"why this stays small\"`"
    )]
    pub const NO_MARGIN: () = ();
}

macro_rules! few_values {
    ($($values:literal)*) => {$(
        impl KW002<$values> {
            /// A warning.
            #[deprecated(
                note = "the partition key has only the number of values shown, and the partition of each carries 1,000 \
                WCU/s; declare `#[peak(writes_per_second = .., item_bytes = ..)]` and the compiler counts the shards, \
                or add `#[shard(..)]`, or write `allow_hot = \"why this stays small\"`; for an index, write each of \
                the three inside its `#[gsi(..)]`"
            )]
            pub const FEW_VALUES: () = ();
        }
    )*};
}

impl KW002Unknown<0> {
    /// No warning.
    pub const SHARE_NOT_DECLARED: () = ();
}

impl KW002Share<0> {
    /// No warning.
    pub const ON_ONE_VALUE_THROTTLES: () = ();
}

macro_rules! share_on_one_value {
    ($($percent:literal)*) => {$(
        impl KW002Share<$percent> {
            /// A warning.
            #[deprecated(
                note = "the partition key has few values, which are seldom equally frequent; a value with more than \
                the percentage shown of the declared peak throttles; declare the share of the most frequent one with \
                `#[peak(.., top_share = ..)]`, for an index with `peak(.., top_share = ..)` inside `#[gsi(..)]`, for a \
                hashed value with `hash(.., top_share = ..)`; or add shards with `#[shard(random = ..)]`, for an index \
                with `shard(random = ..)` inside `#[gsi(..)]`: each value needs enough for the whole peak (KW002 in \
                keywright's `error_index` counts them); or write `allow_hot = \"why this stays small\"` inside \
                `#[pk(..)]` or `#[gsi(..)]`"
            )]
            pub const ON_ONE_VALUE_THROTTLES: () = ();
        }

        impl KW002Unknown<$percent> {
            /// A warning.
            #[deprecated(
                note = "a value of the partition key with more than the percentage shown of the declared peak \
                throttles, and the share of the most frequent value is not declared; declare it with `#[peak(.., \
                top_share = ..)]`, for an index with `peak(.., top_share = ..)` inside `#[gsi(..)]`, for a hashed \
                value with `hash(.., top_share = ..)`; or add shards for the whole peak; or write `allow_hot = \
                \"why this stays small\"` inside `#[pk(..)]` or `#[gsi(..)]`"
            )]
            pub const SHARE_NOT_DECLARED: () = ();
        }
    )*};
}

macro_rules! no_margin {
    ($($shards:literal)*) => {$(
        impl KW004<$shards> {
            /// A warning.
            #[deprecated(
                note = "the mean of the declared peak fits, but busy seconds throttle, or new keys that share a \
                partition at the roll-over of a time bucket; the number of shards shown carries it: `shard(random = \
                ..)` or `shard(.., count = ..)`, on an index inside its `#[gsi]`; or declare `top_share = ..`, if the \
                heaviest key receives only a part of the peak"
            )]
            pub const NO_MARGIN: () = ();
        }

        impl KW004Launch<$shards> {
            /// A warning.
            #[deprecated(
                note = "a table that is launched at this peak throttles for minutes, until DynamoDB splits the \
                partitions that several of its keys share, and the warm throughput that would avoid it exceeds the \
                quota; the number of shards shown fits the quota: `shard(random = ..)` or `shard(.., count = ..)`, on \
                an index inside its `#[gsi]`; or, if the load rises over hours, declare `#[table(launch = \
                \"gradual\")]`"
            )]
            pub const THROTTLES_FOR_MINUTES: () = ();
        }

        impl KW004Many<$shards> {
            /// A warning.
            #[deprecated(
                note = "the key has more than ten times the shards that its declared peak needs, and each read of it \
                visits all of them; the number shown carries the peak, a busy second and a roll-over included; if \
                items exist, keep the shards until these are gone, with the old key as `legacy(template = \"..\", \
                shards = ..)`; if the peak will grow, declare it as it will be, or write `#[allow(deprecated)]`"
            )]
            pub const TEN_TIMES_THE_SHARDS: () = ();
        }
    )*};
}

macro_rules! collection_without_end {
    ($($days:literal)*) => {$(
        impl KW018<$days> {
            /// A warning.
            #[deprecated(
                note = "the table has a local index, so the items of one partition key may use at most 10 GB with \
                their entries in it, and then writes are refused; the number of days shown of the declared peak, \
                creates less deletes, fill it, so with a `ttl` items must live for less time; add a time bucket, a \
                shorter one, or a field of many values to the partition key, or declare the index with `#[gsi(..)]`, \
                or write `allow_hot = \"why this stays small\"`"
            )]
            pub const COLLECTION_WITHOUT_END: () = ();
        }
    )*};
}

macro_rules! newest_50 {
    ($($reads:literal)*) => {$(
        impl KW022<$reads> {
            /// A warning.
            #[deprecated(
                note = "one partition serves 3,000 RCU/s, which is the number shown of reads of its newest 50 items, \
                and fewer than the declared `reads_per_second`; put a cache in front and declare only the reads that \
                miss it, or read fewer items, or read an index that projects less, or put a field of many values into \
                the partition key; if you always read less, write `#[allow(deprecated)]`"
            )]
            pub const NEWEST_50: () = ();
        }
    )*};
}

share_on_one_value! {
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33
    34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
    65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95
    96 97 98 99
}

collection_without_end! {
    1 2 3 4 5 6 7 8 9 10 20 30 40 50 60 70 80 90 100 200 300 400 500 600 700 800 900 1000
}

newest_50! {
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59
    60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87
    88 89 90 91 92 93 94 95 96 97 98 99 100 110 120 130 140 150 160 170 180 190 200 210
    220 230 240 250 260 270 280 290 300 310 320 330 340 350 360 370 380 390 400 410 420
    430 440 450 460 470 480 490 500 510 520 530 540 550 560 570 580 590 600 610 620 630
    640 650 660 670 680 690 700 710 720 730 740 750 760 770 780 790 800 810 820 830 840
    850 860 870 880 890 900 910 920 930 940 950 960 970 980 990 1000 1100 1200 1300 1400
    1500 1600 1700 1800 1900 2000 2100 2200 2300 2400 2500 2600 2700 2800 2900 3000 3100
    3200 3300 3400 3500 3600 3700 3800 3900 4000 4100 4200 4300 4400 4500 4600 4700 4800
    4900 5000 5100 5200 5300 5400 5500 5600 5700 5800 5900 6000
}

few_values! {
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59
    60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87
    88 89 90 91 92 93 94 95 96 97 98 99 100
}

no_margin! {
    2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59
    60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87
    88 89 90 91 92 93 94 95 96 97 98 99 100 110 120 130 140 150 160 170 180 190 200 210
    220 230 240 250 260 270 280 290 300 310 320 330 340 350 360 370 380 390 400 410 420
    430 440 450 460 470 480 490 500 510 520 530 540 550 560 570 580 590 600 610 620 630
    640 650 660 670 680 690 700 710 720 730 740 750 760 770 780 790 800 810 820 830 840
    850 860 870 880 890 900 910 920 930 940 950 960 970 980 990 1000
}

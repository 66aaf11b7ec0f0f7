//! The warnings: deprecated constants that expansions name at the user's own text.
//!
//! A warning can carry a number, because the number is part of the constant's path. Each is silent at 0 or `false`, and
//! under the `#[allow(deprecated)]` of the struct.

/// A partition key of few values, whose peak is not declared.
pub struct KW002<const VALUES: usize>;

/// A partition key of nothing but a time bucket, whose peak is not declared.
pub struct KW003<const ALONE: bool>;

/// A peak whose mean load fits, and whose margin is missing: so many shards would do.
pub struct KW004<const SHARDS_THAT_WOULD_DO: usize>;

impl KW002<0> {
    /// Nothing to warn of.
    pub const FEW_VALUES: () = ();
}

impl KW003<false> {
    /// Nothing to warn of.
    pub const TIME_BUCKET_ALONE: () = ();
}

impl KW003<true> {
    /// A warning.
    #[deprecated(
        note = "a time bucket is one value at a time, so all writes of the moment go to one partition key, which carries 1,000 WCU/s; \
        declare `#[peak(writes_per_second = .., item_bytes = ..)]` and the compiler counts the shards, or add `#[shard(..)]`, or say \
        `allow_hot = \"why this stays small\"`; for an index, each of the three stands inside its `#[gsi(..)]`"
    )]
    pub const TIME_BUCKET_ALONE: () = ();
}

impl KW004<0> {
    /// Nothing to warn of.
    pub const NO_MARGIN: () = ();
}

impl KW004<1001> {
    /// A warning.
    #[deprecated(
        note = "the mean of the declared peak fits, but single seconds will be throttled, and no shard count up to 1,000 helps; make the \
        items smaller, or put a field of many values into the partition key, or say `allow_hot = \"why this stays small\"`"
    )]
    pub const NO_MARGIN: () = ();
}

macro_rules! few_values {
    ($($values:literal)*) => {$(
        impl KW002<$values> {
            /// A warning.
            #[deprecated(
                note = "the partition key has only as many values as the number says, and each carries 1,000 WCU/s; declare \
                `#[peak(writes_per_second = .., item_bytes = ..)]` and the compiler counts the shards, or add `#[shard(..)]`, or \
                say `allow_hot = \"why this stays small\"`; for an index, each of the three stands inside its `#[gsi(..)]`"
            )]
            pub const FEW_VALUES: () = ();
        }
    )*};
}

macro_rules! no_margin {
    ($($shards:literal)*) => {$(
        impl KW004<$shards> {
            /// A warning.
            #[deprecated(
                note = "the mean of the declared peak fits, but more than one second in a million will be throttled; as many shards as \
                the number says keep the margin: `shard(.., count = ..)` or `shard(random = ..)`, on an index inside its `#[gsi]`"
            )]
            pub const NO_MARGIN: () = ();
        }
    )*};
}

few_values! {
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59
    60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87
    88 89 90 91 92 93 94 95 96 97 98 99 100
}

no_margin! {
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59
    60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87
    88 89 90 91 92 93 94 95 96 97 98 99 100 110 120 130 140 150 160 170 180 190 200 210
    220 230 240 250 260 270 280 290 300 310 320 330 340 350 360 370 380 390 400 410 420
    430 440 450 460 470 480 490 500 510 520 530 540 550 560 570 580 590 600 610 620 630
    640 650 660 670 680 690 700 710 720 730 740 750 760 770 780 790 800 810 820 830 840
    850 860 870 880 890 900 910 920 930 940 950 960 970 980 990 1000
}

// A newtype has no variants; it implements `KeyField` itself.

use keywright::KeyEnum;

#[derive(KeyEnum)]
struct BrandId(String);

fn main() {}

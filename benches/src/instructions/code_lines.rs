//! Counts the code that one repetition runs, in lines of the instruction cache.

use std::{collections::HashMap, env, fs, process};

use super::run;
use crate::Result;

/// The bytes of a line of the instruction cache.
const LINE: u64 = 64;

/// Returns the number of cache lines whose code one more repetition runs, counted like [`of_one`](super::of_one). Each
/// line counts once, however often it runs.
///
/// # Errors
///
/// If `valgrind` is not installed, a run fails, or its profile cannot be read.
pub fn code_lines_of_one(arguments: &[&str], few: u32, many: u32) -> Result<usize> {
    let (of_few, of_many) = (of_run(arguments, few)?, of_run(arguments, many)?);
    // Rare work, such as the growth of a hash table, belongs to no single repetition.
    let least = u64::from(many.saturating_sub(few)).div_ceil(2);
    let is_repeated = |(line, count): (&u64, &u64)| *count >= least + of_few.get(line).copied().unwrap_or_default();
    Ok(of_many.iter().filter(|counted| is_repeated(*counted)).count())
}

/// Returns the number of instructions from each cache line, by the line's number.
fn of_run(arguments: &[&str], repetitions: u32) -> Result<HashMap<u64, u64>> {
    let profile = env::temp_dir().join(format!("keywright-{}.callgrind", process::id()));
    let counted = run(arguments, repetitions, &profile, &["--dump-instr=yes", "--compress-pos=no"]);
    let read = counted.and_then(|_| parse(&fs::read_to_string(&profile)?));
    // A leftover file in the folder of temporary files does no harm.
    let _ = fs::remove_file(&profile);
    read
}

/// Reads a profile, with `0xADDRESS LINE COUNT` for each instruction. The line after `calls=` is skipped: it has the
/// count of the called function, which has lines of its own.
fn parse(profile: &str) -> Result<HashMap<u64, u64>> {
    let mut lines = HashMap::new();
    let mut is_of_call = false;
    for text in profile.lines() {
        if text.starts_with("calls=") {
            is_of_call = true;
        } else if let Some(counted) = text.strip_prefix("0x")
            && !std::mem::take(&mut is_of_call)
        {
            let mut parts = counted.split(' ');
            if let (Some(address), Some(count)) = (parts.next(), parts.nth(1)) {
                *lines.entry(u64::from_str_radix(address, 16)? / LINE).or_default() += count.parse::<u64>()?;
            }
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_added_up_by_cache_line() {
        let profile = [
            "events: Ir\n\nfn=(1) main\n0x1000 0 7\n0x103f 0 2\n0x1040 0 1\n",
            "cfn=(2) called\ncalls=3 0x2000 0\n0x1044 0 900\n0x1048 0 5\n\ntotals: 15\n",
        ];
        assert_eq!(parse(&profile.concat()).unwrap(), HashMap::from([(0x40, 9), (0x41, 6)]));
    }
}

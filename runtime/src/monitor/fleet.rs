//! How many processes a count is of, and how many there are.

/// What is known of the processes that use a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fleet {
    /// The processes whose requests are in the count.
    counted: u32,
    /// All processes; `None` where that is not known.
    all: Option<u32>,
}

impl Fleet {
    /// `told` is what the monitor's user says. Several processes that are counted together are taken for all of them
    /// unless the user says more.
    pub(super) fn new(counted: u32, told: Option<u32>) -> Self {
        let counted = counted.max(1);
        let all = told.or((counted > 1).then_some(counted)).map(|all| all.max(counted));
        Self { counted, all }
    }

    pub(super) fn counted(self) -> u32 {
        self.counted
    }

    pub(super) fn all(self) -> Option<u32> {
        self.all
    }

    /// The factor from a counted rate to that of all processes, if they are equal; 1 where their number is not known.
    pub(super) fn scale(self) -> f64 {
        self.all.map_or(1.0, |all| f64::from(all) / f64::from(self.counted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_process_of_an_unknown_number_is_not_scaled() {
        let alone = Fleet::new(1, None);
        assert_eq!((alone.all(), alone.scale()), (None, 1.0));
        assert_eq!(Fleet::new(0, None), alone);
    }

    #[test]
    fn the_number_of_processes_is_what_is_told_and_no_less_than_what_is_counted() {
        let scaled = |counted, told| {
            let fleet = Fleet::new(counted, told);
            (fleet.all(), fleet.scale())
        };
        assert_eq!(scaled(1, Some(20)), (Some(20), 20.0));
        assert_eq!(scaled(1, Some(1)), (Some(1), 1.0));
        assert_eq!(scaled(16, Some(20)), (Some(20), 1.25));
        assert_eq!(scaled(16, None), (Some(16), 1.0));
        assert_eq!(scaled(16, Some(4)), (Some(16), 1.0));
    }
}

//! The number of counted processes, and of all processes.

/// The known processes that use a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fleet {
    /// The number of processes whose requests are counted.
    counted: u32,
    /// The number of all processes. `None` if it is not known.
    all: Option<u32>,
}

impl Fleet {
    /// `configured` is the number that the user has set. Several processes that are counted together are assumed to be
    /// all processes, unless the user sets a larger number.
    pub(super) fn new(counted: u32, configured: Option<u32>) -> Self {
        let counted = counted.max(1);
        let all = configured.or((counted > 1).then_some(counted)).map(|all| all.max(counted));
        Self { counted, all }
    }

    pub(super) fn counted(self) -> u32 {
        self.counted
    }

    pub(super) fn all(self) -> Option<u32> {
        self.all
    }

    /// The factor from a counted rate to the rate of all processes, if they are loaded equally. 1 if their number is
    /// not known.
    pub(super) fn scale(self) -> f64 {
        self.all.map_or(1.0, |all| f64::from(all) / f64::from(self.counted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_process_count_is_not_scaled() {
        let alone = Fleet::new(1, None);
        assert_eq!((alone.all(), alone.scale()), (None, 1.0));
        assert_eq!(Fleet::new(0, None), alone);
    }

    #[test]
    fn the_fleet_size_is_the_larger_of_declared_and_counted() {
        let scaled = |counted, configured| {
            let fleet = Fleet::new(counted, configured);
            (fleet.all(), fleet.scale())
        };
        assert_eq!(scaled(1, Some(20)), (Some(20), 20.0));
        assert_eq!(scaled(1, Some(1)), (Some(1), 1.0));
        assert_eq!(scaled(16, Some(20)), (Some(20), 1.25));
        assert_eq!(scaled(16, None), (Some(16), 1.0));
        assert_eq!(scaled(16, Some(4)), (Some(16), 1.0));
    }
}

//! Quantiles of samples.

/// Returns the smallest value that at least this share of the sample does not exceed; `None` for an empty sample.
#[must_use]
pub fn quantile<T: Copy + PartialOrd>(sample: &[T], share: f64) -> Option<T> {
    let mut sorted = sample.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    let place = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(place.max(1) - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn a_quantile_is_a_value_of_the_sample() {
        let sample: Vec<u32> = (1..=300).rev().collect();
        assert_eq!(quantile(&sample, 0.99), Some(297));
        assert_eq!(quantile(&sample, 0.5), Some(150));
        assert_eq!(quantile(&sample, 0.0), Some(1));
        assert_eq!(quantile(&sample, 1.0), Some(300));
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.99), Some(3.0));
        assert_eq!(quantile::<u32>(&[], 0.5), None);
    }
}

//! Counts the operators of expressions, which DynamoDB limits.

/// Returns the number of operators and functions in an expression: comparators, `AND`, `OR`, `NOT`, `BETWEEN`, `IN`,
/// `+`, `-` and functions.
///
/// Parentheses, paths, placeholders and the `=` of a `SET` do not count. The `AND` of a `BETWEEN` counts, as in AWS's
/// own count.
///
/// Sources: [Constraints: expression
/// parameters](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters)
/// (`SET a = :val1 + :val2 + :val3` has two operators) and [Count expression
/// operators](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/example_dynamodb_Scenario_ExpressionOperatorCounting_section.html).
///
/// ```
/// use keywright::physics::expression::operators;
///
/// assert_eq!(operators("a = :a AND attribute_exists(b)"), 3);
/// assert_eq!(operators("SET a = :a + :b + :c"), 2);
/// ```
pub fn operators(expression: &str) -> usize {
    let mut words = Words(expression).peekable();
    let is_update = words.peek().is_some_and(|word| is_clause(word));
    let mut count = 0;
    while let Some(word) = words.next() {
        let is_function = words.peek() == Some(&"(") && is_name(word);
        count += usize::from(match word {
            "=" => !is_update,
            "<" | ">" | "<=" | ">=" | "<>" | "+" | "-" => true,
            _ if is_keyword(word) => true,
            _ => is_function,
        });
    }
    count
}

fn is_clause(word: &str) -> bool {
    ["SET", "REMOVE", "ADD", "DELETE"].iter().any(|clause| word.eq_ignore_ascii_case(clause))
}

fn is_keyword(word: &str) -> bool {
    ["AND", "OR", "NOT", "BETWEEN", "IN"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword))
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// The words of an expression: names and placeholders, comparators, and each other character.
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0.trim_start();
        let first = text.chars().next()?;
        let end = match first {
            '<' | '>' | '=' => text.find(|c| !matches!(c, '<' | '>' | '=')),
            c if is_of_word(c) => text.find(|c| !is_of_word(c)),
            c => Some(c.len_utf8()),
        };
        let (word, rest) = text.split_at_checked(end.unwrap_or(text.len()))?;
        self.0 = rest;
        Some(word)
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '#' | ':' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_operator_and_function_counts_once() {
        for (expression, count) in [
            ("", 0),
            ("a", 0),
            ("#a=:a", 1),
            ("#a = :a AND #b <> :b", 3),
            ("(a < b or (a<b OR (a <= b)))", 5),
            ("NOT contains(#a, :a)", 2),
            ("size (#a) > :a", 2),
            ("#a BETWEEN :a AND :b", 2),
            ("#a IN (:a, :b, :c)", 1),
            ("attribute_not_exists(#pk) OR (#f0 = :f0 AND #f1 = :f1)", 5),
            ("SET a = :val1 + :val2 + :val3", 2),
            ("SET #a = if_not_exists(#a, :a) + :b, #b = :c REMOVE #d, #e[1].f", 2),
            ("ADD #a :a DELETE #b :b", 0),
            ("#and = :in", 1),
        ] {
            assert_eq!(operators(expression), count, "{expression}");
        }
    }

    #[test]
    fn joined_comparisons_count_each_operator() {
        let joined = |terms: usize| vec!["#f = :f"; terms].join(" AND ");
        assert_eq!(operators(&joined(150)), 299);
        assert_eq!(operators(&joined(152)), 303);
    }
}

//! Instances of `Init`.

use super::super::{Ty, Value};
use super::Sampler;

impl Sampler {
    /// Returns arguments for `new`: instances of the type, and strings and numbers that it converts.
    pub(super) fn initial(&mut self, inner: Option<&Ty>, arguments: &[Value], n: usize) -> Vec<Value> {
        let Some(inner) = inner else { return self.any(n) };
        let own = self.pool(inner, n);
        let texts = ["42", "1.5", "true", "1.2.3", "1-00:00:00", "2020-01-02", "text", "http://a/"];
        let mut others: Vec<Value> = vec![Value::Int(1), Value::float(2.0), Value::bool(true)];
        others.extend(texts.iter().map(|text| Value::str(*text)));
        others.push(Value::array(vec![Value::array(vec![Value::str("a"), Value::Int(1)])]));
        others.extend(
            own.iter()
                .take(3)
                .map(|value| Value::array(std::iter::once(value.clone()).chain(arguments.iter().cloned()).collect())),
        );
        others.push(Value::hash([(Value::str("from"), Value::str("10"))].into_iter().collect()));
        super::in_turns(vec![own, others])
    }
}

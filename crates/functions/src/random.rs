//! `fqdn_rand`: a number that varies between nodes and is constant on each.
//!
//! The generator is Ruby's (a Mersenne Twister seeded with an MD5 digest), so that a node gets the same number as in
//! the reference.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::Value;

use super::ruby;

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "fqdn_rand",
    &[Signature::new("Any $max, Any *$seed, Optional[Callable] &$block", "Integer[0]", fqdn_rand)],
    "Returns a number below max determined only by the node's full name ($facts['networking']['fqdn']) and a seed.",
)
.effect(Effect::World)];

fn fqdn_rand(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    if call.len() > 3 {
        return call.fail("fqdn_rand expects a maximum, a seed and a Boolean");
    }
    let max = integer(call.arg(0));
    let seed = if call.len() > 1 { ruby::to_s(call.arg(1)) } else { String::new() };
    let ignore_case = call.arg(2).is_true();
    of_node(call, max, &seed, ignore_case).map(|number| Value::Int(number as i64))
}

/// Returns the number below `max` for this node and seed.
pub(super) fn of_node(call: &Call<'_>, max: i64, seed: &str, ignore_case: bool) -> EvalResult<u64> {
    let Some(name) = node_name(call) else {
        return call.fail("fqdn_rand needs the fact networking.fqdn, which is not set");
    };
    let name = if ignore_case { name.to_lowercase() } else { name };
    let digest = <md5::Md5 as sha2::Digest>::digest(format!("{name}:{max}:{seed}").as_bytes());
    match u64::try_from(max) {
        Ok(max) if max > 0 => Ok(Generator::of(&digest).below(max)),
        _ => call.fail("fqdn_rand expects a maximum above 0"),
    }
}

/// Converts as Ruby's `to_i`.
fn integer(value: &Value) -> i64 {
    match value {
        Value::Int(max) => *max,
        Value::Float(max) => max.get() as i64,
        Value::Str(text) => {
            let text = text.text.trim_start();
            let end = text.char_indices().find(|(at, c)| !(c.is_ascii_digit() || *at == 0 && matches!(c, '-' | '+')));
            text.get(..end.map_or(text.len(), |(at, _)| at)).and_then(|digits| digits.parse().ok()).unwrap_or(0)
        }
        _ => 0,
    }
}

/// Returns the node's full name, as in Puppet empty for a node without that fact; `None` outside of a compilation.
fn node_name(call: &Call<'_>) -> Option<String> {
    let facts = call.variable("facts");
    if facts.is_none() && call.variable("servername").is_none() {
        return None;
    }
    let networking = facts.as_ref().and_then(|facts| facts.as_hash()?.get_str("networking")?.as_hash());
    let name = networking.and_then(|networking| networking.get_str("fqdn")?.as_str());
    Some(name.unwrap_or_default().to_owned())
}

/// Splits a digest into the 32-bit words of one big number, the lowest first, without leading zeros.
fn words(digest: &[u8]) -> Vec<u32> {
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let mut words: Vec<u32> = digest.rchunks(4).map(word).collect();
    while words.len() > 1 && words.last() == Some(&0) {
        words.pop();
    }
    // Ruby takes a leading 1 as a guard against leading zeros and drops it.
    if words.len() > 1 && words.last() == Some(&1) {
        words.pop();
    }
    words
}

/// Ruby's random number generator, seeded with a digest.
pub(super) struct Generator(Mt19937);

impl Generator {
    /// Seeds a generator.
    pub(super) fn of(digest: &[u8]) -> Generator {
        Generator(match words(digest)[..] {
            [word] => Mt19937::from_word(word),
            ref words => Mt19937::from_words(words),
        })
    }

    /// Returns a number from 0 to below `max` by rejection sampling: it draws the needed bits until the number is small
    /// enough.
    pub(super) fn below(&mut self, max: u64) -> u64 {
        let limit = max.saturating_sub(1);
        if limit == 0 {
            return 0;
        }
        let mask = u64::MAX >> limit.leading_zeros();
        'again: loop {
            let mut value = 0;
            for shift in [32, 0] {
                if mask >> shift & 0xffff_ffff != 0 {
                    value |= u64::from(self.0.next()) << shift;
                    value &= mask;
                    if limit < value {
                        continue 'again;
                    }
                }
            }
            return value;
        }
    }
}

const SIZE: usize = 624;
const MIDDLE: usize = 397;

/// MT19937 (Matsumoto and Nishimura).
struct Mt19937 {
    state: [u32; SIZE],
    at: usize,
}

impl Mt19937 {
    fn from_word(seed: u32) -> Mt19937 {
        let mut state = [seed; SIZE];
        for i in 1..SIZE {
            let last = state[i - 1];
            state[i] = 1_812_433_253u32.wrapping_mul(last ^ last >> 30).wrapping_add(i as u32);
        }
        Mt19937 { state, at: SIZE }
    }

    fn from_words(seed: &[u32]) -> Mt19937 {
        let mut twister = Mt19937::from_word(19_650_218);
        let state = &mut twister.state;
        let mut i = 1;
        for j in 0..SIZE.max(seed.len()) {
            let nth = j % seed.len();
            let last = state[i - 1];
            let mixed = state[i] ^ (last ^ last >> 30).wrapping_mul(1_664_525);
            state[i] = mixed.wrapping_add(seed[nth]).wrapping_add(nth as u32);
            i = Mt19937::following(state, i);
        }
        for _ in 1..SIZE {
            let last = state[i - 1];
            state[i] = (state[i] ^ (last ^ last >> 30).wrapping_mul(1_566_083_941)).wrapping_sub(i as u32);
            i = Mt19937::following(state, i);
        }
        state[0] = 0x8000_0000;
        twister
    }

    /// Returns the next index to seed. Past the end the last word replaces the first.
    fn following(state: &mut [u32; SIZE], i: usize) -> usize {
        if i + 1 < SIZE {
            return i + 1;
        }
        state[0] = state[SIZE - 1];
        1
    }

    fn next(&mut self) -> u32 {
        if self.at == SIZE {
            self.refill();
        }
        let mut word = self.state[self.at];
        self.at += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    fn refill(&mut self) {
        for i in 0..SIZE {
            let bits = self.state[i] & 0x8000_0000 | self.state[(i + 1) % SIZE] & 0x7fff_ffff;
            let odd = if bits & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + MIDDLE) % SIZE] ^ bits >> 1 ^ odd;
        }
        self.at = 0;
    }
}

//! Functions of the module mongodb.

use sha2::Digest;

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::digests::hexadecimal;
use super::super::ruby;
use super::arguments::received;

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "mongodb_password",
    &[Signature::new("Any $user, Any $password, Optional[Callable] &$block", "String", mongodb_password)],
    "Returns a password's digest for MongoDB.",
)
.shows("mongodb_password('user', 'pass')", "'e0c4a7b97d4db31f5014e9694e567d6b'")];

fn mongodb_password(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let text = format!("{}:mongo:{}", ruby::to_s(&args[0]), ruby::to_s(&args[1]));
    Ok(Value::from(hexadecimal(&md5::Md5::digest(text.as_bytes()))))
}

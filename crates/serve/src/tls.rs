//! HTTPS: with the certificate of the user, or with one for this run that is written nowhere.

use std::fmt::{self, Debug, Display, Formatter};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rcgen::{CertificateParams, DnType, KeyPair};
use sha2::{Digest, Sha256};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::version::TLS13;
use tokio_rustls::rustls::{self, ServerConfig};

use crate::link::reachable;

/// How much earlier than here the time of a learner's machine may be.
const BEFORE: Duration = Duration::from_secs(24 * 3600);

/// How long an own certificate is valid: longer than any class.
const AFTER: Duration = Duration::from_secs(30 * 24 * 3600);

/// The certificate of a server with its key.
#[derive(Clone)]
pub struct Tls {
    config: Arc<ServerConfig>,
    fingerprint: String,
}

impl Debug for Tls {
    /// Omits the key.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("fingerprint", &self.fingerprint).finish_non_exhaustive()
    }
}

/// A certificate that cannot be used.
#[derive(Debug)]
pub enum TlsError {
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// A file has no certificate in PEM.
    NoCertificate(PathBuf),
    /// A file has no private key in PEM.
    NoKey(PathBuf),
    /// The key is not that of the certificate, or its kind is unknown.
    Mismatch(rustls::Error),
    /// No certificate can be made here.
    Make(rcgen::Error),
}

impl Display for TlsError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            TlsError::Read(path, error) => {
                write!(f, "cannot read {}: {}", path.display(), pprepl_files::reason(error))
            }
            TlsError::NoCertificate(path) => {
                write!(f, "{} has no certificate: expected '-----BEGIN CERTIFICATE-----'", path.display())
            }
            TlsError::NoKey(path) => {
                write!(f, "{} has no private key: expected '-----BEGIN PRIVATE KEY-----'", path.display())
            }
            TlsError::Mismatch(error) => write!(f, "the certificate and the key do not fit: {error}"),
            TlsError::Make(error) => write!(f, "cannot make a certificate: {error}"),
        }
    }
}

impl Tls {
    /// Reads a certificate, with those that signed it, and its key: both as PEM.
    ///
    /// # Errors
    /// A file cannot be read or has other content, or the two do not fit.
    pub fn read(certificate: &Path, key: &Path) -> Result<Tls, TlsError> {
        let chain = CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let chain = chain.map_err(|error| unreadable(certificate, error, TlsError::NoCertificate))?;
        if chain.is_empty() {
            return Err(TlsError::NoCertificate(certificate.to_owned()));
        }
        let key = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable(key, error, TlsError::NoKey))?;
        Tls::new(chain, key)
    }

    /// Makes a certificate for this run: for `localhost` and the address of the server. Browsers warn of it once.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn own(listen: SocketAddr) -> Result<Tls, TlsError> {
        let ip = reachable(listen.ip()).to_string();
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned(), ip];
        let mut params = CertificateParams::new(names).map_err(TlsError::Make)?;
        let now = SystemTime::now();
        params.not_before = (now - BEFORE).into();
        params.not_after = (now + AFTER).into();
        params.distinguished_name.push(DnType::CommonName, "pprepl serve");
        let key = KeyPair::generate().map_err(TlsError::Make)?;
        let certificate = params.self_signed(&key).map_err(TlsError::Make)?;
        let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
        Tls::new(vec![certificate.der().clone()], key)
    }

    fn new(chain: Vec<CertificateDer<'static>>, key: PrivateKeyDer<'static>) -> Result<Tls, TlsError> {
        let digest = chain.first().map(|first| Sha256::digest(first.as_ref())).unwrap_or_default();
        let bytes: Vec<String> = digest.iter().map(|byte| format!("{byte:02X}")).collect();
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder = builder.with_protocol_versions(&[&TLS13]).map_err(TlsError::Mismatch)?;
        let mut config = builder.with_no_client_auth().with_single_cert(chain, key).map_err(TlsError::Mismatch)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Tls { config: Arc::new(config), fingerprint: bytes.join(":") })
    }

    /// Returns the SHA-256 digest of the certificate, as browsers show it.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Returns what puts connections under TLS.
    pub(crate) fn acceptor(self) -> TlsAcceptor {
        TlsAcceptor::from(self.config)
    }
}

fn unreadable(path: &Path, error: pem::Error, otherwise: fn(PathBuf) -> TlsError) -> TlsError {
    match error {
        pem::Error::Io(error) => TlsError::Read(path.to_owned(), error),
        _ => otherwise(path.to_owned()),
    }
}

//! HTTPS: an own certificate, that of the user, files that are neither, and clients that speak no TLS.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

use pprepl_serve::{Tls, page_address};
use rcgen::{CertificateParams, KeyPair};
use sha2::{Digest, Sha256};
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    StreamOwned,
};

use crate::socket::Running;

const LOCAL: &str = "127.0.0.1:8443";

fn local() -> SocketAddr {
    LOCAL.parse().expect("an address")
}

/// Keeps the certificate that it sees, and trusts none.
#[derive(Debug, Default)]
struct Seen(Mutex<Option<CertificateDer<'static>>>);

impl ServerCertVerifier for Seen {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        *self.0.lock().expect("one thread") = Some(certificate.clone().into_owned());
        Err(Error::InvalidCertificate(CertificateError::UnknownIssuer))
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        ring::default_provider().signature_verification_algorithms.supported_schemes()
    }
}

/// Returns the certificate that a server shows.
fn certificate(server: &Running) -> CertificateDer<'static> {
    let seen = Arc::new(Seen::default());
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().expect("a version").dangerous();
    let config = builder.with_custom_certificate_verifier(seen.clone()).with_no_client_auth();
    let name = ServerName::try_from("localhost").expect("a name");
    let client = ClientConnection::new(Arc::new(config), name).expect("a client");
    // The client breaks off when it has seen the certificate.
    let _ = StreamOwned::new(client, server.connect()).write_all(b"x");
    let found = seen.0.lock().expect("one thread").take();
    found.expect("a certificate")
}

/// Asks for the page as a client that trusts this certificate only.
fn page(server: &Running, name: &str, trusted: &CertificateDer<'static>) -> Result<String, String> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).map_err(|error| error.to_string())?;
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
    let config = builder.with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from(name.to_owned()).map_err(|error| error.to_string())?;
    let client = ClientConnection::new(Arc::new(config), name).map_err(|error| error.to_string())?;
    let stream = TcpStream::connect(server.address).map_err(|error| error.to_string())?;
    let mut stream = StreamOwned::new(client, stream);
    let request = b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request).map_err(|error| error.to_string())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(|error| error.to_string())?;
    Ok(answer)
}

/// Writes a certificate for `localhost` and its key.
fn files(folder: &Path) -> CertificateDer<'static> {
    let key = KeyPair::generate().expect("a key");
    let params = CertificateParams::new(vec!["localhost".to_owned()]).expect("a name");
    let certificate = params.self_signed(&key).expect("a certificate");
    fs::write(folder.join("cert.pem"), pem("CERTIFICATE", certificate.der())).expect("written");
    fs::write(folder.join("key.pem"), pem("PRIVATE KEY", &key.serialize_der())).expect("written");
    certificate.der().clone()
}

fn pem(label: &str, bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() { char::from(sign) } else { '=' });
        }
    }
    format!("-----BEGIN {label}-----\n{text}\n-----END {label}-----\n")
}

#[test]
fn the_page_comes_by_https_with_an_own_certificate() {
    let tls = Tls::own(local()).expect("a certificate");
    let server = Running::with_tls(Some(tls.clone()));
    let certificate = certificate(&server);
    let digest: Vec<String> = Sha256::digest(&certificate).iter().map(|byte| format!("{byte:02X}")).collect();
    assert_eq!(tls.fingerprint(), digest.join(":"));
    for name in ["localhost", "127.0.0.1", "::1"] {
        let page = page(&server, name, &certificate).expect(name);
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.ends_with("<title>page</title>"), "{page}");
    }
    assert!(page(&server, "example.org", &certificate).is_err());
    let other = Tls::own(local()).expect("a certificate");
    assert_ne!(tls.fingerprint(), other.fingerprint(), "each run has its own key");
    assert!(!format!("{tls:?}").contains("config"), "the key is in no text");
}

#[test]
fn the_certificate_of_the_user_is_read() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = |name: &str| folder.path().join(name);
    let certificate = files(folder.path());
    let tls = Tls::read(&path("cert.pem"), &path("key.pem")).expect("a certificate");
    let server = Running::with_tls(Some(tls));
    assert!(page(&server, "localhost", &certificate).expect("a page").ends_with("<title>page</title>"));

    let error = |certificate: &str, key: &str| {
        let message = Tls::read(&path(certificate), &path(key)).expect_err("an error").to_string();
        message.replace(&format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR), "")
    };
    fs::write(path("other.pem"), "no certificate\n").expect("written");
    fs::create_dir(path("second")).expect("a directory");
    files(&path("second"));
    let cases = [
        (error("other.pem", "key.pem"), "other.pem has no certificate: expected '-----BEGIN CERTIFICATE-----'"),
        (error("key.pem", "key.pem"), "key.pem has no certificate: expected '-----BEGIN CERTIFICATE-----'"),
        (error("cert.pem", "cert.pem"), "cert.pem has no private key: expected '-----BEGIN PRIVATE KEY-----'"),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
    }
    assert!(error("missing.pem", "key.pem").starts_with("cannot read missing.pem: "));
    assert!(error("cert.pem", "second/key.pem").starts_with("the certificate and the key do not fit: "));
}

#[test]
fn a_client_without_tls_ends_alone() {
    let server = Running::with_tls(Some(Tls::own(local()).expect("a certificate")));
    let answer = server.exchange(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assert!(!answer.contains("HTTP/1.1"), "{answer}");
    let half: Vec<TcpStream> = (0..50).map(|_| server.connect()).collect();
    let certificate = certificate(&server);
    assert!(page(&server, "localhost", &certificate).is_ok());
    drop(half);
}

#[test]
fn the_address_of_the_page_names_the_protocol() {
    assert_eq!(page_address(local(), false), "http://localhost:8443/");
    assert_eq!(page_address(local(), true), "https://localhost:8443/");
}

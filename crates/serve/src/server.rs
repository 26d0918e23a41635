//! The socket: connections within limits of number, time and size. One thread; a request never waits for another's body.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use crate::app::App;
use crate::reply;
use crate::tls::Tls;

/// The maximum size of a request's line and headers in bytes.
pub const MAX_HEADER: usize = 16 << 10;

/// The maximum number of headers.
const MAX_HEADERS: usize = 64;

/// The maximum size of a request's body in bytes.
pub const MAX_BODY: usize = 16 << 10;

/// The maximum number of connections; the next ones wait in the system's queue.
const MAX_CONNECTIONS: usize = 1_024;

/// The maximum number of connections of one address on the network: the browsers of a room, six connections each, may share one.
const MAX_OF_ADDRESS: usize = 512;

/// The time for the headers of a request, and for its body.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time for a whole connection: a reader that never ends loses it.
const MAX_AGE: Duration = Duration::from_secs(300);

/// The time between two looks at whether to stop.
const BEAT: Duration = Duration::from_millis(20);

/// A server that cannot run.
#[derive(Debug)]
pub enum ServeError {
    /// The address cannot be used.
    Listen(SocketAddr, io::Error),
    /// The system has no event queue.
    Runtime(io::Error),
}

impl Display for ServeError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Listen(address, error) if error.kind() == io::ErrorKind::AddrInUse => {
                let next = address.port().wrapping_add(1).max(1);
                write!(f, "another program uses {address}; try '--listen {}:{next}'", address.ip())
            }
            ServeError::Listen(address, error) => {
                write!(f, "cannot listen on {address}: {}", pprepl_files::reason(error))
            }
            ServeError::Runtime(error) => write!(f, "cannot start the server: {error}"),
        }
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    tls: Option<Tls>,
}

/// The number of connections by address.
type Peers = Arc<Mutex<HashMap<IpAddr, usize>>>;

impl Server {
    /// Listens on an address; port 0 is a free one.
    ///
    /// # Errors
    /// The address is in use, or not one of this machine.
    pub fn bind(address: SocketAddr) -> Result<Server, ServeError> {
        let failed = |error| ServeError::Listen(address, error);
        let listener = TcpListener::bind(address).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { listener, address, tls: None })
    }

    /// Answers by https only.
    #[must_use]
    pub fn with_tls(self, tls: Option<Tls>) -> Server {
        Server { tls, ..self }
    }

    /// Returns the address with the port in use.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `is_over` returns true. `news` gets the lines for the teacher.
    ///
    /// # Errors
    /// The system has no event queue.
    pub fn run(self, app: App, is_over: impl Fn() -> bool, news: impl Fn(&str)) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build();
        let runtime = runtime.map_err(ServeError::Runtime)?;
        let address = self.address;
        let app = Arc::new(Mutex::new(app));
        let acceptor = self.tls.map(Tls::acceptor);
        let ended = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::spawn(accept(listener, app.clone(), acceptor));
            while !is_over() {
                sleep(BEAT).await;
                let lines = app.lock().unwrap_or_else(PoisonError::into_inner).take_news();
                lines.iter().for_each(|line| news(line));
            }
            Ok(())
        });
        runtime.shutdown_background();
        ended.map_err(|error| ServeError::Listen(address, error))
    }
}

/// Accepts connections for ever. An error of one, or of the system's table of files, does not end it.
async fn accept(listener: tokio::net::TcpListener, app: Arc<Mutex<App>>, tls: Option<TlsAcceptor>) {
    let free = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let peers = Peers::default();
    loop {
        let Ok(permit) = free.clone().acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, peer)) => {
                if let Some(place) = PeerPlace::take(&peers, peer.ip()) {
                    tokio::spawn(connection(stream, app.clone(), tls.clone(), (permit, place)));
                }
            }
            Err(_) => sleep(BEAT).await,
        }
    }
}

/// One of the connections of an address; dropping it releases it.
struct PeerPlace {
    peers: Peers,
    ip: IpAddr,
}

impl PeerPlace {
    fn take(peers: &Peers, ip: IpAddr) -> Option<PeerPlace> {
        let mut all = peers.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(ip).or_default();
        if *count >= MAX_OF_ADDRESS && !ip.is_loopback() {
            return None;
        }
        *count += 1;
        Some(PeerPlace { peers: peers.clone(), ip })
    }
}

impl Drop for PeerPlace {
    fn drop(&mut self) {
        let mut all = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.ip) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.ip);
            }
        }
    }
}

/// Holds a connection until its end, and `_places` of it. An error of a connection concerns its client only.
async fn connection(
    stream: TcpStream,
    app: Arc<Mutex<App>>,
    tls: Option<TlsAcceptor>,
    _places: (OwnedSemaphorePermit, PeerPlace),
) {
    // Small answers leave at once. A socket without this option works.
    let _ = stream.set_nodelay(true);
    match tls {
        None => talk(stream, app).await,
        Some(tls) => {
            if let Ok(Ok(stream)) = timeout(PATIENCE, tls.accept(stream)).await {
                talk(stream, app).await;
            }
        }
    }
}

/// Answers the requests of a connection.
async fn talk(stream: impl AsyncRead + AsyncWrite + Unpin, app: Arc<Mutex<App>>) {
    let service = service_fn(move |request| {
        let app = app.clone();
        async move { Ok::<_, Infallible>(respond(request, &app).await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_headers(MAX_HEADERS).max_buf_size(MAX_HEADER);
    let _ = timeout(MAX_AGE, builder.serve_connection(TokioIo::new(stream), service)).await;
}

async fn respond(request: Request<Incoming>, app: &Mutex<App>) -> Response<Full<Bytes>> {
    let (head, body) = request.into_parts();
    let body = match head.method {
        Method::POST => read_body(body).await,
        _ => Ok(Bytes::new()),
    };
    let answer = match body {
        Ok(body) => {
            let mut app = app.lock().unwrap_or_else(PoisonError::into_inner);
            app.answer(&Request::from_parts(head, body), milliseconds())
        }
        Err((status, text)) => {
            let mut answer = reply::sentence(status, text);
            // The rest of the body is not read.
            answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            answer
        }
    };
    answer.map(Full::new)
}

/// Reads a body within limits of size and time.
async fn read_body(body: Incoming) -> Result<Bytes, (StatusCode, &'static str)> {
    match timeout(PATIENCE, Limited::new(body, MAX_BODY).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(_)) => Err((StatusCode::PAYLOAD_TOO_LARGE, "The request is too large: at most 16 KiB.")),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "The request took too long.")),
    }
}

fn milliseconds() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

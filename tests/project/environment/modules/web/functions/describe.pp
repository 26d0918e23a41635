function web::describe(Web::Port $port) >> String {
  "port ${port}"
}

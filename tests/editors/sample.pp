# A class with all that an editor must not change.
class web (
  Integer $port = 80,
  Hash    $opts = {},
) {
  /* A comment
       of several lines. */
  if $port > 1 {
    file { "/etc/${port}":
      ensure  => file,
      content => @("END":yaml),
        top:
          nested:
            - one: {
        | END
      require => [
        Package['x'],
      ],
    }
  } elsif $opts {
    include foo
  } else {
    $text = 'one
  two (
      three'
  }
  case $port {
    80: { notice('x') }
    default: {
      $x = $port ? {
        1       => 'a',
        default => 'b',
      }
    }
  }
  $opts.each |$k, $v| {
    notify { $k: message => $v }
  }
  $lua = [{ 'a' => { 'b' => @(L:lua) } }]
    return { 1 }
    | L
  File <| title == 'x' |> {
    mode => '0644',
  }
  File['/y'] {
    mode => '0600',
  }
  Exec {
    path => ['/bin',
      '/usr/bin'],
  }
  service { 'x': ensure => running }
  -> exec { 'y':
    command => 'z',
  }
  unless $port in [
    1,
    2,
  ] {
    create_resources('file', {
      '/z' => {
        'mode' => '0644',
      },
    })
  }
  file {
    '/a':
      ensure => file;
    '/b':
      ensure => file,
  }
}

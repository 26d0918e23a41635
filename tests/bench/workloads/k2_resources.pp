# mode: catalog
# 50,000 resources, half of them by a define, a class around some, defaults and a collector.
class perf_many {
  File { owner => 'root' }
  Integer[1,20000].each |$i| {
    file { "/srv/data/f${i}": ensure => file, mode => '0644', content => "line ${i}" }
  }
}
define perf_pair(Integer $number) {
  notify { "${title}-told": message => "${number}" }
}
include perf_many
Integer[1,15000].each |$i| { perf_pair { "p${i}": number => $i } }
Notify<| title == 'p1-told' |> { message => 'the first' }

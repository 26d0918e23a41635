class site_wide(Boolean $enabled = true) { }

type Site::Level = Enum[low, high]

node 'web1.example.com' {
  include role::web
  class { 'site_wide': enabled => 'yes' }
}

node default {
  include base
}

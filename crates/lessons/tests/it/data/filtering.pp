# %% [markdown]
#| lesson types-2   title "Filtering"   needs types-1   minutes 10
# ## Ports above 100
# Keep the ports that need no root privileges.

# %%
#| given
$ports = [80, 443, 8080]

# %% Keep the big ports
#| exercise big
#| start     $big = $ports.filter |$p| { ___ }
#| check value   $big == [443, 8080]
#| check type    $big : Array[Integer[101]]
#| check for     $ports in [[], [100], [101, 99]]   $big == [[], [], [101]]
#| check same    $ports.filter |$p| { $p > 100 }    over Array[Integer[0, 65535]]
#| check uses    filter      forbids each, regsubst
#| check hidden logs    notice "3 ports"
#| check catalog File['/etc/motd'] { ensure => file, mode => '0644' }   edge Package['x'] -> Service['x']
#| check fails   ILLEGAL_REASSIGNMENT
#| when  $big == $ports           say "That is the whole list. Does the lambda give true or false?"
#| when  finding pointless-test   say "A number is always true. Compare it with 100."
#| hint  filter keeps an element when its lambda gives true.
#| hint  The lambda gets one port: |$p| { .. }
#| solution
#|   $big = $ports.filter |$p| {
#|     $p > 100
#|   }

# %% Text or number?
#| quiz trap-1   predict value
#| options  true, false, error
#| because  Text never equals a number; == gives false, not an error.
"18" == 18

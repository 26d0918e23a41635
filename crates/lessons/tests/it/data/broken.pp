# %% [markdown]
#| lesson what?   titel "X"   minutes ten
#| file ../../etc/passwd
#|   root
#| author me
#| facts /etc/passwd
#| edition 9

# %%
#| exercise a
#| chek value $a == 1
#| check valeu $a == 1
#| check value $a == [1,
#| check type $a Integer
#| check for $a in [1] $b
#| check same $a
#| check uses
#| check logs loud "x"
#| check catalog file
#| when $a == 1
#| after b
$a = 1

# %%
#| exercise a

# %%
#| quiz q guess value
1

# %%
#| run two words
1

# %%
#| given
#| expect valu 1
#| expect finding
#| expect finding two words
1

# %% [markdown]
#| facts debian-11
#| edition 4

# %%
#| exercise edges
#| check catalog edge Package['a'] -> Service['a'] no File['b']
#| check catalog edge Package['a'] -> Service['a'
#| check catalog edge 'a' ~> Service['a']
#| check catalog edge Package['a'] Service['a']

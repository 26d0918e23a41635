// The notebook of a first visit.

export const WELCOME = `# %% [markdown]
# # Welcome to pprepl
# This page runs Puppet in your browser: nothing is installed, and your code stays here.
# Press **Shift-Enter** to run a cell and go to the next one. Press **?** outside of a cell for all keys.

# %%
$ports = [80, 443, 8080]

# %%
$ports.filter |$port| { $port > 100 }

# %% [markdown]
# A cell shows its value and its type. Below, text meets a number. Run it, and read the note.

# %%
'18' == 18

# %%
file { '/etc/motd':
  ensure  => file,
  content => "ports: \${ports.join(', ')}\\n",
}

# %% [markdown]
# **Course** teaches the language in 13 chapters. **Panes** shows types, variables, heredocs and the catalog for the cell
# with the cursor.
`;

# %% [markdown]
# # A lesson

# %%
$a = 1

# %% title="Sum"
$a + 1

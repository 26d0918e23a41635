fkag[]
  /

# %%



type Environment::Level = Integer[0, 3]

; inherits: puppet

# The real `puppet` library in place of the shim.
module Pprepl
  module Library
    def self.load
      raise NotImplementedError
    end
  end
end

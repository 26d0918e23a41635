# This file defines no function.

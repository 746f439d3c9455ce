"""The toolset for BuyWord: find, price and sell words, exactly."""

__version__ = "0.1.0"

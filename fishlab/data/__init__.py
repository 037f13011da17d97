"""Real seas: small series with source, licence, columns and checksum (`series.toml`), and models fitted to them."""

-- Attempts to get or renew the certificate of the installation's own address.
CREATE TABLE certificate_attempts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL, -- domain or address
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  state TEXT NOT NULL, -- running, issued, renewed, failed, interrupted
  challenge TEXT, -- http-01, tls-alpn-01
  cause TEXT, -- of a failure, by a name that screens translate
  detail TEXT, -- the authority's own words
  retry_at INTEGER -- not before: the authority has said so
) STRICT;

-- What was last known of the certificate in use.
CREATE TABLE certificate_notes (
  key TEXT PRIMARY KEY, -- since: when https began to work under this name; warned: the last warning before the expiry
  value TEXT NOT NULL
) WITHOUT ROWID, STRICT;

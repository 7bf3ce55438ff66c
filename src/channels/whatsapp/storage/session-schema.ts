import type { Schema } from '../../../platform/schema'

/** The schema of session.db. Steps are never edited once released. */
export const sessionSchema: Schema = {
  first: 1,
  steps: [
    `
  -- Credentials (type 'creds', id '') and Signal keys of each connection; read and written by primary key only.
  CREATE TABLE session_rows (
    connection_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (connection_id, type, id)
  ) WITHOUT ROWID, STRICT;

  -- The journal: decrypted, receipt perhaps sent, not yet stored by our server. Written together with the ratchet.
  CREATE TABLE inbox (
    connection_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    attrs TEXT NOT NULL,
    plain BLOB NOT NULL,
    PRIMARY KEY (connection_id, seq)
  ) WITHOUT ROWID, STRICT;

  -- Sessions that ended. Never deleted: the operator can bring one back.
  CREATE TABLE archives (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL,
    number TEXT,
    reason TEXT NOT NULL,
    archived_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX archives_of_connection ON archives (connection_id, archived_at); -- the operator lists one connection's
  CREATE TABLE archived_rows (
    archive_id INTEGER NOT NULL REFERENCES archives (id),
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (archive_id, type, id)
  ) WITHOUT ROWID, STRICT;

  -- What WhatsApp told about itself, e.g. the version it last accepted.
  CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    learnt_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  `,
    `
  -- Parts of a history, as they came into the journal, until our server has taken them. With a failure: given up.
  CREATE TABLE history_parts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connection_id INTEGER NOT NULL,
    attrs TEXT NOT NULL,
    plain BLOB NOT NULL,
    failure TEXT
  ) STRICT;
  CREATE INDEX history_parts_of_connection ON history_parts (connection_id, id); -- the next one to take
  `,
    `
  -- Deleted when what is stored here is encrypted (encrypted-rows.ts).
  INSERT INTO facts (name, value, learnt_at)
  SELECT 'credentials.unencrypted', '', 0
  WHERE EXISTS (SELECT 1 FROM session_rows) OR EXISTS (SELECT 1 FROM archived_rows);
  `,
    `
  -- The account that received it, as JSON: when it is stored, the credentials may be gone, or another account's.
  ALTER TABLE inbox ADD COLUMN me TEXT;
  `,
    `
  -- Meta's channels: tokens and secrets of each connection, encrypted.
  CREATE TABLE meta_credentials (connection_id INTEGER PRIMARY KEY, value TEXT NOT NULL) STRICT;

  -- Their journal: events that Meta sent and our server has not yet stored, in order of arrival.
  CREATE TABLE meta_inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connection_id INTEGER NOT NULL,
    key TEXT NOT NULL, -- the same event again has the same one
    chat TEXT NOT NULL, -- events of one conversation are applied in order
    kind TEXT NOT NULL,
    body TEXT NOT NULL, -- JSON
    received_at INTEGER NOT NULL,
    UNIQUE (connection_id, key)
  ) STRICT;

  -- Messages that were handed to Meta, which has no way to recognise a repetition. Without an answer: perhaps accepted.
  CREATE TABLE meta_attempts (
    connection_id INTEGER NOT NULL,
    ours TEXT NOT NULL, -- the message's id until Meta has given its own
    chat TEXT NOT NULL,
    begun_at INTEGER NOT NULL,
    external_id TEXT,
    PRIMARY KEY (connection_id, ours)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX meta_attempts_age ON meta_attempts (begun_at); -- old ones are forgotten
  `,
    `
  -- An echo, and an answer that came before it, name the message by Meta's id.
  CREATE INDEX meta_attempts_external ON meta_attempts (connection_id, external_id) WHERE external_id IS NOT NULL;
  `,
  ],
}

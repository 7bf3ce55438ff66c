-- Flows: what the integrations of type flowbuilder run. A published version never changes, so that open conversations
-- finish on theirs.
CREATE TABLE flows (
  integration_id INTEGER PRIMARY KEY REFERENCES integrations (id) ON DELETE CASCADE,
  draft TEXT NOT NULL,
  revision INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  version INTEGER,
  published_revision INTEGER
);

CREATE TABLE flow_versions (
  integration_id INTEGER NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  flow TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  published_by TEXT NOT NULL,
  PRIMARY KEY (integration_id, version)
);

CREATE TABLE flow_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  integration_id INTEGER NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
  media_file TEXT,
  media_name TEXT,
  media_type TEXT,
  media_size INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX flow_files_of ON flow_files (integration_id);
CREATE INDEX flow_files_named ON flow_files (media_file) WHERE media_file IS NOT NULL;

CREATE TABLE flow_secrets (
  integration_id INTEGER NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (integration_id, name)
);

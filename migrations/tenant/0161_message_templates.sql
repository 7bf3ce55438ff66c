-- The templates of a business account, as Meta last described them. The account's connections share none of the rows.
CREATE TABLE message_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  template_id TEXT NOT NULL, -- Meta's
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  category TEXT NOT NULL, -- marketing, utility, authentication
  status TEXT NOT NULL, -- in upper case, as Meta says it
  reason TEXT, -- why it was rejected, as Meta says it
  quality TEXT, -- GREEN, YELLOW, RED or UNKNOWN
  components TEXT NOT NULL, -- JSON, as Meta describes them
  is_named INTEGER NOT NULL DEFAULT 0, -- its variables have names in place of numbers
  status_at INTEGER NOT NULL, -- when this status was first seen
  UNIQUE (connection_id, name, language)
) STRICT;
-- When the templates of a connection were last read from Meta.
CREATE TABLE template_refreshes (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  refreshed_at INTEGER NOT NULL
) STRICT;

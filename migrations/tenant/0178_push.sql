-- Browsers and phones that notify a person while no page is open.
CREATE TABLE push_devices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  session_id TEXT NOT NULL, -- the sign-in that last used it
  endpoint TEXT NOT NULL, -- its address at the push service of its browser
  keys TEXT NOT NULL, -- encrypted: only the device can read what is encrypted with them
  origin TEXT NOT NULL, -- where it opened the screens
  language TEXT NOT NULL,
  browser TEXT NOT NULL,
  is_app INTEGER NOT NULL DEFAULT 0, -- installed, not a tab
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  sent_at INTEGER, -- the latest notification that its push service took
  refused INTEGER NOT NULL DEFAULT 0, -- refusals since then
  held_until INTEGER NOT NULL DEFAULT 0 -- its push service wants nothing before
);
CREATE UNIQUE INDEX push_devices_endpoint ON push_devices (endpoint);
CREATE INDEX push_devices_user ON push_devices (user_id);

-- Notifications to be sent. What they say is decided when they are sent; a later one with the same tag replaces it.
CREATE TABLE push_notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  device_id INTEGER NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  tag TEXT NOT NULL,
  data TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0, -- rises with each replacement
  tries INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (device_id, tag)
);
CREATE INDEX push_notices_next ON push_notices (next_at);

-- What people chose about their notifications; without a row, everything notifies.
CREATE TABLE push_settings (
  user_id INTEGER PRIMARY KEY,
  muted TEXT NOT NULL DEFAULT '[]', -- kinds that do not notify
  shows_text INTEGER NOT NULL DEFAULT 1,
  quiet_from TEXT, -- in the company's time zone; null: no quiet hours
  quiet_to TEXT
);

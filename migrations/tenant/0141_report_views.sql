-- Filters of the reports that users keep under a name; some are mailed to their owner every week.
CREATE TABLE report_views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  filter TEXT NOT NULL, -- JSON
  shared INTEGER NOT NULL,
  mail_at INTEGER, -- when the next weekly mail is due
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX report_views_user ON report_views (user_id);
CREATE INDEX report_views_mail ON report_views (mail_at) WHERE mail_at IS NOT NULL;

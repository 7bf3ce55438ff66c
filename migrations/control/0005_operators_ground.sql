-- What the operator writes for all companies: announcements and help videos.

CREATE TABLE announcements (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again: companies remember what their people have read
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  words TEXT NOT NULL, -- title and text as search sees them
  priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 3),
  active INTEGER NOT NULL,
  media_file TEXT,
  media_name TEXT,
  media_type TEXT,
  media_size INTEGER,
  published_at INTEGER, -- when it was first active
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

-- How many people of a company have read it: counted where they read, so that nobody opens a thousand files to count.
CREATE TABLE announcement_readers (
  announcement_id INTEGER NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  readers INTEGER NOT NULL,
  PRIMARY KEY (announcement_id, company_id)
) WITHOUT ROWID;
CREATE INDEX announcement_readers_company ON announcement_readers (company_id); -- deleting a company

CREATE TABLE helps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  words TEXT NOT NULL, -- both as search sees them
  video TEXT NOT NULL, -- the code of a YouTube video
  seconds INTEGER, -- how long it runs
  position INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

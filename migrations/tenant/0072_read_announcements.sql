-- Which of the operator's announcements each person has read. The announcements themselves are in control.db.
CREATE TABLE announcement_reads (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  announcement_id INTEGER NOT NULL,
  read_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, announcement_id)
) WITHOUT ROWID;
CREATE INDEX announcement_reads_announcement ON announcement_reads (announcement_id); -- counting its readers

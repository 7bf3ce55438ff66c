-- People of the operator who came in by consent: no users of the company, but the log and messages name them.
ALTER TABLE users ADD COLUMN support INTEGER NOT NULL DEFAULT 0;

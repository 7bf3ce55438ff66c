-- People who moved in: digests of what they were there and of what that became here, so that a second run can tell
-- which side has changed since. No value can be read from a digest.
CREATE TABLE moved_people (
  theirs TEXT NOT NULL,
  field TEXT NOT NULL CHECK (field IN ('name', 'email', 'password', 'active')),
  user_id INTEGER NOT NULL,
  there TEXT NOT NULL,
  here TEXT NOT NULL,
  PRIMARY KEY (theirs, field)
) WITHOUT ROWID;

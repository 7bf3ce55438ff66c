-- Who waits or is in conversation is left out, unless somebody chooses otherwise.
ALTER TABLE campaigns ADD COLUMN excludes_engaged INTEGER NOT NULL DEFAULT 1;

-- How the file of an import was read: its sheets, the chosen one, and what was repaired (JSON).
ALTER TABLE imports ADD COLUMN reading TEXT NOT NULL DEFAULT '{"sheets":[],"sheet":0,"repaired":[]}';

-- The days on which a repeated event is done.
ALTER TABLE event_plans ADD COLUMN done_days TEXT NOT NULL DEFAULT '[]';

-- Reminders that were due stay in the bell of who made them until they are seen.
ALTER TABLE schedules ADD COLUMN is_unseen INTEGER NOT NULL DEFAULT 0;
CREATE INDEX schedules_unseen ON schedules (user_id, send_at) WHERE is_unseen = 1;

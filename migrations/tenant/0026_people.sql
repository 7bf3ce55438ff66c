-- What is set for a person: default connection, working hours (a week as JSON, null: any time), own limit of conversations,
-- the real-time view; whether they are available, and when they left: signed out, or were deleted. The row stays for its name.
ALTER TABLE users ADD COLUMN connection_id INTEGER;
ALTER TABLE users ADD COLUMN hours TEXT;
ALTER TABLE users ADD COLUMN conversation_limit INTEGER;
ALTER TABLE users ADD COLUMN allow_real_time INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN status TEXT NOT NULL DEFAULT 'available';
ALTER TABLE users ADD COLUMN left_at INTEGER;
ALTER TABLE users ADD COLUMN deleted_at INTEGER;

-- After so many hours in which nobody said or did anything an active ticket of the connection is closed; 0: never.
ALTER TABLE connections ADD COLUMN expires_after INTEGER NOT NULL DEFAULT 0;

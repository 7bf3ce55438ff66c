-- Whether texts of a bot may be commands. Integrations from before this version rely on it.
ALTER TABLE integrations ADD COLUMN commands_in_texts INTEGER NOT NULL DEFAULT 0;
UPDATE integrations SET commands_in_texts = 1;

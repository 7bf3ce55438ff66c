-- The public id under which Typebot runs the bot that a queue names by its id.
ALTER TABLE queues ADD COLUMN typebot_public_id TEXT;

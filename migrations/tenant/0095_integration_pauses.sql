-- Integrations: paused ones leave their queues to people; a replaced signing secret stays valid for a day.
ALTER TABLE integrations ADD COLUMN paused_at INTEGER;
ALTER TABLE integrations ADD COLUMN old_secret TEXT;
ALTER TABLE integrations ADD COLUMN old_until INTEGER;
-- Counts of one day, the company's, so that no list has to count calls.
ALTER TABLE integration_states ADD COLUMN day TEXT NOT NULL DEFAULT '';
ALTER TABLE integration_states ADD COLUMN day_calls INTEGER NOT NULL DEFAULT 0;
ALTER TABLE integration_states ADD COLUMN day_faults INTEGER NOT NULL DEFAULT 0;

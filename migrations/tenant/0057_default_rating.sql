-- The rating that is proposed when a ticket is resolved: of the company, and of single queues (ids as JSON).
ALTER TABLE ratings ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN default_queue_ids TEXT NOT NULL DEFAULT '[]';

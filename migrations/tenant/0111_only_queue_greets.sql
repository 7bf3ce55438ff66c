-- The only queue of a connection greets by default. Companies that exist keep what they had.
INSERT INTO settings (key, value)
SELECT 'sendGreetingMessageOneQueues', 'disabled' WHERE EXISTS (SELECT 1 FROM users)
ON CONFLICT DO NOTHING;

-- An id is its writer's own choice: it names a message only together with the conversation and who wrote there.

ALTER TABLE messages ADD COLUMN chat TEXT; -- the conversation's address at that time, as kind:value; null for what is older than this column
-- Unique no more: whether two rows of one id are one message depends on who is who, and that is learnt later (identity.ts).
DROP INDEX messages_external;
CREATE INDEX messages_external ON messages (connection_id, external_id) WHERE external_id IS NOT NULL;

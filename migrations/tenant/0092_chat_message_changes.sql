-- Their senders edit and delete messages of the internal chat. A deleted one keeps its place without text and file.
ALTER TABLE chat_messages ADD COLUMN revision INTEGER NOT NULL DEFAULT 0; -- edits, and the deletion
ALTER TABLE chat_messages ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0;

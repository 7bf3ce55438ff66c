-- The messages of one conversation lie side by side in the file: their ids count up in a range of the contact (messages/ids.ts).

-- The highest id deleted in each range: an id is never used again. Written only when messages are deleted.
CREATE TABLE deleted_message_ids (range INTEGER PRIMARY KEY, highest INTEGER NOT NULL);
CREATE TRIGGER messages_deleted AFTER DELETE ON messages BEGIN
  INSERT INTO deleted_message_ids VALUES (old.id >> 26, old.id) ON CONFLICT DO UPDATE SET highest = max(highest, excluded.highest);
END;

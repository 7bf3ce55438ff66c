-- A document is found by its file's name as well (tickets/messages/searching): also one that has no text, or arrives in place of what could not be read.
DROP TRIGGER message_search_changed;
CREATE TRIGGER message_search_changed AFTER UPDATE OF body, is_deleted, extra, kind ON messages
WHEN old.body IS NOT new.body OR old.is_deleted <> new.is_deleted OR old.extra IS NOT new.extra OR old.kind <> new.kind BEGIN
  INSERT INTO message_search_due (message_id) VALUES (new.id);
END;
DROP TRIGGER message_search_gone;
CREATE TRIGGER message_search_gone AFTER DELETE ON messages WHEN old.body <> '' OR old.kind = 'document' BEGIN
  INSERT INTO message_search_due (message_id) VALUES (old.id);
END;
-- Those of before are indexed anew, the latest first. The first two conditions are those of the index that finds them.
INSERT INTO message_search_due (message_id)
SELECT id FROM messages WHERE kind IN ('document', 'audio') AND is_deleted = 0 AND kind = 'document' ORDER BY created_at;

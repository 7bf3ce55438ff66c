-- Tags are lanes of a board, in an order; who made one, and how many tickets have it.
ALTER TABLE tags ADD COLUMN kanban INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tags ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tags ADD COLUMN user_id INTEGER;
ALTER TABLE tags ADD COLUMN tickets_count INTEGER NOT NULL DEFAULT 0;
CREATE INDEX ticket_tags_tag ON ticket_tags (tag_id); -- the tickets of a tag, when it is filtered by and when it goes
UPDATE tags SET tickets_count = (SELECT count(*) FROM ticket_tags WHERE tag_id = tags.id);
CREATE TRIGGER ticket_tags_counted_in AFTER INSERT ON ticket_tags BEGIN
  UPDATE tags SET tickets_count = tickets_count + 1 WHERE id = new.tag_id;
END;
CREATE TRIGGER ticket_tags_counted_out AFTER DELETE ON ticket_tags BEGIN
  UPDATE tags SET tickets_count = tickets_count - 1 WHERE id = old.tag_id;
END;

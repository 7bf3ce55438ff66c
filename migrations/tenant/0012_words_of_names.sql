-- Searching by name goes through words: the few distinct words that contain the needle lead to exactly the contacts that match.
CREATE TABLE name_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
-- A trigram index over each word with a blank appended, so that the end of a word can be searched for as well.
CREATE VIRTUAL TABLE name_word_search USING fts5 (word, content = '', contentless_delete = 1, tokenize = 'trigram');
CREATE TRIGGER name_words_new AFTER INSERT ON name_words BEGIN
  INSERT INTO name_word_search (rowid, word) VALUES (new.id, new.word || ' ');
END;
CREATE TRIGGER name_words_gone AFTER DELETE ON name_words BEGIN
  DELETE FROM name_word_search WHERE rowid = old.id;
END;
-- Each word of each name, with the rest of the name from the blank after it: a needle of several words is one range of this index.
CREATE TABLE contact_words (
  word_id INTEGER NOT NULL,
  rest TEXT NOT NULL,
  contact_id INTEGER NOT NULL,
  PRIMARY KEY (word_id, rest, contact_id)
) WITHOUT ROWID;
-- Splits each name at its blanks: in its JSON form every blank is replaced by the separator of two strings.
CREATE VIEW name_pieces AS
SELECT c.id AS contact_id, piece.value AS word,
  substr(c.name_folded, (SELECT sum(length(value) + 1) FROM json_each(c.pieces) WHERE key <= piece.key)) AS rest
FROM (SELECT id, name_folded, '[' || replace(json_quote(name_folded), ' ', '","') || ']' AS pieces FROM contacts) c,
  json_each(c.pieces) piece;
-- Existing contacts are indexed later, in slices, newest first: those with an id below this are still missing. Empty when done.
CREATE TABLE contact_words_due (below INTEGER NOT NULL);
INSERT INTO contact_words_due SELECT id + 1 FROM contacts ORDER BY id DESC LIMIT 1;
CREATE TRIGGER contact_words_slice AFTER UPDATE ON contact_words_due BEGIN
  INSERT INTO name_words (word) SELECT word FROM name_pieces WHERE contact_id >= new.below AND contact_id < old.below
    ON CONFLICT DO NOTHING;
  INSERT INTO contact_words SELECT w.id, p.rest, p.contact_id FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word
    WHERE p.contact_id >= new.below AND p.contact_id < old.below ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER contact_words_new AFTER INSERT ON contacts BEGIN
  INSERT INTO name_words (word) SELECT word FROM name_pieces WHERE contact_id = new.id ON CONFLICT DO NOTHING;
  INSERT INTO contact_words SELECT w.id, p.rest, p.contact_id FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word
    WHERE p.contact_id = new.id;
END;
CREATE TRIGGER contact_words_gone BEFORE DELETE ON contacts BEGIN
  DELETE FROM contact_words WHERE (word_id, rest, contact_id) IN (
    SELECT w.id, p.rest, p.contact_id FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word WHERE p.contact_id = old.id);
  DELETE FROM name_words WHERE word IN (SELECT word FROM name_pieces WHERE contact_id = old.id)
    AND NOT EXISTS (SELECT 1 FROM contact_words WHERE word_id = name_words.id);
END;
CREATE TRIGGER contact_words_left BEFORE UPDATE OF name_folded ON contacts WHEN old.name_folded IS NOT new.name_folded BEGIN
  DELETE FROM contact_words WHERE (word_id, rest, contact_id) IN (
    SELECT w.id, p.rest, p.contact_id FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word WHERE p.contact_id = old.id);
  DELETE FROM name_words WHERE word IN (SELECT word FROM name_pieces WHERE contact_id = old.id)
    AND NOT EXISTS (SELECT 1 FROM contact_words WHERE word_id = name_words.id);
END;
CREATE TRIGGER contact_words_changed AFTER UPDATE OF name_folded ON contacts WHEN old.name_folded IS NOT new.name_folded BEGIN
  INSERT INTO name_words (word) SELECT word FROM name_pieces WHERE contact_id = new.id ON CONFLICT DO NOTHING;
  INSERT INTO contact_words SELECT w.id, p.rest, p.contact_id FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word
    WHERE p.contact_id = new.id;
END;

-- A search finds the words of a name in any order: each contact with the numbers of its words (0012), so that several are
-- intersected without reading a name.
CREATE VIRTUAL TABLE contact_word_sets USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
DROP TRIGGER index_names;
CREATE TRIGGER index_names INSTEAD OF INSERT ON index_names BEGIN
  INSERT INTO name_words (word) SELECT word FROM name_pieces WHERE contact_id >= new.first AND contact_id < new.below ON CONFLICT DO NOTHING;
  INSERT INTO contact_words SELECT w.id, p.rest, p.contact_id FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word
    WHERE p.contact_id >= new.first AND p.contact_id < new.below ON CONFLICT DO NOTHING;
  INSERT INTO contact_word_sets (rowid, words) SELECT p.contact_id, group_concat(w.id, ' ')
    FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word
    WHERE p.contact_id >= new.first AND p.contact_id < new.below GROUP BY p.contact_id;
END;
DROP TRIGGER contact_words_slice;
CREATE TRIGGER contact_words_slice AFTER UPDATE ON contact_words_due BEGIN
  DELETE FROM contact_word_sets WHERE rowid >= new.below AND rowid < old.below;
  INSERT INTO index_names VALUES (new.below, old.below);
END;
DROP TRIGGER forget_name;
CREATE TRIGGER forget_name INSTEAD OF INSERT ON forget_name BEGIN
  DELETE FROM contact_words WHERE (word_id, rest, contact_id) IN (
    SELECT w.id, p.rest, p.contact_id FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word WHERE p.contact_id = new.contact_id);
  DELETE FROM name_words WHERE word IN (SELECT word FROM name_pieces WHERE contact_id = new.contact_id)
    AND NOT EXISTS (SELECT 1 FROM contact_words WHERE word_id = name_words.id);
  DELETE FROM contact_word_sets WHERE rowid = new.contact_id;
END;
-- Existing names are indexed in slices, as after 0012.
DELETE FROM contact_words_due;
INSERT INTO contact_words_due SELECT id + 1 FROM contacts ORDER BY id DESC LIMIT 1;

-- Search ignores apostrophes, so that "davila" finds "D'Ávila".
UPDATE contacts SET name_folded = trim(replace(replace(replace(replace(replace(replace(replace(name_folded, '''', ''), '’', ''), '‘', ''), '`', ''), '´', ''), 'ʼ', ''), '′', ''))
  WHERE name_folded GLOB '*[''’‘`´ʼ′]*';
UPDATE contact_lists SET name_folded = trim(replace(replace(replace(replace(replace(replace(replace(name_folded, '''', ''), '’', ''), '‘', ''), '`', ''), '´', ''), 'ʼ', ''), '′', ''))
  WHERE name_folded GLOB '*[''’‘`´ʼ′]*';
UPDATE contact_list_items SET name_folded = trim(replace(replace(replace(replace(replace(replace(replace(name_folded, '''', ''), '’', ''), '‘', ''), '`', ''), '´', ''), 'ʼ', ''), '′', ''))
  WHERE name_folded GLOB '*[''’‘`´ʼ′]*';
UPDATE campaigns SET name_folded = trim(replace(replace(replace(replace(replace(replace(replace(name_folded, '''', ''), '’', ''), '‘', ''), '`', ''), '´', ''), 'ʼ', ''), '′', ''))
  WHERE name_folded GLOB '*[''’‘`´ʼ′]*';
UPDATE campaign_deliveries SET words = trim(replace(replace(replace(replace(replace(replace(replace(words, '''', ''), '’', ''), '‘', ''), '`', ''), '´', ''), 'ʼ', ''), '′', ''))
  WHERE words GLOB '*[''’‘`´ʼ′]*';
UPDATE quick_messages SET words = trim(replace(replace(replace(replace(replace(replace(replace(words, '''', ''), '’', ''), '‘', ''), '`', ''), '´', ''), 'ʼ', ''), '′', ''))
  WHERE words GLOB '*[''’‘`´ʼ′]*';
UPDATE schedules SET words = trim(replace(replace(replace(replace(replace(replace(replace(words, '''', ''), '’', ''), '‘', ''), '`', ''), '´', ''), 'ʼ', ''), '′', ''))
  WHERE words GLOB '*[''’‘`´ʼ′]*';
UPDATE events SET words = trim(replace(replace(replace(replace(replace(replace(replace(words, '''', ''), '’', ''), '‘', ''), '`', ''), '´', ''), 'ʼ', ''), '′', ''))
  WHERE words GLOB '*[''’‘`´ʼ′]*';
UPDATE emails SET words = trim(replace(replace(replace(replace(replace(replace(replace(words, '''', ''), '’', ''), '‘', ''), '`', ''), '´', ''), 'ʼ', ''), '′', ''))
  WHERE words GLOB '*[''’‘`´ʼ′]*';

-- What was said is found by its words (tickets/messages/searching). The places of messages in the index rise with their time, 256 in each second.
CREATE TABLE searched_messages (place INTEGER PRIMARY KEY, message_id INTEGER NOT NULL UNIQUE);
-- Words come folded and separated by blanks; only which messages have them is kept. It is merged when it is written to, as much as was written.
CREATE VIRTUAL TABLE message_search USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
INSERT INTO message_search (message_search, rank) VALUES ('pgsz', 1000);
INSERT INTO message_search (message_search, rank) VALUES ('automerge', 0);
INSERT INTO message_search (message_search, rank) VALUES ('crisismerge', 64);
-- Each word that was said, and in about how many messages: the beginning of a word leads to the words.
CREATE TABLE message_words (word TEXT PRIMARY KEY, messages INTEGER NOT NULL) WITHOUT ROWID;
-- Messages that were said, changed or deleted since they were indexed. Whoever stores one notes it (insertMessage): with a trigger
-- SQLite would look for each new message in all tables that refer to messages.
CREATE TABLE message_search_due (n INTEGER PRIMARY KEY, message_id INTEGER NOT NULL);
CREATE TRIGGER message_search_changed AFTER UPDATE OF body, is_deleted, extra ON messages
WHEN old.body IS NOT new.body OR old.is_deleted <> new.is_deleted OR old.extra IS NOT new.extra BEGIN
  INSERT INTO message_search_due (message_id) VALUES (new.id);
END;
CREATE TRIGGER message_search_gone AFTER DELETE ON messages WHEN old.body <> '' BEGIN
  INSERT INTO message_search_due (message_id) VALUES (old.id);
END;
-- Those said before this table was there are indexed in slices: those with an id below this are still missing. Empty when done.
CREATE TABLE message_search_backlog (below INTEGER NOT NULL);
INSERT INTO message_search_backlog SELECT id + 1 FROM messages ORDER BY id DESC LIMIT 1;

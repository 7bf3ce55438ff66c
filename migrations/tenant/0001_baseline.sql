CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  profile TEXT NOT NULL DEFAULT 'user' CHECK (profile IN ('admin', 'supervisor', 'user')),
  super INTEGER NOT NULL DEFAULT 0,
  all_user_chat INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 1,
  farewell_message TEXT NOT NULL DEFAULT '',
  last_seen_at INTEGER,
  created_at INTEGER NOT NULL,
  connection_id INTEGER,
  hours TEXT,
  conversation_limit INTEGER,
  allow_real_time INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'available',
  left_at INTEGER,
  deleted_at INTEGER
);

CREATE TABLE queues (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  color TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  greeting_message TEXT NOT NULL DEFAULT '',
  completion_message TEXT NOT NULL DEFAULT '',
  out_of_hours_message TEXT NOT NULL DEFAULT '',
  schedules TEXT,
  is_restricted INTEGER NOT NULL DEFAULT 0,
  token_hash TEXT,
  reset_chatbot_msg INTEGER NOT NULL DEFAULT 1,
  type_chatbot TEXT NOT NULL DEFAULT 'option',
  integration_id INTEGER,
  workspace_typebot TEXT,
  typebot_id TEXT,
  media_file TEXT,
  media_name TEXT,
  media_type TEXT,
  media_size INTEGER,
  attendants_pool TEXT,
  typebot_public_id TEXT
);
CREATE INDEX queues_media ON queues (media_file) WHERE media_file IS NOT NULL;

CREATE TABLE user_queues (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, queue_id)
) WITHOUT ROWID;

CREATE TABLE connections (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL DEFAULT 'whatsapp',
  name TEXT NOT NULL,
  number TEXT,
  status TEXT NOT NULL DEFAULT 'DISCONNECTED',
  reason TEXT,
  is_default INTEGER NOT NULL DEFAULT 0,
  greeting_message TEXT NOT NULL DEFAULT '',
  completion_message TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- A deleted connection stays as the name on its closed tickets.
  deleted_at INTEGER,
  import_on INTEGER NOT NULL DEFAULT 0,
  import_from INTEGER,
  import_to INTEGER,
  import_groups INTEGER NOT NULL DEFAULT 0,
  import_closed INTEGER NOT NULL DEFAULT 0,
  import_queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  messages_per_minute INTEGER NOT NULL DEFAULT 0,
  expires_after INTEGER NOT NULL DEFAULT 0,
  enable_queue_chatbot INTEGER NOT NULL DEFAULT 0,
  max_use_bot_queues INTEGER NOT NULL DEFAULT 0,
  time_send_queue INTEGER NOT NULL DEFAULT 0,
  send_id_queue INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  greeting_media_file TEXT,
  greeting_media_name TEXT,
  greeting_media_type TEXT,
  greeting_media_size INTEGER,
  out_of_hours_message TEXT NOT NULL DEFAULT '',
  rating_message TEXT NOT NULL DEFAULT '',
  provider TEXT NOT NULL DEFAULT 'beta',
  token_hash TEXT,
  restricted_until INTEGER
);
CREATE UNIQUE INDEX connections_name ON connections (name) WHERE deleted_at IS NULL;
CREATE INDEX connections_greeting_media ON connections (greeting_media_file) WHERE greeting_media_file IS NOT NULL;
CREATE INDEX connections_token ON connections (token_hash) WHERE token_hash IS NOT NULL;

CREATE TABLE connection_queues (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, queue_id)
) WITHOUT ROWID;

-- Connections a person is limited to, where the company restricts channels.
CREATE TABLE user_connections (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, connection_id)
) WITHOUT ROWID;

CREATE TABLE contacts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  name_by TEXT NOT NULL DEFAULT 'channel' CHECK (name_by IN ('channel', 'person')),
  number TEXT,
  email TEXT,
  picture_url TEXT,
  is_group INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 1,
  accept_audio INTEGER NOT NULL DEFAULT 1,
  disable_bot INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  picture TEXT,
  picture_checked_at INTEGER NOT NULL DEFAULT 0,
  category_id INTEGER REFERENCES contact_categories (id) ON DELETE SET NULL,
  last_ticket_at INTEGER NOT NULL DEFAULT 0,
  last_connection_id INTEGER
);
CREATE UNIQUE INDEX contacts_number ON contacts (number) WHERE number IS NOT NULL;
CREATE INDEX contacts_name ON contacts (name_folded, id) WHERE is_group = 0;
CREATE INDEX contacts_groups ON contacts (id) WHERE is_group = 1;
CREATE INDEX contacts_created ON contacts (created_at, name_folded, id) WHERE is_group = 0;
CREATE INDEX contacts_by_picture ON contacts (picture) WHERE picture IS NOT NULL;
-- The list of contacts is walked in its order and by each of its filters without reading everybody.
CREATE INDEX contacts_category ON contacts (category_id, name_folded, id) WHERE category_id IS NOT NULL;
CREATE INDEX contacts_blocked ON contacts (name_folded, id) WHERE is_group = 0 AND active = 0;
CREATE INDEX contacts_last ON contacts (last_ticket_at, id) WHERE is_group = 0;
CREATE INDEX contacts_connection ON contacts (last_connection_id, name_folded, id) WHERE is_group = 0 AND last_connection_id IS NOT NULL;

-- Every way to find a person: phone, LID, group id. Any of them finds the contact.
CREATE TABLE contact_addresses (
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  typed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, value)
) WITHOUT ROWID;
CREATE INDEX contact_addresses_contact ON contact_addresses (contact_id);

CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  color TEXT NOT NULL,
  kanban INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL DEFAULT 0,
  user_id INTEGER,
  tickets_count INTEGER NOT NULL DEFAULT 0,
  description TEXT NOT NULL DEFAULT ''
);

CREATE TABLE tickets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'open', 'closed')),
  is_group INTEGER NOT NULL DEFAULT 0,
  is_bot INTEGER NOT NULL DEFAULT 0,
  channel TEXT NOT NULL,
  contact_id INTEGER NOT NULL REFERENCES contacts (id),
  connection_id INTEGER NOT NULL REFERENCES connections (id),
  queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  last_message TEXT NOT NULL DEFAULT '',
  last_message_id INTEGER,
  -- Copied from that message, so that a row of the list needs no second look: kind, side, tick, who of us or of the group.
  last_kind TEXT,
  last_from_me INTEGER NOT NULL DEFAULT 0,
  last_ack INTEGER NOT NULL DEFAULT 0,
  last_author TEXT,
  last_message_at INTEGER NOT NULL,
  unread INTEGER NOT NULL DEFAULT 0,
  marked_unread INTEGER NOT NULL DEFAULT 0,
  waiting_since INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  accepted_at INTEGER,
  closed_at INTEGER,
  last_deleted INTEGER NOT NULL DEFAULT 0,
  sending_blocked TEXT,
  imported INTEGER NOT NULL DEFAULT 0,
  reopened_at INTEGER
);
-- One pending or open ticket for a contact on a connection.
CREATE UNIQUE INDEX tickets_active ON tickets (contact_id, connection_id) WHERE status <> 'closed';
-- A contact's tickets, newest first.
CREATE INDEX tickets_contact ON tickets (contact_id, created_at DESC);
CREATE INDEX tickets_connection ON tickets (connection_id, status);
CREATE INDEX tickets_imported ON tickets (contact_id, connection_id) WHERE imported = 1;
-- A search over tickets in whatever state walks from the newest.
CREATE INDEX tickets_recent ON tickets (updated_at DESC, id DESC);
-- A page of a tab: filter and order are answered from the index alone.
CREATE INDEX tickets_tab ON tickets
  (status, is_group, updated_at DESC, id DESC, queue_id, user_id, connection_id, unread, marked_unread);
-- A person's own tickets.
CREATE INDEX tickets_own ON tickets (user_id, status, is_group, updated_at DESC, id DESC, queue_id, connection_id);
CREATE INDEX tickets_bot ON tickets (connection_id) WHERE is_bot = 1;
-- The lists of who waits, longest first. The number stands for those who do not wait: behind all others (`NOT_WAITING`).
CREATE INDEX tickets_waiting ON tickets
  (status, is_group, ifnull(waiting_since, 900000000000000), id, queue_id, user_id, connection_id) WHERE status <> 'closed';
CREATE INDEX tickets_created ON tickets (created_at DESC, id DESC, status, queue_id, user_id, connection_id, is_group, imported);
CREATE INDEX tickets_closed ON tickets (closed_at DESC, id DESC, queue_id, user_id, connection_id, is_group, imported) WHERE status = 'closed';

CREATE TABLE ticket_tags (
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (ticket_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX ticket_tags_tag ON ticket_tags (tag_id);

-- Figures beside the tabs without counting: kept by the triggers below. 0 stands for "none".
CREATE TABLE ticket_counts (
  status TEXT NOT NULL,
  is_group INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  n INTEGER NOT NULL,
  unread INTEGER NOT NULL,
  PRIMARY KEY (status, is_group, queue_id, user_id, connection_id)
) WITHOUT ROWID;

CREATE TABLE ticket_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  user_id INTEGER,
  data TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL
);
CREATE INDEX ticket_log_ticket ON ticket_log (ticket_id, id);

CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Null for what belongs to no ticket: from a blocked contact, or typed on the phone to somebody without one.
  ticket_id INTEGER REFERENCES tickets (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  external_id TEXT,
  client_id TEXT,
  from_me INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  ack INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  is_deleted INTEGER NOT NULL DEFAULT 0,
  is_edited INTEGER NOT NULL DEFAULT 0,
  quoted_id INTEGER,
  quoted TEXT,
  author TEXT,
  user_id INTEGER,
  media TEXT,
  created_at INTEGER NOT NULL,
  has_reactions INTEGER NOT NULL DEFAULT 0,
  former_ack INTEGER NOT NULL DEFAULT 0,
  refused TEXT,
  revision INTEGER NOT NULL DEFAULT 0,
  author_addresses TEXT,
  extra TEXT,
  secret TEXT,
  imported INTEGER NOT NULL DEFAULT 0,
  chat TEXT,
  account INTEGER NOT NULL DEFAULT 0
);
-- A browser repeats a request whose answer was lost.
CREATE UNIQUE INDEX messages_client ON messages (client_id) WHERE client_id IS NOT NULL;
-- A page of the conversation, over the contact's tickets.
CREATE INDEX messages_page ON messages (contact_id, created_at DESC, id DESC);
CREATE INDEX messages_ticket ON messages (ticket_id, id);
CREATE INDEX messages_said ON messages (from_me, created_at) WHERE kind NOT IN ('note', 'call');
-- A messenger repeats itself after a reconnection: the same id on the same connection is the same message.
CREATE INDEX messages_external ON messages (connection_id, external_id) WHERE external_id IS NOT NULL;
-- Does any row still need this file? (tickets/messages/media/unneeded.ts)
CREATE INDEX messages_by_file ON messages (json_extract(media, '$.file')) WHERE media IS NOT NULL;
-- The gallery of a contact: a shelf each, newest first. The conditions are those of reading/gallery.ts.
CREATE INDEX messages_shelf_media ON messages (contact_id, created_at DESC, id DESC) WHERE kind IN ('image', 'video') AND is_deleted = 0;
CREATE INDEX messages_shelf_files ON messages (contact_id, created_at DESC, id DESC) WHERE kind IN ('document', 'audio') AND is_deleted = 0;
CREATE INDEX messages_shelf_links ON messages (contact_id, created_at DESC, id DESC) WHERE kind = 'chat' AND is_deleted = 0 AND (instr(body, '://') > 0 OR instr(body, 'www.') > 0);

-- Files announced by a message and not fetched yet.
CREATE TABLE downloads (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL
);
CREATE INDEX downloads_due ON downloads (next_at);

-- Two records turned out to be one person: what moved, so that it can be undone.
CREATE TABLE contact_merges (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kept_id INTEGER NOT NULL,
  gone_id INTEGER NOT NULL,
  moved TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  undone_at INTEGER,
  undone_by INTEGER,
  merged_by INTEGER,
  merged_by_name TEXT
);
CREATE INDEX contact_merges_kept ON contact_merges (kept_id);
CREATE INDEX merges_by_gone_picture ON contact_merges (json_extract(moved, '$.contact.picture')) WHERE undone_at IS NULL;
CREATE INDEX merges_by_kept_picture ON contact_merges (json_extract(moved, '$.kept.picture')) WHERE undone_at IS NULL;

-- Every wording of an edited message, the first included (its `external_id` is empty). The newest stands on the message.
CREATE TABLE message_edits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  external_id TEXT NOT NULL,
  body TEXT NOT NULL,
  at INTEGER NOT NULL
);
-- The history of a page's edited messages; and an edit that is told twice is one edit.
CREATE UNIQUE INDEX message_edits_message ON message_edits (message_id, external_id);

-- One of each author on each message. No emoji: it was taken back, kept so that an older one told late does not return.
CREATE TABLE reactions (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  author TEXT NOT NULL,
  name TEXT,
  user_id INTEGER,
  emoji TEXT,
  -- What the messenger has; differs while ours is on its way.
  confirmed TEXT,
  external_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (message_id, author)
) WITHOUT ROWID;

-- What we do to messages: what the outbox sends, and what is said again to a phone that could not decipher it.
CREATE TABLE own_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('edit', 'revoke', 'react')),
  external_id TEXT NOT NULL UNIQUE,
  body TEXT,
  user_id INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX own_acts_message ON own_acts (message_id);

-- What was done to a message we do not have yet: the phone may still repeat it.
CREATE TABLE waiting_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  act TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX waiting_acts_target ON waiting_acts (connection_id, target, id);
CREATE INDEX waiting_acts_age ON waiting_acts (created_at);

-- Conversations whose messages disappear from the phones after so many seconds: ours must say so too.
CREATE TABLE chat_expiry (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL,
  seconds INTEGER NOT NULL,
  PRIMARY KEY (connection_id, contact_id)
) WITHOUT ROWID;

-- One vote of each person on each poll: the options they want now, and when they said so.
CREATE TABLE poll_votes (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  voter TEXT NOT NULL,
  options TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (message_id, voter)
) WITHOUT ROWID;

-- What a group says of itself; the contact bears its name.
CREATE TABLE groups (
  contact_id INTEGER PRIMARY KEY REFERENCES contacts (id) ON DELETE CASCADE,
  description TEXT NOT NULL,
  -- Address of who made it, as JSON.
  owner TEXT,
  addressing TEXT NOT NULL CHECK (addressing IN ('lid', 'phone')),
  announce INTEGER NOT NULL,
  restricted INTEGER NOT NULL,
  join_approval INTEGER NOT NULL,
  members_add INTEGER NOT NULL,
  is_community INTEGER NOT NULL,
  is_community_announce INTEGER NOT NULL,
  -- The community it belongs to: its group id, and its name.
  parent TEXT,
  parent_subject TEXT
);

-- Who left keeps a row: what they wrote and read still bears their name. `since`: known here as a member from then on.
CREATE TABLE group_members (
  id INTEGER PRIMARY KEY,
  group_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  lid TEXT,
  phone TEXT,
  name TEXT,
  role TEXT NOT NULL CHECK (role IN ('left', 'member', 'admin', 'superadmin')),
  since INTEGER NOT NULL
);
-- A member by either address; the members of a group.
CREATE UNIQUE INDEX group_members_lid ON group_members (group_id, lid);
CREATE UNIQUE INDEX group_members_phone ON group_members (group_id, phone);
-- How many were in it at a time: counted from the index alone, at each tick.
CREATE INDEX group_members_there ON group_members (group_id, since, role);
-- The groups of a person, for the contact's drawer.
CREATE INDEX group_members_by_lid ON group_members (lid) WHERE lid IS NOT NULL;
CREATE INDEX group_members_by_phone ON group_members (phone) WHERE phone IS NOT NULL;

-- What each of our connections is in a group, and which member that is.
CREATE TABLE group_connections (
  group_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('left', 'member', 'admin', 'superadmin')),
  member_id INTEGER,
  PRIMARY KEY (group_id, connection_id)
) WITHOUT ROWID;

-- What became of our message at each member of a group: the earliest time told of each.
CREATE TABLE message_receipts (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  member_id INTEGER NOT NULL,
  delivered_at INTEGER NOT NULL,
  read_at INTEGER,
  played_at INTEGER,
  PRIMARY KEY (message_id, member_id)
) WITHOUT ROWID;

-- The latest import of each connection. `part` and `position` say where it stands, written with the messages themselves.
CREATE TABLE history_imports (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'stopped')),
  reason TEXT,
  percent INTEGER NOT NULL DEFAULT 0,
  contacts INTEGER NOT NULL DEFAULT 0,
  tickets INTEGER NOT NULL DEFAULT 0,
  messages INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  part TEXT,
  position INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
);

-- Blocked or unblocked here, and the messenger does not know yet: told when the connection is open.
CREATE TABLE block_wishes (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, contact_id)
) WITHOUT ROWID;
CREATE INDEX block_wishes_contact ON block_wishes (contact_id);

-- Whoever is looked for by a part of a name or number is found without reading everybody: three signs in a row lead there.
CREATE VIRTUAL TABLE contact_search USING fts5 (name_folded, number, content = '', contentless_delete = 1, tokenize = 'trigram');

-- What was read here and the messenger does not know yet, one row for each opening of a conversation: told when the connection is open.
CREATE TABLE read_wishes (
  id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  marks TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX read_wishes_connection ON read_wishes (connection_id, id);
CREATE INDEX read_wishes_contact ON read_wishes (contact_id);
CREATE INDEX read_wishes_age ON read_wishes (created_at);

-- Searching by name goes through words: the few distinct words that contain the needle lead to exactly the contacts that match.
CREATE TABLE name_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);

-- A trigram index over each word with a blank appended, so that the end of a word can be searched for as well.
CREATE VIRTUAL TABLE name_word_search USING fts5 (word, content = '', contentless_delete = 1, tokenize = 'trigram');

-- Each word of each name, with the rest of the name from the blank after it: a needle of several words is one range of this index.
CREATE TABLE contact_words (
  word_id INTEGER NOT NULL,
  rest TEXT NOT NULL,
  contact_id INTEGER NOT NULL,
  PRIMARY KEY (word_id, rest, contact_id)
) WITHOUT ROWID;

-- Existing contacts are indexed later, in slices, newest first: those with an id below this are still missing. Empty when done.
CREATE TABLE contact_words_due (below INTEGER NOT NULL);

-- The highest id deleted in each range: an id is never used again. Written only when messages are deleted.
CREATE TABLE deleted_message_ids (range INTEGER PRIMARY KEY, highest INTEGER NOT NULL);

-- What waits to leave. A row goes when the messenger confirmed it or it failed for good.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  act_id INTEGER REFERENCES own_acts (id) ON DELETE CASCADE,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX outbox_order ON outbox (connection_id, id);
CREATE INDEX outbox_contact ON outbox (connection_id, contact_id, id);
CREATE UNIQUE INDEX outbox_message ON outbox (message_id) WHERE act_id IS NULL;
CREATE UNIQUE INDEX outbox_act ON outbox (act_id) WHERE act_id IS NOT NULL;
CREATE INDEX outbox_acts ON outbox (message_id) WHERE act_id IS NOT NULL;
CREATE INDEX outbox_postponed ON outbox (connection_id, next_at) WHERE next_at <> created_at;

-- The numbers of a connection that has been linked to more than one, counted from 0. Whose number never changed has no rows here.
CREATE TABLE connection_accounts (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  number TEXT NOT NULL,
  account INTEGER NOT NULL,
  PRIMARY KEY (connection_id, number) -- which of them it is linked to now
) WITHOUT ROWID;

-- Every administrative act: who did what to what, and which fields changed.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- Null: the operator's command line.
  user_id INTEGER,
  user_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  act TEXT NOT NULL,
  subject_id INTEGER,
  subject_name TEXT NOT NULL,
  -- JSON: [{ field, from, to }].
  changes TEXT NOT NULL
);
CREATE INDEX audit_log_kind ON audit_log (kind, subject_id, id);
CREATE INDEX audit_log_user ON audit_log (user_id, id);

-- Texts and files that attendants send again and again. A general one is the company's, any other its author's.
CREATE TABLE quick_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  shortcode TEXT NOT NULL,
  shortcode_folded TEXT NOT NULL,
  message TEXT NOT NULL,
  words TEXT NOT NULL, -- shortcode and message as search sees them
  general INTEGER NOT NULL,
  active INTEGER NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  tag_id INTEGER REFERENCES tags (id) ON DELETE SET NULL,
  send_only_media INTEGER NOT NULL,
  kind TEXT, -- of the file, as it is sent
  media TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX quick_messages_shortcode ON quick_messages (shortcode_folded, id);
CREATE INDEX quick_messages_tag ON quick_messages (tag_id) WHERE tag_id IS NOT NULL;
CREATE INDEX quick_messages_file ON quick_messages (json_extract(media, '$.file')) WHERE media IS NOT NULL;
CREATE INDEX quick_messages_user ON quick_messages (user_id) WHERE user_id IS NOT NULL;

-- The tree of what the bot offers in a queue. A target stays named when it is gone, so that the tree shows what is broken.
CREATE TABLE queue_options (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  parent_id INTEGER REFERENCES queue_options (id) ON DELETE CASCADE,
  -- From 0 among its siblings: what the contact types is one more.
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '',
  option_type TEXT NOT NULL CHECK (option_type IN ('Texto', 'Arquivo', 'Fila', 'Atendente')),
  target_queue_id INTEGER,
  target_user_id INTEGER,
  media_file TEXT,
  media_name TEXT,
  media_type TEXT,
  media_size INTEGER
);
CREATE INDEX queue_options_tree ON queue_options (queue_id, parent_id, position);
CREATE INDEX queue_options_parent ON queue_options (parent_id);
CREATE INDEX queue_options_media ON queue_options (media_file) WHERE media_file IS NOT NULL;

-- Where the bot stands in a ticket. The row stays when it has ended, so that it does not begin anew.
CREATE TABLE bot_sessions (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  -- JSON.
  state TEXT NOT NULL,
  -- With which it began: one that is decrypted later comes twice. Null: it ended before it began.
  message_id INTEGER,
  -- Since when it waits for the choice of a queue.
  asking_since INTEGER
);
CREATE INDEX bot_sessions_asking ON bot_sessions (connection_id, asking_since) WHERE asking_since IS NOT NULL;

-- What a waiting contact was told of their place in the queue.
CREATE TABLE queue_positions (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  told_at INTEGER NOT NULL
);

-- The company's week, as JSON; without a row the usual one.
CREATE TABLE company_hours (id INTEGER PRIMARY KEY CHECK (id = 1), week TEXT NOT NULL);

-- Days off: of the whole company, or of one queue.
CREATE TABLE holidays (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  day TEXT NOT NULL,
  name TEXT NOT NULL,
  queue_id INTEGER REFERENCES queues (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX holidays_day ON holidays (day, ifnull(queue_id, 0));
CREATE INDEX holidays_queue ON holidays (queue_id) WHERE queue_id IS NOT NULL;

-- When a contact was last told that nobody is there.
CREATE TABLE told_closed (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  at INTEGER NOT NULL
);

CREATE TABLE rating_categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  description TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE ratings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  message TEXT NOT NULL,
  -- JSON: [{ value, name, order, satisfied }].
  options TEXT NOT NULL,
  -- Empty: the usual words.
  thanks TEXT NOT NULL,
  asks_comment INTEGER NOT NULL,
  comment_message TEXT NOT NULL,
  active INTEGER NOT NULL,
  category_id INTEGER REFERENCES rating_categories (id) ON DELETE SET NULL,
  -- Who created it.
  user_id INTEGER,
  updated_at INTEGER NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0,
  default_queue_ids TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX ratings_category ON ratings (category_id);

-- A contact was asked: the question as it was then, and the answer. Whose contact it is, its ticket says.
CREATE TABLE ticket_ratings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL UNIQUE REFERENCES tickets (id) ON DELETE CASCADE,
  -- Who attended, and where.
  user_id INTEGER,
  queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  -- Null: the connection's question, or a rating that was deleted.
  rating_id INTEGER REFERENCES ratings (id) ON DELETE SET NULL,
  -- Empty: the connection's question.
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  options TEXT NOT NULL,
  thanks TEXT NOT NULL,
  -- Empty: no comment is asked.
  comment_message TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  -- Until when an answer counts; 0 when the contact has another ticket since.
  expires_at INTEGER NOT NULL,
  value INTEGER,
  label TEXT,
  -- Of csat alone.
  satisfied INTEGER,
  -- The highest value of the scale.
  top INTEGER NOT NULL,
  answered_at INTEGER,
  comment TEXT,
  -- Until when what the contact writes is the comment.
  comment_until INTEGER
);
-- The list of answers, and of those with a comment.
CREATE INDEX ticket_ratings_answered ON ticket_ratings (answered_at DESC, id DESC, asked_at, rating_id, user_id, queue_id, name)
  WHERE answered_at IS NOT NULL;
CREATE INDEX ticket_ratings_commented ON ticket_ratings (answered_at DESC, id DESC, asked_at, rating_id, user_id, queue_id, name)
  WHERE answered_at IS NOT NULL AND comment IS NOT NULL;
CREATE INDEX ticket_ratings_rating ON ticket_ratings (rating_id);
CREATE INDEX ticket_ratings_queue ON ticket_ratings (queue_id);

-- To whom a conversation went, and why. Nobody: it stayed in the queue.
CREATE TABLE distributions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  user_id INTEGER,
  -- Who had it before: they did not answer, or gave it back.
  from_user_id INTEGER,
  reason TEXT NOT NULL,
  -- The numbers in the reason, as JSON.
  data TEXT NOT NULL,
  -- Given, and not answered yet.
  awaits_answer INTEGER NOT NULL DEFAULT 0,
  -- Supervisors were told that nobody is there.
  told INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX distributions_queue ON distributions (queue_id, id);
CREATE INDEX distributions_user ON distributions (queue_id, user_id, id);
CREATE INDEX distributions_ticket ON distributions (ticket_id, id);
CREATE INDEX distributions_awaiting ON distributions (queue_id, created_at) WHERE awaits_answer = 1;
CREATE INDEX distributions_told ON distributions (queue_id, id) WHERE told = 1;
CREATE INDEX distributions_old ON distributions (created_at);

-- What the present state does not tell; one without a row has not changed since this table exists.
CREATE TABLE connection_health (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  status_since INTEGER NOT NULL,
  -- The reason of the last state that had one.
  last_error TEXT,
  last_error_at INTEGER
);

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

-- Those said before this table was there are indexed in slices: those with an id below this are still missing. Empty when done.
CREATE TABLE message_search_backlog (below INTEGER NOT NULL);

-- What a company keeps of its contacts beside name and number: a category, and facts under names of its own.
CREATE TABLE contact_categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  description TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE contact_extra_info (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX contact_extra_info_contact ON contact_extra_info (contact_id, id);

-- How many people and groups there are, without counting them.
CREATE TABLE contact_counts (is_group INTEGER PRIMARY KEY, n INTEGER NOT NULL);
INSERT INTO contact_counts VALUES (0, 0), (1, 0);

-- What is brought in a spreadsheet, or from a phone: its rows lie in a stored file, a JSON line each, until they are taken.
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  target TEXT NOT NULL, -- who takes the rows
  subject_id INTEGER, -- where they go, if the target has several places
  file_name TEXT NOT NULL,
  file TEXT, -- null once nobody needs it
  state TEXT NOT NULL CHECK (state IN ('ready', 'running', 'done', 'failed', 'stopped')),
  columns TEXT NOT NULL, -- JSON: what each column holds
  has_head INTEGER NOT NULL,
  update_existing INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL,
  -- What is taken: in the transaction that takes it, so that after a crash nothing is taken twice.
  position INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  user_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
);
CREATE INDEX imports_under_way ON imports (id) WHERE state = 'running';
CREATE INDEX imports_of_target ON imports (target, id);
CREATE INDEX imports_by_file ON imports (file) WHERE file IS NOT NULL;

-- The rows that could not be taken.
CREATE TABLE import_errors (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  value TEXT NOT NULL,
  problem TEXT NOT NULL,
  PRIMARY KEY (import_id, line)
) WITHOUT ROWID;

-- The chats that a phone has told of with its history, whether or not their messages were imported.
CREATE TABLE phone_chats (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('phone', 'lid')),
  value TEXT NOT NULL,
  other TEXT, -- the same person's address of the other kind
  name TEXT,
  PRIMARY KEY (connection_id, kind, value)
) WITHOUT ROWID;

-- Contacts that may be one person: a name of two words or more under several numbers, or the two forms of a mobile number.
-- Of many with one name each stands beside the oldest, so that there are never more pairs than contacts.
CREATE TABLE contact_duplicates (
  older_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  newer_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  reason TEXT NOT NULL CHECK (reason IN ('name', 'number')),
  apart_at INTEGER, -- somebody said that they are not the same person
  PRIMARY KEY (older_id, newer_id)
) WITHOUT ROWID;
CREATE INDEX contact_duplicates_newer ON contact_duplicates (newer_id);
CREATE INDEX contact_duplicates_suggested ON contact_duplicates (newer_id DESC, older_id) WHERE apart_at IS NULL;

-- What people know of a contact, written in one of its tickets.
CREATE TABLE ticket_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  -- That of the ticket, also when it changes.
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  note TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX ticket_notes_contact ON ticket_notes (contact_id, id, ticket_id);
CREATE INDEX ticket_notes_ticket ON ticket_notes (ticket_id);

-- From the beginning of a ticket, or its reopening, until it was closed. Of a deleted queue it keeps the number.
CREATE TABLE ticket_stretches (
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  -- Null: nobody attended it.
  accepted_at INTEGER,
  closed_at INTEGER NOT NULL,
  -- In milliseconds: until it was accepted, and from there until it was closed.
  wait INTEGER,
  support INTEGER,
  -- Who had it at the end, and where.
  user_id INTEGER,
  queue_id INTEGER,
  PRIMARY KEY (ticket_id, began_at)
) WITHOUT ROWID;
-- The figures of a period, of a queue and of a person, read from the index alone.
CREATE INDEX ticket_stretches_day ON ticket_stretches (closed_at, queue_id, user_id, wait, support);
CREATE INDEX ticket_stretches_queue ON ticket_stretches (queue_id, closed_at, wait, support);
CREATE INDEX ticket_stretches_user ON ticket_stretches (user_id, closed_at, wait, support);

-- What was closed before gets its stretches later, in slices: tickets below this number have none yet.
CREATE TABLE ticket_stretches_due (below INTEGER NOT NULL);

-- Messages that leave later, and reminders of a person.
CREATE TABLE schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- `mensagem` or `lembrete`.
  type TEXT NOT NULL,
  -- Who made it; a reminder is for them.
  user_id INTEGER NOT NULL REFERENCES users (id),
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  -- Null: of a reminder, or the connection was deleted.
  connection_id INTEGER REFERENCES connections (id) ON DELETE SET NULL,
  queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  body TEXT NOT NULL,
  -- Body and the contact's name, as search sees them.
  words TEXT NOT NULL,
  kind TEXT,
  media TEXT,
  send_at INTEGER NOT NULL,
  sent_at INTEGER,
  -- pending, sending, sucess, err.
  status TEXT NOT NULL,
  -- Why it failed, a key under `messages.failure` or `schedules.failure`.
  failure TEXT,
  -- The message that it became.
  message_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  wait_why TEXT,
  wait_until INTEGER,
  again_at INTEGER,
  is_unseen INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX schedules_due ON schedules (send_at) WHERE status = 'pending';
CREATE INDEX schedules_time ON schedules (send_at, id);
CREATE INDEX schedules_user ON schedules (user_id, send_at, id);
CREATE INDEX schedules_contact ON schedules (contact_id);
CREATE INDEX schedules_connection ON schedules (connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX schedules_queue ON schedules (queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX schedules_message ON schedules (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX schedules_file ON schedules (json_extract(media, '$.file')) WHERE media IS NOT NULL;
CREATE INDEX schedules_unseen ON schedules (user_id, send_at) WHERE is_unseen = 1;

-- Whom we wrote to without an attendant: in which queue their answer opens its ticket.
CREATE TABLE expected_answers (
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  until INTEGER NOT NULL,
  PRIMARY KEY (contact_id, connection_id)
) WITHOUT ROWID;
CREATE INDEX expected_answers_connection ON expected_answers (connection_id);
CREATE INDEX expected_answers_queue ON expected_answers (queue_id);

-- A key that is missing has its default; values are JSON.
CREATE TABLE campaign_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Where a connection stands in its pace; written in the transaction that posts a message.
CREATE TABLE reach_pace (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  -- Of the company's calendar; `sent` and `cold` count in it.
  day TEXT NOT NULL,
  sent INTEGER NOT NULL,
  cold INTEGER NOT NULL,
  -- Since the last longer pause.
  burst INTEGER NOT NULL,
  -- When the next may leave, and whether it is a longer pause that lasts until then.
  free_at INTEGER NOT NULL,
  is_pausing INTEGER NOT NULL,
  -- How many times slower it goes than it is set.
  factor REAL NOT NULL,
  -- Null: it goes; else since when nothing leaves, until somebody lets it go on.
  stopped_at INTEGER,
  -- Outcomes of what was posted before count no more: somebody let it go on.
  released_at INTEGER NOT NULL,
  -- When its outcomes were last looked at.
  judged_at INTEGER NOT NULL,
  -- Of the chats that WhatsApp lets the account begin: how many are left, until when; null while nothing is known.
  new_chats_left INTEGER,
  new_chats_until INTEGER,
  -- How many were ever posted, for the ring of outcomes.
  posted INTEGER NOT NULL
);

-- What left on each day before.
CREATE TABLE reach_days (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  sent INTEGER NOT NULL,
  PRIMARY KEY (connection_id, day)
) WITHOUT ROWID;

-- The latest messages of a connection that nobody sent by hand, in a ring of slots: how they fare.
CREATE TABLE reach_outcomes (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  slot INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  contact_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  -- waiting, sent, delivered, read, failed, blocked, optedOut.
  state TEXT NOT NULL,
  PRIMARY KEY (connection_id, slot)
) WITHOUT ROWID;
CREATE UNIQUE INDEX reach_outcomes_message ON reach_outcomes (message_id);
CREATE INDEX reach_outcomes_contact ON reach_outcomes (contact_id);

-- Whom we wrote to so, and when last.
CREATE TABLE reached (
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  PRIMARY KEY (contact_id, connection_id)
) WITHOUT ROWID;
CREATE INDEX reached_connection ON reached (connection_id);

-- Who wants nothing that was not asked for; kept when the contact is deleted.
CREATE TABLE opt_outs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contact_id INTEGER REFERENCES contacts (id) ON DELETE SET NULL,
  number TEXT,
  -- As the contact was called then; empty: only the number is known.
  name TEXT NOT NULL,
  -- What the contact wrote; null: a person of the company did it.
  word TEXT,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  -- Over which the contact wrote.
  connection_id INTEGER REFERENCES connections (id) ON DELETE SET NULL,
  at INTEGER NOT NULL,
  is_confirmed INTEGER NOT NULL,
  number_hash TEXT
);
CREATE UNIQUE INDEX opt_outs_contact ON opt_outs (contact_id) WHERE contact_id IS NOT NULL;
CREATE UNIQUE INDEX opt_outs_number ON opt_outs (number) WHERE number IS NOT NULL;
CREATE INDEX opt_outs_at ON opt_outs (at DESC, id DESC);
CREATE INDEX opt_outs_user ON opt_outs (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX opt_outs_connection ON opt_outs (connection_id) WHERE connection_id IS NOT NULL;
CREATE UNIQUE INDEX opt_outs_number_hash ON opt_outs (number_hash) WHERE number_hash IS NOT NULL;

-- Lists of people that campaigns write to; they need not be contacts.
CREATE TABLE contact_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Not shown any more; its items go little by little, and then the row.
  deleted_at INTEGER,
  -- Kept by the triggers below.
  contacts_count INTEGER NOT NULL DEFAULT 0,
  valid_count INTEGER NOT NULL DEFAULT 0,
  invalid_count INTEGER NOT NULL DEFAULT 0,
  blacklist_count INTEGER NOT NULL DEFAULT 0,
  -- Still to be looked up.
  due_count INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX contact_lists_name ON contact_lists (name_folded) WHERE deleted_at IS NULL;
CREATE INDEX contact_lists_deleted ON contact_lists (id) WHERE deleted_at IS NOT NULL;

CREATE TABLE contact_list_items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  list_id INTEGER NOT NULL REFERENCES contact_lists (id),
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  -- Digits with country code.
  number TEXT NOT NULL,
  email TEXT,
  -- What the messenger says of the number; null: not known.
  is_whatsapp_valid INTEGER,
  checked_at INTEGER,
  -- Times that it was asked without an answer.
  tries INTEGER NOT NULL DEFAULT 0,
  in_blacklist INTEGER NOT NULL DEFAULT 0,
  -- JSON: further columns of the spreadsheet, `[{name, value}]`.
  extra TEXT NOT NULL DEFAULT '[]',
  -- The spreadsheet that brought it.
  import_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Whether it is still to be looked up.
  is_due INTEGER NOT NULL GENERATED ALWAYS AS (is_whatsapp_valid IS NULL AND tries < 3 AND in_blacklist = 0) VIRTUAL,
  contact_id INTEGER REFERENCES contacts (id) ON DELETE CASCADE,
  asked_at INTEGER,
  wanted_at INTEGER
);
CREATE UNIQUE INDEX contact_list_items_once ON contact_list_items (list_id, number);
CREATE INDEX contact_list_items_number ON contact_list_items (number);
-- With all that the page of a list searches and filters by.
CREATE INDEX contact_list_items_page ON contact_list_items (list_id, name_folded, id, number, is_whatsapp_valid, in_blacklist);
CREATE INDEX contact_list_items_in_order ON contact_list_items (list_id, id);
CREATE INDEX contact_list_items_due ON contact_list_items (id) WHERE is_whatsapp_valid IS NULL AND tries < 3 AND in_blacklist = 0;
CREATE INDEX contact_list_items_contact ON contact_list_items (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX contact_list_items_wanted ON contact_list_items (wanted_at) WHERE wanted_at IS NOT NULL;
CREATE INDEX contact_list_items_unanswered ON contact_list_items (asked_at) WHERE is_whatsapp_valid IS NULL AND tries >= 3;

-- How often each connection has asked the messenger about numbers in its present hour, and when it may ask again.
CREATE TABLE number_look_ups (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  hour_began INTEGER NOT NULL,
  count INTEGER NOT NULL,
  next_at INTEGER NOT NULL
);

-- Messages to many, each of whom gets one once.
CREATE TABLE campaigns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  status TEXT NOT NULL,
  -- Whom it reaches: one of the two.
  contact_list_id INTEGER REFERENCES contact_lists (id) ON DELETE SET NULL,
  tag_id INTEGER REFERENCES tags (id) ON DELETE SET NULL,
  connection_id INTEGER REFERENCES connections (id) ON DELETE SET NULL,
  queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  excludes_cold INTEGER NOT NULL DEFAULT 0,
  confirmation INTEGER NOT NULL DEFAULT 0,
  starts_at INTEGER,
  started_at INTEGER,
  completed_at INTEGER,
  -- Why it was cancelled, where nobody did it; a key under `campaigns.reason`.
  reason TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Five of each, as JSON.
  texts TEXT NOT NULL,
  confirmation_texts TEXT NOT NULL,
  kind TEXT,
  media TEXT,
  excludes_engaged INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX campaigns_status ON campaigns (status, starts_at);
CREATE INDEX campaigns_created ON campaigns (created_at, id);
CREATE INDEX campaigns_list ON campaigns (contact_list_id) WHERE contact_list_id IS NOT NULL;
CREATE INDEX campaigns_tag ON campaigns (tag_id) WHERE tag_id IS NOT NULL;
CREATE INDEX campaigns_connection ON campaigns (connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX campaigns_queue ON campaigns (queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX campaigns_file ON campaigns (json_extract(media, '$.file')) WHERE media IS NOT NULL;

-- What changes with every message, apart from the long texts.
CREATE TABLE campaign_progress (
  campaign_id INTEGER PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
  -- Where in its list or tag it has come with making deliveries, how many there are, and whether that is all.
  source_id INTEGER NOT NULL DEFAULT 0,
  is_filled INTEGER NOT NULL DEFAULT 0,
  -- Whose turn it is among those of one connection: the smallest.
  turn INTEGER NOT NULL DEFAULT 0,
  wait_why TEXT,
  wait_until INTEGER,
  total INTEGER NOT NULL DEFAULT 0,
  waiting INTEGER NOT NULL DEFAULT 0,
  cold_waiting INTEGER NOT NULL DEFAULT 0,
  asked INTEGER NOT NULL DEFAULT 0,
  sent INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  delivered INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  opted_out INTEGER NOT NULL DEFAULT 0,
  confirmed INTEGER NOT NULL DEFAULT 0,
  tickets INTEGER NOT NULL DEFAULT 0
);

-- One for each person it is meant for.
CREATE TABLE campaign_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  -- Digits.
  number TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Name and number as search sees them.
  words TEXT NOT NULL,
  contact_id INTEGER REFERENCES contacts (id) ON DELETE SET NULL,
  connection_id INTEGER,
  -- Its place in line, with a little chance in it; below 0 is before all others.
  position INTEGER NOT NULL,
  -- Never wrote to us over the connection.
  is_cold INTEGER NOT NULL,
  -- Which of the texts, beginning with 1.
  text INTEGER NOT NULL,
  confirmation_text INTEGER,
  -- waiting, sending, asked, sent, delivered, read, answered, optedOut, failed, skipped.
  state TEXT NOT NULL,
  reason TEXT,
  answer TEXT,
  -- The messages that it became, chosen when they were posted.
  confirmation_id INTEGER,
  message_id INTEGER,
  -- Opened by the answer.
  ticket_id INTEGER REFERENCES tickets (id) ON DELETE SET NULL,
  asked_at INTEGER,
  confirmed_at INTEGER,
  sent_at INTEGER,
  delivered_at INTEGER,
  read_at INTEGER,
  answered_at INTEGER,
  -- Of its last change.
  at INTEGER NOT NULL,
  UNIQUE (campaign_id, number)
);
CREATE INDEX deliveries_next ON campaign_deliveries (campaign_id, is_cold, position, id) WHERE state = 'waiting';
CREATE INDEX deliveries_sending ON campaign_deliveries (connection_id, campaign_id) WHERE state = 'sending';
CREATE INDEX deliveries_asked ON campaign_deliveries (asked_at) WHERE state = 'asked';
CREATE INDEX deliveries_message ON campaign_deliveries (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX deliveries_confirmation ON campaign_deliveries (confirmation_id) WHERE confirmation_id IS NOT NULL;
CREATE INDEX deliveries_contact ON campaign_deliveries (contact_id, campaign_id) WHERE contact_id IS NOT NULL;
CREATE INDEX deliveries_ticket ON campaign_deliveries (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX deliveries_tickets ON campaign_deliveries (campaign_id) WHERE ticket_id IS NOT NULL;
-- The tabs of the report, newest change first; `words` so that search reads no rows.
CREATE INDEX deliveries_page ON campaign_deliveries (campaign_id, at, id, words);
CREATE INDEX deliveries_waiting ON campaign_deliveries (campaign_id, at, id) WHERE state IN ('waiting', 'sending', 'asked');
CREATE INDEX deliveries_delivered ON campaign_deliveries (campaign_id, at, id) WHERE delivered_at IS NOT NULL;
CREATE INDEX deliveries_answered ON campaign_deliveries (campaign_id, at, id) WHERE answered_at IS NOT NULL;
CREATE INDEX deliveries_failed ON campaign_deliveries (campaign_id, at, id) WHERE state = 'failed';
CREATE INDEX deliveries_opted_out ON campaign_deliveries (campaign_id, at, id) WHERE state = 'optedOut';
CREATE INDEX deliveries_skipped ON campaign_deliveries (campaign_id, at, id) WHERE state = 'skipped';

-- What came back in each hour, counted when it comes. `hour` is its beginning in milliseconds.
CREATE TABLE campaign_points (
  campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  hour INTEGER NOT NULL,
  delivered INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  opted_out INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, hour)
) WITHOUT ROWID;

-- Quick messages are found by a part of their words without reading all of them, which took 50 ms with ten thousand.
CREATE VIRTUAL TABLE quick_message_search USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'trigram');

-- The company's own, so that no list of hashed numbers fits two companies. Empty until somebody is erased.
CREATE TABLE erasure_key (key BLOB NOT NULL);

-- The username that a LID has on the messenger. One of them has it at a time: whoever takes it takes it from the one before.
CREATE TABLE usernames (
  lid TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  folded TEXT NOT NULL UNIQUE, -- in lower case
  since INTEGER NOT NULL
) WITHOUT ROWID;

-- The figures of dashboard and reports, per hour (counted in UTC from 1970), queue, person and connection; 0 stands for none. The
-- triggers below keep them in the transaction of the ticket or message, whatever changes it, so they are always what a
-- recount of the views gives (src/tickets/figures). Groups and imported history are left out.
-- Whatever is counted stands where its ticket stands now: a list with the same filters has as many rows.
CREATE TABLE figures (
  hour INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  opened INTEGER NOT NULL,
  -- First attended in this hour, and how long these contacts had waited, in milliseconds.
  accepted INTEGER NOT NULL,
  wait INTEGER NOT NULL,
  -- Closed in this hour; those of them that somebody had attended, and how long.
  closed INTEGER NOT NULL,
  attended INTEGER NOT NULL,
  support INTEGER NOT NULL,
  -- Ratings asked for in this hour.
  asked INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  -- Of csat: how many were answered, by satisfied contacts, and the sum of answers in 1/2520 of their scale, which all scales to ten divide.
  csat INTEGER NOT NULL,
  satisfied INTEGER NOT NULL,
  csat_sum INTEGER NOT NULL,
  promoters INTEGER NOT NULL,
  passives INTEGER NOT NULL,
  detractors INTEGER NOT NULL,
  -- New contacts, of no queue and no connection.
  contacts INTEGER NOT NULL,
  PRIMARY KEY (hour, user_id, queue_id, connection_id)
) WITHOUT ROWID;

-- Messages apart, because they are many: theirs are rows of few columns. `user_id` is who sent it.
CREATE TABLE message_hours (
  hour INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  received INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  PRIMARY KEY (hour, user_id, queue_id, connection_id)
) WITHOUT ROWID;

-- Tickets below this number are not counted yet: they are in slices after an upgrade or a rebuild. No row: all are.
CREATE TABLE figures_due (below INTEGER NOT NULL);

-- When the figures were last compared with a recount.
CREATE TABLE figures_compared (at INTEGER NOT NULL);

-- Which of the operator's announcements each person has read. The announcements themselves are in control.db.
CREATE TABLE announcement_reads (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  announcement_id INTEGER NOT NULL,
  read_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, announcement_id)
) WITHOUT ROWID;
CREATE INDEX announcement_reads_announcement ON announcement_reads (announcement_id);

-- What the people of a company write to each other.
CREATE TABLE chats (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL, -- empty: it is called by its members
  owner_id INTEGER NOT NULL,
  created_by INTEGER NOT NULL,
  last_message_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL -- of the last message, or its beginning
);

CREATE TABLE chat_members (
  id INTEGER PRIMARY KEY, -- in the order in which they came: the next one owns
  chat_id INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id),
  unreads INTEGER NOT NULL DEFAULT 0, -- messages of others after read_id
  read_id INTEGER NOT NULL DEFAULT 0,
  UNIQUE (chat_id, user_id)
);
CREATE INDEX chat_members_user ON chat_members (user_id, chat_id);

CREATE TABLE chat_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chat_id INTEGER NOT NULL,
  sender_id INTEGER NOT NULL,
  body TEXT NOT NULL,
  kind TEXT, -- of the file
  media TEXT,
  ticket_id INTEGER, -- a conversation with a contact that is shown as a card; it may be gone
  client_id TEXT,
  created_at INTEGER NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0,
  is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX chat_messages_chat ON chat_messages (chat_id, id);
CREATE INDEX chat_messages_files ON chat_messages (chat_id, id) WHERE media IS NOT NULL;
CREATE INDEX chat_messages_file ON chat_messages (json_extract(media, '$.file')) WHERE media IS NOT NULL;
CREATE UNIQUE INDEX chat_messages_client ON chat_messages (chat_id, sender_id, client_id) WHERE client_id IS NOT NULL;

CREATE VIRTUAL TABLE chat_message_search USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'trigram');

-- The personal task lists of users.
CREATE TABLE tasks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  text TEXT NOT NULL,
  description TEXT NOT NULL,
  -- Ascending; new tasks are inserted above all others. Gaps allow a move to change one row.
  position INTEGER NOT NULL,
  -- Null while open.
  completed_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX tasks_user ON tasks (user_id, completed_at, position, id);

-- The personal calendars of users.
CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  start_at INTEGER NOT NULL,
  -- After the start.
  end_at INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  -- Folded title and description, for search.
  words TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX events_user ON events (user_id, start_at, end_at, id);

-- Conversations with the AI assistant. Each belongs to one person, and nobody else sees it.
CREATE TABLE ai_chats (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL -- of the last question
);
CREATE INDEX ai_chats_user ON ai_chats (user_id, updated_at);

CREATE TABLE ai_turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chat_id INTEGER NOT NULL,
  prompt TEXT NOT NULL,
  answer TEXT NOT NULL DEFAULT '', -- as far as it has come
  outcome TEXT NOT NULL DEFAULT 'writing',
  error TEXT, -- code, if the outcome is failed
  created_at INTEGER NOT NULL
);
CREATE INDEX ai_turns_chat ON ai_turns (chat_id, id);

-- E-mails of the company's people. Each recipient gets a copy of their own, with a state of its own.
CREATE TABLE emails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  token TEXT NOT NULL, -- begins the Message-ID of each copy, the same at every try
  subject TEXT NOT NULL,
  message TEXT NOT NULL,
  words TEXT NOT NULL, -- folded subject and addresses, for the search
  state TEXT NOT NULL, -- scheduled, sending, done
  send_at INTEGER NOT NULL,
  next_at INTEGER, -- when the sender has to look at it; NULL when nothing is left
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX emails_due ON emails (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX emails_scheduled ON emails (send_at) WHERE state = 'scheduled';
CREATE INDEX emails_sent ON emails (send_at) WHERE state <> 'scheduled';
CREATE INDEX emails_user ON emails (user_id, send_at);

CREATE TABLE email_recipients (
  id INTEGER PRIMARY KEY,
  email_id INTEGER NOT NULL REFERENCES emails (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  state TEXT NOT NULL, -- queued, sending, sent, failed, unknown
  failure TEXT,
  answer TEXT, -- the server's own words
  tries INTEGER NOT NULL DEFAULT 0,
  since INTEGER NOT NULL, -- it is tried for a day from here
  next_at INTEGER, -- the next try of a queued one
  sent_at INTEGER
);
CREATE INDEX email_recipients_email ON email_recipients (email_id);
CREATE INDEX email_recipients_address ON email_recipients (address COLLATE NOCASE);

-- The results of ratings, per quarter of an hour (counted from 1970), question, answer, queue, person, and the place of its ticket,
-- which decides who sees it. Triggers keep them like the figures (0070), and the same jobs count and compare them. 0, -1 and ''
-- stand for none.
CREATE TABLE rating_counts (
  quarter INTEGER NOT NULL,
  rating_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  queue_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  value INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  ticket_queue_id INTEGER NOT NULL,
  ticket_user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  label TEXT NOT NULL,
  satisfied INTEGER NOT NULL,
  top INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top)
) WITHOUT ROWID;

-- Tokens of the external API. A token belongs to a connection or to a queue; only its hash is stored.
CREATE TABLE api_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER REFERENCES connections (id) ON DELETE CASCADE,
  queue_id INTEGER REFERENCES queues (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL, -- how it begins, to recognise it; empty: unknown
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL, -- JSON list
  is_main INTEGER NOT NULL DEFAULT 0, -- made in the dialog of its connection or queue, which renews it
  names_company INTEGER NOT NULL DEFAULT 1, -- the token says which company it belongs to
  user_id INTEGER REFERENCES users (id),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER,
  CHECK ((connection_id IS NULL) <> (queue_id IS NULL))
);
CREATE INDEX api_tokens_connection ON api_tokens (connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX api_tokens_queue ON api_tokens (queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX api_tokens_anywhere ON api_tokens (hash) WHERE names_company = 0;

-- What the external API has accepted. A row is written in the transaction that answers, and posts its messages at once
-- or when the rate limiter permits.
CREATE TABLE api_sends (
  id TEXT PRIMARY KEY,
  token_id INTEGER NOT NULL REFERENCES api_tokens (id) ON DELETE CASCADE,
  key TEXT, -- Idempotency-Key; NULL again after a day
  digest TEXT NOT NULL, -- of the request, to tell a repetition from another request under the same key
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  user_id INTEGER REFERENCES users (id), -- who gets the ticket
  opens_ticket INTEGER NOT NULL,
  number TEXT NOT NULL,
  state TEXT NOT NULL, -- waiting, posted, failed
  failure TEXT,
  wait_why TEXT,
  wait_until INTEGER,
  again_at INTEGER,
  created_at INTEGER NOT NULL,
  quoted_id INTEGER,
  is_signed INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX api_sends_key ON api_sends (token_id, key) WHERE key IS NOT NULL;
CREATE INDEX api_sends_due ON api_sends (again_at) WHERE state = 'waiting';
CREATE INDEX api_sends_waiting ON api_sends (contact_id, connection_id) WHERE state = 'waiting';
CREATE INDEX api_sends_time ON api_sends (created_at);
CREATE INDEX api_sends_contact ON api_sends (contact_id);
CREATE INDEX api_sends_connection ON api_sends (connection_id);
CREATE INDEX api_sends_queue ON api_sends (queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX api_sends_token ON api_sends (token_id);

-- One message each: the text goes with the first file.
CREATE TABLE api_send_parts (
  id INTEGER PRIMARY KEY,
  send_id TEXT NOT NULL REFERENCES api_sends (id) ON DELETE CASCADE,
  kind TEXT,
  body TEXT NOT NULL,
  media TEXT, -- NULL once posted: the message holds the file
  message_id INTEGER
);
CREATE INDEX api_send_parts_send ON api_send_parts (send_id, id);
CREATE INDEX api_send_parts_file ON api_send_parts (json_extract(media, '$.file')) WHERE media IS NOT NULL;

-- Webhooks: which events go to which address. Their progress stands in a table of its own, because it changes with every
-- delivery and what listens is looked up with every event.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  topics TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  secret TEXT NOT NULL,
  secret_at INTEGER NOT NULL,
  old_secret TEXT,
  old_until INTEGER,
  created_at INTEGER NOT NULL
);

CREATE TABLE webhook_states (
  webhook_id INTEGER PRIMARY KEY,
  active INTEGER NOT NULL DEFAULT 1,
  disabled_why TEXT,
  disabled_at INTEGER,
  mail_due INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  streak INTEGER NOT NULL DEFAULT 0,
  held_until INTEGER NOT NULL DEFAULT 0,
  last_at INTEGER,
  waiting INTEGER NOT NULL DEFAULT 0,
  settled INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'waiting',
  created_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  last_at INTEGER,
  answer_status INTEGER,
  fault TEXT,
  took INTEGER,
  answer TEXT,
  history TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, next_at, id) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_expiring ON webhook_deliveries (expires_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at) WHERE status <> 'waiting';
CREATE INDEX webhook_deliveries_all ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id, id) WHERE status = 'failed';

-- Integrations: what answers in a queue in place of its options. Their health stands in a table of its own, because it
-- changes with every turn.
CREATE TABLE integrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  project_name TEXT NOT NULL DEFAULT '',
  json_content TEXT,
  language TEXT NOT NULL DEFAULT 'pt-BR',
  url_integration TEXT NOT NULL DEFAULT '',
  url_token TEXT,
  secret TEXT,
  typebot_delay_message INTEGER NOT NULL DEFAULT 1000,
  typebot_expires INTEGER NOT NULL DEFAULT 1,
  typebot_keyword_finish TEXT NOT NULL DEFAULT '',
  typebot_keyword_restart TEXT NOT NULL DEFAULT '',
  typebot_restart_message TEXT NOT NULL DEFAULT '',
  typebot_slug TEXT NOT NULL DEFAULT '',
  typebot_unknown_message TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  paused_at INTEGER,
  old_secret TEXT,
  old_until INTEGER
);

CREATE TABLE integration_states (
  integration_id INTEGER PRIMARY KEY,
  streak INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  last_at INTEGER,
  day TEXT NOT NULL DEFAULT '',
  day_calls INTEGER NOT NULL DEFAULT 0,
  day_faults INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE integration_sessions (
  ticket_id INTEGER PRIMARY KEY,
  integration_id INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  turn INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'null',
  last_message_id INTEGER,
  recent TEXT NOT NULL DEFAULT '[]',
  rest TEXT,
  rest_at INTEGER,
  wake_at INTEGER
);
CREATE INDEX integration_sessions_due ON integration_sessions (ifnull(rest_at, wake_at))
  WHERE rest_at IS NOT NULL OR wake_at IS NOT NULL;
CREATE INDEX integration_sessions_of ON integration_sessions (integration_id);

CREATE TABLE integration_turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL,
  ticket_id INTEGER NOT NULL,
  message_id INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX integration_turns_of ON integration_turns (ticket_id, id);

CREATE TABLE integration_calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  integration_id INTEGER NOT NULL,
  ticket_id INTEGER,
  at INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  status INTEGER,
  what TEXT NOT NULL,
  fault TEXT
);
CREATE INDEX integration_calls_of ON integration_calls (integration_id, id);

-- Flows: what the integrations of type flowbuilder run. A published version never changes, so that open conversations
-- finish on theirs.
CREATE TABLE flows (
  integration_id INTEGER PRIMARY KEY REFERENCES integrations (id) ON DELETE CASCADE,
  draft TEXT NOT NULL,
  revision INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  version INTEGER,
  published_revision INTEGER
);

CREATE TABLE flow_versions (
  integration_id INTEGER NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  flow TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  published_by TEXT NOT NULL,
  PRIMARY KEY (integration_id, version)
);

CREATE TABLE flow_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  integration_id INTEGER NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
  media_file TEXT,
  media_name TEXT,
  media_type TEXT,
  media_size INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX flow_files_of ON flow_files (integration_id);
CREATE INDEX flow_files_named ON flow_files (media_file) WHERE media_file IS NOT NULL;

CREATE TABLE flow_secrets (
  integration_id INTEGER NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (integration_id, name)
);

-- Finished deliveries by the hour of their event, in hours since 1970. Deleted ones remain counted.
CREATE TABLE webhook_hours (
  webhook_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  settled INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, hour)
) WITHOUT ROWID;

-- Files of e-mails. One is stored while the e-mail is being written, and belongs to none until it is sent.
CREATE TABLE email_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_id INTEGER REFERENCES emails (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id), -- who added it
  media_file TEXT,
  media_name TEXT,
  media_type TEXT,
  media_size INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX email_files_email ON email_files (email_id);
CREATE INDEX email_files_user ON email_files (user_id, email_id);
CREATE INDEX email_files_media ON email_files (media_file) WHERE media_file IS NOT NULL;

-- Splits each name at its blanks: in its JSON form every blank is replaced by the separator of two strings.
CREATE VIEW name_pieces AS
SELECT c.id AS contact_id, piece.value AS word,
  substr(c.name_folded, (SELECT sum(length(value) + 1) FROM json_each(c.pieces) WHERE key <= piece.key)) AS rest
FROM (SELECT id, name_folded, '[' || replace(json_quote(name_folded), ' ', '","') || ']' AS pieces FROM contacts) c,
  json_each(c.pieces) piece;
-- The other form of a Brazilian mobile number, as in src/contacts/number.ts.
CREATE VIEW contact_twins AS
SELECT c.id AS id, CASE
  WHEN length(c.number) = 13 AND c.number GLOB '55[0-9][0-9]9[6-9]*' THEN substr(c.number, 1, 4) || substr(c.number, 6)
  WHEN length(c.number) = 12 AND c.number GLOB '55[0-9][0-9][6-9]*' THEN substr(c.number, 1, 4) || '9' || substr(c.number, 5)
END AS other FROM contacts c WHERE c.is_group = 0 AND c.number IS NOT NULL;
CREATE VIEW ticket_figures AS
  SELECT id AS ticket_id, created_at / 3600000 AS hour, ifnull(queue_id, 0) AS queue_id, ifnull(user_id, 0) AS user_id, connection_id,
    1 AS opened, 0 AS accepted, 0 AS wait, 0 AS closed, 0 AS attended, 0 AS support
  FROM tickets WHERE is_group = 0 AND imported = 0
  UNION ALL
  SELECT id, accepted_at / 3600000, ifnull(queue_id, 0), ifnull(user_id, 0), connection_id, 0, 1, max(0, accepted_at - created_at), 0, 0, 0
  FROM tickets WHERE is_group = 0 AND imported = 0 AND accepted_at IS NOT NULL
  UNION ALL
  SELECT id, closed_at / 3600000, ifnull(queue_id, 0), ifnull(user_id, 0), connection_id, 0, 0, 0, 1, accepted_at IS NOT NULL,
    ifnull(max(0, closed_at - accepted_at), 0)
  FROM tickets WHERE is_group = 0 AND imported = 0 AND status = 'closed' AND closed_at IS NOT NULL;
CREATE VIEW message_figures AS
  SELECT m.ticket_id, m.id AS message_id, m.created_at / 3600000 AS hour, ifnull(t.queue_id, 0) AS queue_id, ifnull(m.user_id, 0) AS user_id, m.connection_id,
    m.from_me = 0 AS received, m.from_me AS sent
  FROM messages m JOIN tickets t ON t.id = m.ticket_id
  WHERE t.is_group = 0 AND t.imported = 0 AND m.imported = 0 AND m.kind NOT IN ('note', 'call');
CREATE VIEW rating_figures AS
  SELECT r.ticket_id, r.asked_at / 3600000 AS hour, ifnull(r.queue_id, 0) AS queue_id, ifnull(r.user_id, 0) AS user_id, t.connection_id,
    1 AS asked, r.value IS NOT NULL AS answered,
    r.type = 'csat' AND r.value IS NOT NULL AS csat,
    r.type = 'csat' AND ifnull(r.satisfied, 0) AS satisfied,
    CASE WHEN r.type = 'csat' AND r.value IS NOT NULL AND r.top > 0 THEN r.value * 2520 / r.top ELSE 0 END AS csat_sum,
    r.type = 'nps' AND ifnull(r.value, -1) >= 9 AS promoters,
    r.type = 'nps' AND ifnull(r.value, -1) BETWEEN 7 AND 8 AS passives,
    r.type = 'nps' AND ifnull(r.value, -1) BETWEEN 0 AND 6 AS detractors
  FROM ticket_ratings r JOIN tickets t ON t.id = r.ticket_id WHERE t.is_group = 0 AND t.imported = 0;
CREATE VIEW rating_cells AS
  SELECT r.ticket_id, r.asked_at / 900000 AS quarter, ifnull(r.rating_id, 0) AS rating_id, r.type, ifnull(r.queue_id, 0) AS queue_id,
    ifnull(r.user_id, 0) AS user_id, ifnull(r.value, -1) AS value, t.connection_id, ifnull(t.queue_id, 0) AS ticket_queue_id,
    ifnull(t.user_id, 0) AS ticket_user_id, r.name, ifnull(r.label, '') AS label, ifnull(r.satisfied, -1) AS satisfied, r.top, 1 AS n
  FROM ticket_ratings r JOIN tickets t ON t.id = r.ticket_id WHERE t.is_group = 0 AND t.imported = 0;

CREATE TRIGGER contact_search_new AFTER INSERT ON contacts BEGIN
  INSERT INTO contact_search (rowid, name_folded, number) VALUES (new.id, new.name_folded, new.number);
END;
CREATE TRIGGER contact_search_changed AFTER UPDATE OF name_folded, number ON contacts
WHEN old.name_folded IS NOT new.name_folded OR old.number IS NOT new.number BEGIN
  DELETE FROM contact_search WHERE rowid = old.id;
  INSERT INTO contact_search (rowid, name_folded, number) VALUES (new.id, new.name_folded, new.number);
END;
CREATE TRIGGER contact_search_gone AFTER DELETE ON contacts BEGIN
  DELETE FROM contact_search WHERE rowid = old.id;
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
CREATE TRIGGER contacts_counted_in AFTER INSERT ON contacts BEGIN
  UPDATE contact_counts SET n = n + 1 WHERE is_group = new.is_group;
END;
CREATE TRIGGER contacts_counted_out AFTER DELETE ON contacts BEGIN
  UPDATE contact_counts SET n = n - 1 WHERE is_group = old.is_group;
END;
CREATE TRIGGER contact_duplicates_new AFTER INSERT ON contacts WHEN new.is_group = 0 AND new.number IS NOT NULL BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(new.id, c.id), max(new.id, c.id), 'number' FROM contact_twins t JOIN contacts c ON c.number = t.other WHERE t.id = new.id AND c.id <> new.id;
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(new.id, o.id), max(new.id, o.id), 'name' FROM (
      SELECT id FROM contacts WHERE is_group = 0 AND name_folded = new.name_folded AND number IS NOT NULL AND id <> new.id ORDER BY name_folded, id LIMIT 1) o
    WHERE new.name_folded GLOB '?*?? ??*';
END;
-- Those that stood beside it stand beside the next oldest.
CREATE TRIGGER contact_duplicates_gone BEFORE DELETE ON contacts BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT n.next, d.newer_id, 'name' FROM contact_duplicates d,
      (SELECT min(newer_id) AS next FROM contact_duplicates WHERE older_id = old.id AND reason = 'name') n
    WHERE d.older_id = old.id AND d.reason = 'name' AND d.newer_id > n.next;
END;
CREATE TRIGGER contact_duplicates_changed AFTER UPDATE OF name_folded, number ON contacts
WHEN new.is_group = 0 AND (old.name_folded IS NOT new.name_folded OR old.number IS NOT new.number) BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT n.next, d.newer_id, 'name' FROM contact_duplicates d,
      (SELECT min(newer_id) AS next FROM contact_duplicates WHERE older_id = old.id AND reason = 'name') n
    WHERE d.older_id = old.id AND d.reason = 'name' AND d.newer_id > n.next;
  DELETE FROM contact_duplicates WHERE older_id = new.id AND apart_at IS NULL;
  DELETE FROM contact_duplicates WHERE newer_id = new.id AND apart_at IS NULL;
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(new.id, c.id), max(new.id, c.id), 'number' FROM contact_twins t JOIN contacts c ON c.number = t.other WHERE t.id = new.id AND c.id <> new.id;
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(new.id, o.id), max(new.id, o.id), 'name' FROM (
      SELECT id FROM contacts WHERE is_group = 0 AND name_folded = new.name_folded AND number IS NOT NULL AND id <> new.id ORDER BY name_folded, id LIMIT 1) o
    WHERE (new.number IS NOT NULL OR EXISTS (SELECT 1 FROM contact_addresses WHERE contact_id = new.id AND kind = 'lid'))
      AND new.name_folded GLOB '?*?? ??*';
END;
-- A new contact.
CREATE TRIGGER figures_contact_in AFTER INSERT ON contacts
WHEN new.is_group = 0 BEGIN
  INSERT INTO figures VALUES (new.created_at / 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;
CREATE TRIGGER figures_contact_from AFTER UPDATE OF is_group, created_at ON contacts
WHEN old.is_group = 0 AND (old.is_group IS NOT new.is_group OR old.created_at IS NOT new.created_at) BEGIN
  INSERT INTO figures VALUES (old.created_at / 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;
CREATE TRIGGER figures_contact_to AFTER UPDATE OF is_group, created_at ON contacts
WHEN new.is_group = 0 AND (old.is_group IS NOT new.is_group OR old.created_at IS NOT new.created_at) BEGIN
  INSERT INTO figures VALUES (new.created_at / 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;
CREATE TRIGGER figures_contact_out AFTER DELETE ON contacts
WHEN old.is_group = 0 BEGIN
  INSERT INTO figures VALUES (old.created_at / 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;
-- Who has no number but can be written to may be somebody's double, too: by the name, once the LID is known.
CREATE TRIGGER contact_duplicates_hidden AFTER INSERT ON contact_addresses WHEN new.kind = 'lid' BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(c.id, o.id), max(c.id, o.id), 'name' FROM contacts c JOIN contacts o ON o.id = (
      SELECT x.id FROM contacts x WHERE x.is_group = 0 AND x.name_folded = c.name_folded AND x.id <> c.id ORDER BY x.name_folded, x.id LIMIT 1)
    WHERE c.id = new.contact_id AND c.is_group = 0 AND c.number IS NULL AND c.name_folded GLOB '?*?? ??*';
END;
CREATE TRIGGER tickets_counted_in AFTER INSERT ON tickets WHEN new.status <> 'closed' BEGIN
  INSERT INTO ticket_counts VALUES (new.status, new.is_group, ifnull(new.queue_id, 0), ifnull(new.user_id, 0), new.connection_id, 1, new.unread > 0 OR new.marked_unread)
  ON CONFLICT DO UPDATE SET n = n + 1, unread = unread + excluded.unread;
END;
CREATE TRIGGER tickets_counted_out AFTER DELETE ON tickets WHEN old.status <> 'closed' BEGIN
  UPDATE ticket_counts SET n = n - 1, unread = unread - (old.unread > 0 OR old.marked_unread)
  WHERE status = old.status AND is_group = old.is_group AND queue_id = ifnull(old.queue_id, 0) AND user_id = ifnull(old.user_id, 0) AND connection_id = old.connection_id;
END;
CREATE TRIGGER tickets_counted_over AFTER UPDATE OF status, is_group, queue_id, user_id, connection_id, unread, marked_unread ON tickets
WHEN old.status <> new.status OR old.is_group <> new.is_group OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id
  OR old.connection_id <> new.connection_id OR (old.unread > 0 OR old.marked_unread) <> (new.unread > 0 OR new.marked_unread) BEGIN
  UPDATE ticket_counts SET n = n - 1, unread = unread - (old.unread > 0 OR old.marked_unread)
  WHERE old.status <> 'closed' AND status = old.status AND is_group = old.is_group AND queue_id = ifnull(old.queue_id, 0)
    AND user_id = ifnull(old.user_id, 0) AND connection_id = old.connection_id;
  INSERT INTO ticket_counts
  SELECT new.status, new.is_group, ifnull(new.queue_id, 0), ifnull(new.user_id, 0), new.connection_id, 1, new.unread > 0 OR new.marked_unread
  WHERE new.status <> 'closed'
  ON CONFLICT DO UPDATE SET n = n + 1, unread = unread + excluded.unread;
END;
CREATE TRIGGER ticket_notes_follow AFTER UPDATE OF contact_id ON tickets WHEN new.contact_id <> old.contact_id BEGIN
  UPDATE ticket_notes SET contact_id = new.contact_id WHERE ticket_id = new.id;
END;
CREATE TRIGGER tickets_of_contact_new AFTER INSERT ON tickets BEGIN
  UPDATE contacts SET last_ticket_at = new.updated_at / 60000 * 60000, last_connection_id = new.connection_id
    WHERE id = new.contact_id AND last_ticket_at <= new.updated_at / 60000 * 60000;
END;
CREATE TRIGGER tickets_of_contact_moved AFTER UPDATE OF updated_at, contact_id, connection_id ON tickets
WHEN new.updated_at / 60000 > old.updated_at / 60000 OR new.contact_id <> old.contact_id OR new.connection_id <> old.connection_id BEGIN
  UPDATE contacts SET last_ticket_at = new.updated_at / 60000 * 60000, last_connection_id = new.connection_id
    WHERE id = new.contact_id AND last_ticket_at <= new.updated_at / 60000 * 60000;
END;
CREATE TRIGGER tickets_of_contact_gone AFTER DELETE ON tickets BEGIN
  UPDATE contacts SET last_ticket_at = 0, last_connection_id = NULL WHERE id = old.contact_id AND NOT EXISTS (SELECT 1 FROM tickets WHERE contact_id = old.contact_id);
END;
CREATE TRIGGER tickets_of_contact_left AFTER UPDATE OF contact_id ON tickets WHEN new.contact_id <> old.contact_id BEGIN
  UPDATE contacts SET last_ticket_at = 0, last_connection_id = NULL WHERE id = old.contact_id AND NOT EXISTS (SELECT 1 FROM tickets WHERE contact_id = old.contact_id);
END;
-- A ticket: opened, first attended, closed.
CREATE TRIGGER figures_ticket_in AFTER INSERT ON tickets
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE new.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, opened, accepted, wait, closed, attended, support, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM ticket_figures WHERE ticket_id = new.id
  ON CONFLICT DO UPDATE SET opened = opened + excluded.opened, accepted = accepted + excluded.accepted, wait = wait + excluded.wait, closed = closed + excluded.closed, attended = attended + excluded.attended, support = support + excluded.support;
END;
CREATE TRIGGER figures_ticket_from BEFORE UPDATE OF status, is_group, imported, queue_id, user_id, connection_id, created_at, accepted_at, closed_at ON tickets
WHEN (old.status IS NOT new.status OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id OR old.created_at IS NOT new.created_at OR old.accepted_at IS NOT new.accepted_at OR old.closed_at IS NOT new.closed_at) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, -opened, -accepted, -wait, -closed, -attended, -support, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM ticket_figures WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET opened = opened + excluded.opened, accepted = accepted + excluded.accepted, wait = wait + excluded.wait, closed = closed + excluded.closed, attended = attended + excluded.attended, support = support + excluded.support;
END;
CREATE TRIGGER figures_ticket_to AFTER UPDATE OF status, is_group, imported, queue_id, user_id, connection_id, created_at, accepted_at, closed_at ON tickets
WHEN (old.status IS NOT new.status OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id OR old.created_at IS NOT new.created_at OR old.accepted_at IS NOT new.accepted_at OR old.closed_at IS NOT new.closed_at) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, opened, accepted, wait, closed, attended, support, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM ticket_figures WHERE ticket_id = new.id
  ON CONFLICT DO UPDATE SET opened = opened + excluded.opened, accepted = accepted + excluded.accepted, wait = wait + excluded.wait, closed = closed + excluded.closed, attended = attended + excluded.attended, support = support + excluded.support;
END;
-- What follows its ticket: messages to another queue, a rating to another connection.
CREATE TRIGGER figures_messages_from BEFORE UPDATE OF queue_id, is_group, imported ON tickets
WHEN (old.queue_id IS NOT new.queue_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, -sum(received), -sum(sent)
  FROM message_figures WHERE ticket_id = old.id GROUP BY 1, 2, 3, 4
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;
CREATE TRIGGER figures_messages_to AFTER UPDATE OF queue_id, is_group, imported ON tickets
WHEN (old.queue_id IS NOT new.queue_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, sum(received), sum(sent)
  FROM message_figures WHERE ticket_id = new.id GROUP BY 1, 2, 3, 4
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;
CREATE TRIGGER figures_rating_from BEFORE UPDATE OF connection_id, is_group, imported ON tickets
WHEN (old.connection_id IS NOT new.connection_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, -asked, -answered, -csat, -satisfied, -csat_sum, -promoters, -passives, -detractors, 0
  FROM rating_figures WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;
CREATE TRIGGER figures_rating_to AFTER UPDATE OF connection_id, is_group, imported ON tickets
WHEN (old.connection_id IS NOT new.connection_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, asked, answered, csat, satisfied, csat_sum, promoters, passives, detractors, 0
  FROM rating_figures WHERE ticket_id = new.id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;
-- With everything that hangs on it; what the foreign keys remove afterwards finds no ticket and counts for nothing.
CREATE TRIGGER figures_ticket_out BEFORE DELETE ON tickets
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, -opened, -accepted, -wait, -closed, -attended, -support, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM ticket_figures WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET opened = opened + excluded.opened, accepted = accepted + excluded.accepted, wait = wait + excluded.wait, closed = closed + excluded.closed, attended = attended + excluded.attended, support = support + excluded.support;
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, -sum(received), -sum(sent)
  FROM message_figures WHERE ticket_id = old.id GROUP BY 1, 2, 3, 4
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, -asked, -answered, -csat, -satisfied, -csat_sum, -promoters, -passives, -detractors, 0
  FROM rating_figures WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;
CREATE TRIGGER rating_counts_ticket_from BEFORE UPDATE OF queue_id, user_id, connection_id, is_group, imported ON tickets
WHEN (old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, -1 FROM rating_cells WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rating_counts_ticket_to AFTER UPDATE OF queue_id, user_id, connection_id, is_group, imported ON tickets
WHEN (old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, 1 FROM rating_cells WHERE ticket_id = new.id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rating_counts_ticket_out BEFORE DELETE ON tickets
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, -1 FROM rating_cells WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER ticket_tags_counted_in AFTER INSERT ON ticket_tags BEGIN
  UPDATE tags SET tickets_count = tickets_count + 1 WHERE id = new.tag_id;
END;
CREATE TRIGGER ticket_tags_counted_out AFTER DELETE ON ticket_tags BEGIN
  UPDATE tags SET tickets_count = tickets_count - 1 WHERE id = old.tag_id;
END;
CREATE TRIGGER messages_deleted AFTER DELETE ON messages BEGIN
  INSERT INTO deleted_message_ids VALUES (old.id >> 26, old.id) ON CONFLICT DO UPDATE SET highest = max(highest, excluded.highest);
END;
CREATE TRIGGER message_search_changed AFTER UPDATE OF body, is_deleted, extra, kind ON messages
WHEN old.body IS NOT new.body OR old.is_deleted <> new.is_deleted OR old.extra IS NOT new.extra OR old.kind <> new.kind BEGIN
  INSERT INTO message_search_due (message_id) VALUES (new.id);
END;
CREATE TRIGGER message_search_gone AFTER DELETE ON messages WHEN old.body <> '' OR old.kind = 'document' BEGIN
  INSERT INTO message_search_due (message_id) VALUES (old.id);
END;
-- A message, once it is there. Its insertion is counted by tickets/figures/count-message.ts.
CREATE TRIGGER figures_message_from BEFORE UPDATE OF ticket_id, imported, kind, created_at, from_me, user_id, connection_id ON messages
WHEN old.ticket_id IS NOT NULL AND (old.ticket_id IS NOT new.ticket_id OR old.imported IS NOT new.imported OR old.kind IS NOT new.kind OR old.created_at IS NOT new.created_at OR old.from_me IS NOT new.from_me OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, -received, -sent
  FROM message_figures WHERE message_id = old.id
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;
CREATE TRIGGER figures_message_to AFTER UPDATE OF ticket_id, imported, kind, created_at, from_me, user_id, connection_id ON messages
WHEN new.ticket_id IS NOT NULL AND (old.ticket_id IS NOT new.ticket_id OR old.imported IS NOT new.imported OR old.kind IS NOT new.kind OR old.created_at IS NOT new.created_at OR old.from_me IS NOT new.from_me OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, received, sent
  FROM message_figures WHERE message_id = new.id
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;
CREATE TRIGGER figures_message_out BEFORE DELETE ON messages
WHEN old.ticket_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, -received, -sent
  FROM message_figures WHERE message_id = old.id
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;
CREATE TRIGGER name_words_new AFTER INSERT ON name_words BEGIN
  INSERT INTO name_word_search (rowid, word) VALUES (new.id, new.word || ' ');
END;
CREATE TRIGGER name_words_gone AFTER DELETE ON name_words BEGIN
  DELETE FROM name_word_search WHERE rowid = old.id;
END;
CREATE TRIGGER contact_words_slice AFTER UPDATE ON contact_words_due BEGIN
  INSERT INTO name_words (word) SELECT word FROM name_pieces WHERE contact_id >= new.below AND contact_id < old.below
    ON CONFLICT DO NOTHING;
  INSERT INTO contact_words SELECT w.id, p.rest, p.contact_id FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word
    WHERE p.contact_id >= new.below AND p.contact_id < old.below ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER quick_message_search_new AFTER INSERT ON quick_messages BEGIN
  INSERT INTO quick_message_search (rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER quick_message_search_changed AFTER UPDATE OF words ON quick_messages WHEN old.words IS NOT new.words BEGIN
  DELETE FROM quick_message_search WHERE rowid = old.id;
  INSERT INTO quick_message_search (rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER quick_message_search_gone AFTER DELETE ON quick_messages BEGIN
  DELETE FROM quick_message_search WHERE rowid = old.id;
END;
-- A rating.
CREATE TRIGGER figures_asked_in AFTER INSERT ON ticket_ratings
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, asked, answered, csat, satisfied, csat_sum, promoters, passives, detractors, 0
  FROM rating_figures WHERE ticket_id = new.ticket_id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;
CREATE TRIGGER figures_asked_from BEFORE UPDATE OF ticket_id, user_id, queue_id, type, asked_at, value, satisfied, top ON ticket_ratings
WHEN (old.ticket_id IS NOT new.ticket_id OR old.user_id IS NOT new.user_id OR old.queue_id IS NOT new.queue_id OR old.type IS NOT new.type OR old.asked_at IS NOT new.asked_at OR old.value IS NOT new.value OR old.satisfied IS NOT new.satisfied OR old.top IS NOT new.top) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, -asked, -answered, -csat, -satisfied, -csat_sum, -promoters, -passives, -detractors, 0
  FROM rating_figures WHERE ticket_id = old.ticket_id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;
CREATE TRIGGER figures_asked_to AFTER UPDATE OF ticket_id, user_id, queue_id, type, asked_at, value, satisfied, top ON ticket_ratings
WHEN (old.ticket_id IS NOT new.ticket_id OR old.user_id IS NOT new.user_id OR old.queue_id IS NOT new.queue_id OR old.type IS NOT new.type OR old.asked_at IS NOT new.asked_at OR old.value IS NOT new.value OR old.satisfied IS NOT new.satisfied OR old.top IS NOT new.top) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, asked, answered, csat, satisfied, csat_sum, promoters, passives, detractors, 0
  FROM rating_figures WHERE ticket_id = new.ticket_id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;
CREATE TRIGGER figures_asked_out BEFORE DELETE ON ticket_ratings
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, -asked, -answered, -csat, -satisfied, -csat_sum, -promoters, -passives, -detractors, 0
  FROM rating_figures WHERE ticket_id = old.ticket_id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;
CREATE TRIGGER rating_counts_in AFTER INSERT ON ticket_ratings
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, 1 FROM rating_cells WHERE ticket_id = new.ticket_id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rating_counts_from BEFORE UPDATE OF ticket_id, user_id, queue_id, rating_id, name, type, asked_at, value, label, satisfied, top ON ticket_ratings
WHEN (old.ticket_id IS NOT new.ticket_id OR old.user_id IS NOT new.user_id OR old.queue_id IS NOT new.queue_id OR old.rating_id IS NOT new.rating_id OR old.name IS NOT new.name OR old.type IS NOT new.type OR old.asked_at IS NOT new.asked_at OR old.value IS NOT new.value OR old.label IS NOT new.label OR old.satisfied IS NOT new.satisfied OR old.top IS NOT new.top) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, -1 FROM rating_cells WHERE ticket_id = old.ticket_id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rating_counts_to AFTER UPDATE OF ticket_id, user_id, queue_id, rating_id, name, type, asked_at, value, label, satisfied, top ON ticket_ratings
WHEN (old.ticket_id IS NOT new.ticket_id OR old.user_id IS NOT new.user_id OR old.queue_id IS NOT new.queue_id OR old.rating_id IS NOT new.rating_id OR old.name IS NOT new.name OR old.type IS NOT new.type OR old.asked_at IS NOT new.asked_at OR old.value IS NOT new.value OR old.label IS NOT new.label OR old.satisfied IS NOT new.satisfied OR old.top IS NOT new.top) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, 1 FROM rating_cells WHERE ticket_id = new.ticket_id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rating_counts_out BEFORE DELETE ON ticket_ratings
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, -1 FROM rating_cells WHERE ticket_id = old.ticket_id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER contact_list_items_added AFTER INSERT ON contact_list_items BEGIN
  UPDATE contact_lists SET
    contacts_count = contacts_count + 1,
    valid_count = valid_count + (new.is_whatsapp_valid IS 1),
    invalid_count = invalid_count + (new.is_whatsapp_valid IS 0),
    blacklist_count = blacklist_count + new.in_blacklist,
    due_count = due_count + new.is_due
  WHERE id = new.list_id;
END;
CREATE TRIGGER contact_list_items_removed AFTER DELETE ON contact_list_items BEGIN
  UPDATE contact_lists SET
    contacts_count = contacts_count - 1,
    valid_count = valid_count - (old.is_whatsapp_valid IS 1),
    invalid_count = invalid_count - (old.is_whatsapp_valid IS 0),
    blacklist_count = blacklist_count - old.in_blacklist,
    due_count = due_count - old.is_due
  WHERE id = old.list_id;
END;
CREATE TRIGGER contact_list_items_changed AFTER UPDATE OF is_whatsapp_valid, tries, in_blacklist ON contact_list_items BEGIN
  UPDATE contact_lists SET
    valid_count = valid_count + (new.is_whatsapp_valid IS 1) - (old.is_whatsapp_valid IS 1),
    invalid_count = invalid_count + (new.is_whatsapp_valid IS 0) - (old.is_whatsapp_valid IS 0),
    blacklist_count = blacklist_count + new.in_blacklist - old.in_blacklist,
    due_count = due_count + new.is_due - old.is_due
  WHERE id = new.list_id;
END;
CREATE TRIGGER chat_message_search_gone AFTER DELETE ON chat_messages BEGIN
  DELETE FROM chat_message_search WHERE rowid = old.id;
END;
CREATE TRIGGER webhook_delivery_waits AFTER INSERT ON webhook_deliveries WHEN NEW.status = 'waiting' BEGIN
  UPDATE webhook_states SET waiting = waiting + 1 WHERE webhook_id = NEW.webhook_id;
END;
CREATE TRIGGER webhook_delivery_added AFTER INSERT ON webhook_deliveries WHEN NEW.status <> 'waiting' BEGIN
  UPDATE webhook_states SET settled = settled + 1, failed = failed + (NEW.status = 'failed')
    WHERE webhook_id = NEW.webhook_id;
  INSERT INTO webhook_hours VALUES (NEW.webhook_id, NEW.created_at / 3600000, 1, NEW.status = 'failed')
    ON CONFLICT DO UPDATE SET settled = settled + excluded.settled, failed = failed + excluded.failed;
END;
CREATE TRIGGER webhook_delivery_moved AFTER UPDATE OF status ON webhook_deliveries WHEN OLD.status <> NEW.status BEGIN
  UPDATE webhook_states SET
    waiting = waiting + (NEW.status = 'waiting') - (OLD.status = 'waiting'),
    settled = settled + (NEW.status <> 'waiting') - (OLD.status <> 'waiting'),
    failed = failed + (NEW.status = 'failed') - (OLD.status = 'failed')
    WHERE webhook_id = NEW.webhook_id;
  INSERT INTO webhook_hours VALUES (NEW.webhook_id, NEW.created_at / 3600000,
      (NEW.status <> 'waiting') - (OLD.status <> 'waiting'), (NEW.status = 'failed') - (OLD.status = 'failed'))
    ON CONFLICT DO UPDATE SET settled = settled + excluded.settled, failed = failed + excluded.failed;
END;
CREATE TRIGGER webhook_delivery_removed AFTER DELETE ON webhook_deliveries BEGIN
  UPDATE webhook_states SET
    waiting = waiting - (OLD.status = 'waiting'),
    settled = settled - (OLD.status <> 'waiting'),
    failed = failed - (OLD.status = 'failed')
    WHERE webhook_id = OLD.webhook_id;
END;

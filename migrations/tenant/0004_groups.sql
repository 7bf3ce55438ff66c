-- Groups: what they are, who is in them, and who got what was said.

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

-- Why nobody can write in the conversation; copied from the group, so that a row of the list needs no second look.
ALTER TABLE tickets ADD COLUMN sending_blocked TEXT;

-- What became of our message at each member of a group: the earliest time told of each.
CREATE TABLE message_receipts (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  member_id INTEGER NOT NULL,
  delivered_at INTEGER NOT NULL,
  read_at INTEGER,
  played_at INTEGER,
  PRIMARY KEY (message_id, member_id)
) WITHOUT ROWID;

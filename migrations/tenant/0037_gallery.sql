-- The gallery of a contact: a shelf each, newest first. The conditions are those of reading/gallery.ts.
CREATE INDEX messages_shelf_media ON messages (contact_id, created_at DESC, id DESC) WHERE kind IN ('image', 'video') AND is_deleted = 0;
CREATE INDEX messages_shelf_files ON messages (contact_id, created_at DESC, id DESC) WHERE kind IN ('document', 'audio') AND is_deleted = 0;
CREATE INDEX messages_shelf_links ON messages (contact_id, created_at DESC, id DESC) WHERE kind = 'chat' AND is_deleted = 0 AND (instr(body, '://') > 0 OR instr(body, 'www.') > 0);

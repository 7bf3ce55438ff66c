-- Does any row still need this file? (tickets/messages/media/unneeded.ts)
CREATE INDEX messages_by_file ON messages (json_extract(media, '$.file')) WHERE media IS NOT NULL;
CREATE INDEX contacts_by_picture ON contacts (picture) WHERE picture IS NOT NULL;
CREATE INDEX merges_by_gone_picture ON contact_merges (json_extract(moved, '$.contact.picture')) WHERE undone_at IS NULL;
CREATE INDEX merges_by_kept_picture ON contact_merges (json_extract(moved, '$.kept.picture')) WHERE undone_at IS NULL;

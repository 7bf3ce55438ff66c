-- Categories that Meta has changed, until somebody has read so: the other category has another price.
CREATE TABLE template_category_changes (
  template_id INTEGER PRIMARY KEY REFERENCES message_templates (id) ON DELETE CASCADE,
  was TEXT NOT NULL, -- marketing, utility, authentication
  changed_at INTEGER NOT NULL
) STRICT;
-- Names of variables are read from the texts.
ALTER TABLE message_templates DROP COLUMN is_named;

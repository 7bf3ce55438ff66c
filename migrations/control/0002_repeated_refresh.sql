-- Hash of the browser's word: only the browser that used a token may repeat it.
ALTER TABLE refresh_tokens ADD COLUMN used_by TEXT;

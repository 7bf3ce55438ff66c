-- The receipt of a paid invoice names the payment as the Pix system does.
ALTER TABLE charges ADD COLUMN end_to_end_id TEXT;

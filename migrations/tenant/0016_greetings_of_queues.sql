-- Said to whoever begins a ticket on a connection with this queue alone, where the company wants it; empty: nothing.
ALTER TABLE queues ADD COLUMN greeting_message TEXT NOT NULL DEFAULT '';

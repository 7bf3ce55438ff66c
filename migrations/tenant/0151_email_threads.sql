-- E-mails sent in answer to an answer. thread_id is the first e-mail of the conversation.
ALTER TABLE emails ADD COLUMN answered_id INTEGER REFERENCES email_answers (id) ON DELETE SET NULL;
ALTER TABLE emails ADD COLUMN thread_id INTEGER REFERENCES emails (id) ON DELETE SET NULL;
CREATE INDEX emails_answered ON emails (answered_id) WHERE answered_id IS NOT NULL;
CREATE INDEX emails_thread ON emails (thread_id) WHERE thread_id IS NOT NULL;
CREATE INDEX emails_token ON emails (token); -- a Message-ID of ours begins with it

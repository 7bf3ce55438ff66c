-- Sign-in sessions lie in the companies' databases (tenant step 180). Those opened before stay here: a company takes its own
-- over when it is first used, and cookies that do not name their company are found by their hash. Nothing is added, and all
-- are deleted when they expire, which is within thirty days.
DROP INDEX sessions_live;
ALTER TABLE sessions RENAME TO former_sessions;
ALTER TABLE refresh_tokens RENAME TO former_tokens;
ALTER TABLE former_sessions ADD COLUMN is_taken INTEGER NOT NULL DEFAULT 0;
CREATE INDEX former_sessions_company ON former_sessions (company_id);
CREATE INDEX former_sessions_waiting ON former_sessions (company_id) WHERE is_taken = 0;

-- Counts how often all sessions of the company have ended at once. A session holds only under the number it began with, so
-- they are over with this commit, whether or not the company's file can be written.
ALTER TABLE companies ADD COLUMN session_generation INTEGER NOT NULL DEFAULT 0;

-- Of whoever was erased: nothing but what recognises the number when somebody brings it again.
ALTER TABLE opt_outs ADD COLUMN number_hash TEXT;
CREATE UNIQUE INDEX opt_outs_number_hash ON opt_outs (number_hash) WHERE number_hash IS NOT NULL;
-- The company's own, so that no list of hashed numbers fits two companies. Empty until somebody is erased.
CREATE TABLE erasure_key (key BLOB NOT NULL);

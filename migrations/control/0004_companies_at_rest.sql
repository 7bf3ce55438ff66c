-- Since when a restored company is at rest: nothing leaves by itself until somebody releases it. Null: it is not.

ALTER TABLE companies ADD COLUMN resting_since INTEGER;

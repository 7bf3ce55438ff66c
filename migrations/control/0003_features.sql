-- What a company's plan has: a JSON list of its features. Null: all of them, also those to come.

ALTER TABLE companies ADD COLUMN features TEXT CHECK (features IS NULL OR json_type(features) = 'array');

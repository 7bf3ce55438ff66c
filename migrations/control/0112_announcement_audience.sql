-- Announcements for some plans or companies, for a time, with a link.
ALTER TABLE announcements ADD COLUMN plan_ids TEXT NOT NULL DEFAULT '[]'; -- with company_ids: whose people see it; both empty: all
ALTER TABLE announcements ADD COLUMN company_ids TEXT NOT NULL DEFAULT '[]';
ALTER TABLE announcements ADD COLUMN from_at INTEGER;
ALTER TABLE announcements ADD COLUMN until_at INTEGER;
ALTER TABLE announcements ADD COLUMN link TEXT;

-- Titles may stand above the header: the rows above the data are counted. The last of them is the header.
ALTER TABLE imports RENAME COLUMN has_head TO head_rows;

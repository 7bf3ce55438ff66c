-- What happened at each node of a flow, by version and day of the company. One row takes all nodes, so that a turn
-- writes once, with its state. `nodes`: JSON, see src/features/flows/counts.ts.
CREATE TABLE flow_counts (
  integration_id INTEGER NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  day TEXT NOT NULL,
  nodes TEXT NOT NULL,
  PRIMARY KEY (integration_id, version, day)
) WITHOUT ROWID;

-- Written at every closing and never read: dashboard and reports read `figures` and the tickets' own times. The column
-- `reopened_at` of tickets, which only these rows used, stays empty, because dropping it would rewrite every ticket.
DROP TABLE ticket_stretches;
DROP TABLE ticket_stretches_due;

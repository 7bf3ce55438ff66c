-- No statement looks for anything by these: tokens have a table of their own (0080), and nobody reads the stretches by day.
DROP INDEX connections_token;
DROP INDEX ticket_stretches_day;
DROP INDEX ticket_stretches_queue;
DROP INDEX ticket_stretches_user;

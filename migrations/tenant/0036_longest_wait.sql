-- The lists of who waits, longest first. The number stands for those who do not wait: behind all others (`NOT_WAITING`).
CREATE INDEX tickets_waiting ON tickets
  (status, is_group, ifnull(waiting_since, 900000000000000), id, queue_id, user_id, connection_id) WHERE status <> 'closed';

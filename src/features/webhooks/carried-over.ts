/** After a restore, events that were delivered after the backup are not delivered again. */
export const webhooksCarriedOver: readonly string[] = [
  `UPDATE main.webhook_deliveries SET (status, fault) = (
     SELECT a.status, a.fault FROM aside.webhook_deliveries a
     WHERE a.webhook_id = webhook_deliveries.webhook_id AND a.id = webhook_deliveries.id
       AND a.event_id = webhook_deliveries.event_id)
   WHERE status = 'waiting' AND EXISTS (
     SELECT 1 FROM aside.webhook_deliveries a
     WHERE a.id = webhook_deliveries.id AND a.event_id = webhook_deliveries.event_id AND a.status <> 'waiting')`,
]

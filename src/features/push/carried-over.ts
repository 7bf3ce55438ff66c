/** After a restore, devices that left since the backup get nothing, and what was due at the backup is no news. */
export const pushCarriedOver: readonly string[] = [
  'DELETE FROM main.push_notices',
  'DELETE FROM main.push_acts',
  'DELETE FROM main.push_awaited',
  `DELETE FROM main.push_devices WHERE NOT EXISTS (
     SELECT 1 FROM aside.push_devices a WHERE a.endpoint = push_devices.endpoint AND a.user_id = push_devices.user_id)`,
]

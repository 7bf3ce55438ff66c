/** After a restore, schedules that were sent or deleted after the backup are not sent. */
const SAME = 'a.id = schedules.id AND a.created_at = schedules.created_at'

export const schedulesCarriedOver: readonly string[] = [
  `UPDATE main.schedules SET (status, failure, sent_at) = (
     SELECT iif(a.status = 'sending', 'err', a.status), iif(a.status = 'sending', 'restored', a.failure), a.sent_at
     FROM aside.schedules a WHERE ${SAME})
   WHERE EXISTS (SELECT 1 FROM aside.schedules a WHERE ${SAME}
     AND (a.status IN ('sucess', 'err') OR (a.status = 'sending' AND schedules.status = 'pending')))
     AND status IN ('pending', 'sending')`,
  `DELETE FROM main.schedules WHERE status = 'pending' AND NOT EXISTS (SELECT 1 FROM aside.schedules a WHERE ${SAME})`,
]

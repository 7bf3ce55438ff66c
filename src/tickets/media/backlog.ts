import { type Backlog, MOST_COUNTED } from '../../platform/backlogs'
import { execute } from '../../platform/sql'

/** Files of messages that are not fetched yet. */
export const downloadBacklog: Backlog = {
  name: 'downloads',
  sql: `SELECT json_array(count(*), (
      SELECT m.created_at FROM downloads first JOIN messages m ON m.id = first.message_id ORDER BY first.message_id LIMIT 1
    ), ifnull(sum(attempts > 0), 0)) FROM (SELECT attempts FROM downloads LIMIT ${MOST_COUNTED})`,
  retry(cx, { fetcher }) {
    const now = cx.now()
    execute(cx.db, 'UPDATE downloads SET next_at = (? + 0) WHERE next_at > (? + 0)', [now, now])
    fetcher.wakeDue(cx)
  },
}

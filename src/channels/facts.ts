/** What the operator's monitor shows of a company's connections and outbox. */
import { type Backlog, MOST_COUNTED } from '../platform/backlogs'
import type { CompanyFact } from '../platform/company-facts'
import { execute } from '../platform/sql'
import { listConnections } from './connections/queries'
import { ABLE_TO_SEND, refIn } from './sessions/states'

/**
 * How many there are, how many of these can send, and the others, linked before or not: what a company's own pages show
 * as down (`isDown`). Read by the monitor as JSON: it may not import this module's tables.
 */
export const connectionFact: CompanyFact = {
  name: 'connections',
  sql: `SELECT json_object('total', count(*), 'up', ifnull(sum(c.status IN (${ABLE_TO_SEND})), 0), 'down', json_group_array(json_object(
      'id', c.id, 'name', c.name, 'status', c.status, 'reason', c.reason, 'since', ifnull(h.status_since, c.updated_at)
    )) FILTER (WHERE c.status NOT IN (${ABLE_TO_SEND})))
    FROM connections c LEFT JOIN connection_health h ON h.connection_id = c.id
    WHERE c.deleted_at IS NULL`,
}

export const outboxBacklog: Backlog = {
  name: 'outbox',
  sql: `SELECT json_array(count(*), min(created_at), ifnull(sum(attempts > 0), 0))
    FROM (SELECT created_at, attempts FROM outbox LIMIT ${MOST_COUNTED})`,
  retry(cx, { outbox }) {
    const now = cx.now()
    execute(cx.db, 'UPDATE outbox SET next_at = (? + 0) WHERE next_at > (? + 0)', [now, now])
    for (const { id } of listConnections(cx.db)) outbox.wake(refIn(cx, id))
  },
}

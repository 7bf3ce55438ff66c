/** The connection, queue and user of a send. */
import { findConnectionOrFail, findDefaultConnection } from '../../channels/connections/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { findQueueOrFail } from '../../queues/queries'
import { findUser } from '../../users/people'
import type { SendRequest } from './request'
import type { StoredSend } from './sends'
import type { StoredToken } from './tokens'

type SendTarget = Pick<StoredSend, 'connectionId' | 'queueId' | 'userId'>

/** The sending connection and, with a ticket, its queue and assignee. Fails if the token may not send there. */
export function findSendTarget(cx: Cx, token: StoredToken, request: SendRequest): SendTarget {
  const invalid = (field: string) => fail('ERR_INVALID_INPUT', [{ field, message: 'form.invalid' }])
  const isElsewhere = (wished: number | null, own: number | null) => wished !== null && own !== null && wished !== own
  if (isElsewhere(request.connectionId, token.connectionId)) invalid('whatsappId')
  if (isElsewhere(request.queueId, token.queueId)) invalid('queueId')
  const queueId = request.queueId ?? token.queueId
  if (queueId !== null) findQueueOrFail(cx.db, queueId)
  const { userId } = request
  if (userId !== null && !findUser(cx.db, userId)?.active) fail('ERR_NO_USER_FOUND')
  const connectionId = request.connectionId ?? token.connectionId ?? usualConnection(cx.db, token.queueId)
  return { connectionId: findConnectionOrFail(cx.db, connectionId).id, queueId, userId }
}

/** Of a queue's token: the default connection if it serves the queue or none does, else the first that serves it. */
function usualConnection(db: Db, queueId: number | null): number {
  const serving = getValue(
    db,
    `SELECT c.id FROM connection_queues q JOIN connections c ON c.id = q.connection_id
     WHERE q.queue_id = ? AND c.deleted_at IS NULL ORDER BY c.is_default DESC, c.id LIMIT 1`,
    queueId,
  )
  if (typeof serving === 'number') return serving
  return findDefaultConnection(db)?.id ?? fail('ERR_NO_DEF_WAPP_FOUND')
}

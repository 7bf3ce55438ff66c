/** Tokens of the sample company: two in use, one revoked. */
import { findDefaultConnection } from '../../channels/connections/queries'
import type { Cx } from '../../platform/cx'
import { statement } from '../../platform/sqlite'
import { DAY, MINUTE } from '../../platform/time'
import { listQueues } from '../../queues/queries'
import { issueApiToken } from '../../users/api-tokens'

export function addApiTokens(cx: Cx) {
  const connection = findDefaultConnection(cx.db)
  const [queue] = listQueues(cx.db)
  if (!connection || !queue) return
  cx.transaction((cx) => {
    const ofConnection = { connectionId: connection.id, queueId: null }
    const erp = issueApiToken(cx, null, { ...ofConnection, name: 'ERP da loja' })
    const site = issueApiToken(cx, null, {
      connectionId: null,
      queueId: queue.id,
      name: 'Site',
      scopes: ['send', 'status'],
    })
    const old = issueApiToken(cx, null, { ...ofConnection, name: 'Sistema antigo' })
    const update = statement(
      cx.db.$client,
      'UPDATE api_tokens SET created_at = ?, last_used_at = ?, revoked_at = ?, user_id = (SELECT min(id) FROM users) WHERE id = ?',
    )
    update.run(cx.now() - 40 * DAY, cx.now() - 3 * MINUTE, null, erp.id)
    update.run(cx.now() - 12 * DAY, cx.now() - DAY, null, site.id)
    update.run(cx.now() - 90 * DAY, cx.now() - 6 * DAY, cx.now() - 5 * DAY, old.id)
  })
}

import type { AuditEntry } from '../../../src/audit/contract'
import type { AuditRoutes } from '../../../src/audit/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { type AuditFilter, auditSpec } from './spec'

const routes = client<AuditRoutes>()['audit-log']

export const auditLog = liveCrud<AuditEntry, never, never, AuditFilter>({
  ...auditSpec,
  routes: {
    async list({ view: { kind, userId, from, to }, after, signal }) {
      const query = {
        ...(kind !== null && { kind }),
        ...(userId !== null && { userId: String(userId) }),
        ...(from !== null && { dateStart: from }),
        ...(to !== null && { dateEnd: to }),
        ...(after !== undefined && { after }),
      }
      const { entries, hasMore, next } = await unwrap(routes.get({ query, fetch: { signal } }))
      return { items: entries, hasMore, next: next ?? undefined }
    },
  },
})

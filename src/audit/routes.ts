import { Elysia, t } from 'elysia'
import { type AppHttp, failures } from '../platform/http'
import { After, Days, OptionalId, readDays, readId } from '../platform/params'
import { AuditPage } from './contract'
import { listActs } from './queries'

export const auditRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/audit-log' }).use(http).get(
    '/',
    ({ cx, actor, query }) =>
      listActs(cx, actor, {
        kind: query.kind || null,
        subjectId: readId(query.subjectId),
        userId: readId(query.userId),
        period: readDays(query, cx.tenant.timeZone),
        after: query.after ?? null,
      }),
    {
      detail: { summary: 'List who changed what' },
      allowed: 'audit-log:view',
      query: t.Object({
        kind: t.Optional(t.String({ maxLength: 40 })),
        subjectId: OptionalId,
        userId: OptionalId,
        ...Days,
        after: After,
      }),
      response: { 200: AuditPage, ...failures },
    },
  )
export type AuditRoutes = ReturnType<typeof auditRoutes>

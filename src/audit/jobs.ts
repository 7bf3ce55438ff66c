import { defineJob } from '../platform/jobs'
import { statement } from '../platform/sqlite'
import { DAY } from '../platform/time'
import type { Server } from '../server/server'

const KEPT = 5 * 365 * DAY

/** After five years. */
const forgetOldActs = defineJob<Server>({
  name: 'audit.forget-old-acts',
  every: '0 40 3 * * *',
  run: (server) =>
    server.eachOpenCompany((cx) => {
      statement(
        cx.db.$client,
        'DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < ? LIMIT 10000)',
      ).run(cx.now() - KEPT)
    }),
})

export const auditJobs = [forgetOldActs]

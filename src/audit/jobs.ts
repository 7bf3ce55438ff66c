import type { House } from '../house/house'
import { defineJob } from '../platform/jobs'
import { statement } from '../platform/sqlite'
import { DAY } from '../platform/time'

const KEPT = 5 * 365 * DAY

/** After five years. */
const forgetOldActs = defineJob<House>({
  name: 'audit.forget-old-acts',
  every: '0 40 3 * * *',
  run: (house) =>
    house.eachOpenCompany((cx) => {
      statement(
        cx.db.$client,
        'DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < ? LIMIT 10000)',
      ).run(cx.now() - KEPT)
    }),
})

export const auditJobs = [forgetOldActs]

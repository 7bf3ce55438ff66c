import { defineCompanyJob } from '../platform/jobs'
import type { Services } from '../platform/module'
import { execute } from '../platform/sql'
import { DAY, HOUR } from '../platform/time'

const KEPT = 5 * 365 * DAY

/** Deletes entries after five years. */
const forgetOldActs = defineCompanyJob<Services>({
  name: 'audit.forget-old-acts',
  every: HOUR,
  due: `SELECT at + ${KEPT} + 1 FROM audit_log ORDER BY id LIMIT 1`,
  run(cx) {
    execute(
      cx.db,
      'DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < ? ORDER BY id LIMIT 10000)',
      cx.now() - KEPT,
    )
  },
})

export const auditJobs = [forgetOldActs]

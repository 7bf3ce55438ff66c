import { defineCompanyJob, defineServerJob } from '../../../platform/jobs'
import type { Services } from '../../../platform/module'
import { execute, getColumn } from '../../../platform/sql'
import { DAY, MINUTE } from '../../../platform/time'
import { checkPage } from './check'
import { finishDeletions } from './deletion'

const PAGES = `FROM meta_accounts a JOIN connections c ON c.id = a.connection_id
  WHERE c.channel IN ('facebook', 'instagram') AND c.status <> 'DISCONNECTED' AND c.deleted_at IS NULL`

const checkPages = defineCompanyJob<Services>({
  name: 'meta.checkPages',
  every: MINUTE,
  due: `SELECT min(a.checked_at) + ${DAY} ${PAGES}`,
  run(cx, server) {
    const due = getColumn<number>(cx.db, `SELECT a.connection_id ${PAGES} AND a.checked_at <= ?`, cx.now() - DAY)
    for (const id of due) {
      // What cannot be checked now is checked tomorrow.
      execute(cx.db, 'UPDATE meta_accounts SET checked_at = ? WHERE connection_id = ?', [cx.now(), id])
      checkPage(server, cx, id).catch((error: unknown) =>
        server.log.info({ err: error, tenant: cx.tenant.uuid, connection: id }, 'meta: a page could not be checked'),
      )
    }
  },
})

/** Those that a stop of the server interrupted. */
const deletePeople = defineServerJob<Services>({
  name: 'meta.deletions',
  every: '0 */10 * * * *',
  runsAt: 'installation',
  run: (server) => finishDeletions(server),
})

export const pageJobs = [checkPages, deletePeople]

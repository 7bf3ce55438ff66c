import { defineCompanyJob } from '../../../platform/jobs'
import type { Services } from '../../../platform/module'
import { execute, getColumn } from '../../../platform/sql'
import { DAY, MINUTE } from '../../../platform/time'
import { recheckOfficial } from './connect'

/** Also those whose access has ended: it may have been given back. */
const OFFICIAL = `FROM meta_accounts a JOIN connections c ON c.id = a.connection_id
  WHERE c.channel = 'whatsapp_cloud' AND (c.status <> 'DISCONNECTED' OR c.reason IN ('tokenEnded', 'permissionMissing'))`

/** Access, quality, limit and subscription of each official number, once a day. */
const checkOfficialNumbers = defineCompanyJob<Services>({
  name: 'meta.check',
  every: MINUTE,
  due: `SELECT min(a.checked_at) + ${DAY} ${OFFICIAL}`,
  run(cx, server) {
    const due = getColumn<number>(cx.db, `SELECT a.connection_id ${OFFICIAL} AND a.checked_at <= ?`, cx.now() - DAY)
    for (const id of due) {
      // What cannot be checked now is checked tomorrow.
      execute(cx.db, 'UPDATE meta_accounts SET checked_at = ? WHERE connection_id = ?', [cx.now(), id])
      recheckOfficial(server, cx, id).catch((error: unknown) =>
        server.log.info({ err: error, tenant: cx.tenant.uuid, connection: id }, 'meta: a number could not be checked'),
      )
    }
  },
})

export const officialJobs = [checkOfficialNumbers]

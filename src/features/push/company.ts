/** What a company chose for everybody's notifications. */
import type { Actor } from '../../actor'
import { changesBetween, recordAct } from '../../audit/record'
import type { Cx } from '../../platform/cx'
import { findQueue, listQueues } from '../../queues/queries'
import type { PushCompany, PushCompanyState } from './contract'
import { readWeek } from './counters'
import { listLockScreens, saveLockScreens } from './lock-screen'
import { listTeamDevices } from './team'

export const showCompany = (cx: Cx): PushCompanyState => ({
  lockScreens: listLockScreens(cx.db),
  devices: listTeamDevices(cx.db),
  week: readWeek(cx),
})

/** Queues that no longer exist are left out. */
export function savePushCompany(cx: Cx, actor: Actor, { usual, queues }: PushCompany): PushCompanyState {
  return cx.transaction((cx) => {
    const before = auditedFields(cx)
    saveLockScreens(cx.db, { usual, queues: queues.filter(({ queueId }) => findQueue(cx.db, queueId)) })
    const changes = changesBetween<object>(before, auditedFields(cx))
    recordAct(cx, actor, { kind: 'notifications', act: 'update', subject: { id: null, name: '' }, changes })
    return showCompany(cx)
  })
}

/** Each queue under its name. */
function auditedFields({ db }: Cx) {
  const { usual, queues } = listLockScreens(db)
  const chosen = new Map(queues.map(({ queueId, lockScreen }) => [queueId, lockScreen]))
  const ofQueues = listQueues(db).map(({ id, name }) => [`queue ${name}`, chosen.get(id) ?? null] as const)
  return { lockScreen: usual, ...Object.fromEntries(ofQueues) }
}

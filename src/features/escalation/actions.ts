import type { Actor } from '../../actor'
import { changesBetween, recordAct } from '../../audit/record'
import { phoneMeant } from '../../channels/dialing'
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import { type EscalationCompany, escalationsSeen, type SaveSteps, type SeenEscalations } from './contract'
import { findCompanyEscalation, listSupervisorNames, readWeek } from './queries'

/** Only own alerts; other tickets are ignored. */
export const seeEscalations = (cx: Cx, { userId }: Actor, { ids }: SeenEscalations): void =>
  cx.transaction((cx) => {
    execute(
      cx.db,
      'DELETE FROM escalation_alerts WHERE user_id = ? AND ticket_id IN (SELECT value FROM json_each(?))',
      [userId, JSON.stringify(ids)],
    )
    cx.emit(escalationsSeen({ ids }), (listener) => listener.userId === userId)
  })

/** Returns the number as WhatsApp knows it. */
export function saveOwnNumber(cx: Cx, { userId }: Actor, typed: string | null): string | null {
  const number = typed === null ? null : phoneMeant(cx, typed)
  cx.transaction(({ db }) => {
    if (number === null) execute(db, 'DELETE FROM escalation_numbers WHERE user_id = ?', userId)
    else
      execute(
        db,
        'INSERT INTO escalation_numbers (user_id, number) VALUES (?, ?) ON CONFLICT DO UPDATE SET number = excluded.number',
        [userId, number],
      )
  })
  return number
}

export const showCompany = (cx: Cx): EscalationCompany => ({
  steps: findCompanyEscalation(cx.db),
  week: readWeek(cx),
  supervisors: listSupervisorNames(cx.db),
})

/** Those of the queues without their own. */
export const saveCompanySteps = (cx: Cx, actor: Actor, { steps }: SaveSteps): EscalationCompany =>
  cx.transaction((cx) => {
    const before = findCompanyEscalation(cx.db)
    execute(
      cx.db,
      'INSERT INTO escalation_company (id, steps) VALUES (1, ?) ON CONFLICT DO UPDATE SET steps = excluded.steps',
      JSON.stringify(steps),
    )
    const changes = changesBetween<object>({ escalation: before }, { escalation: steps })
    recordAct(cx, actor, { kind: 'notifications', act: 'update', subject: { id: null, name: '' }, changes })
    return showCompany(cx)
  })

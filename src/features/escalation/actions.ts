import type { Actor } from '../../actor'
import { phoneMeant } from '../../channels/dialing'
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import { escalationsSeen, type SeenEscalations } from './contract'

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

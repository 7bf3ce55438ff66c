/** Users to whom a ticket may be transferred: their open tickets and working hours. */

import { closesAt } from '../../hours/opening'
import type { Cx } from '../../platform/cx'
import { instantOrNull } from '../../platform/formats'
import { getTuples } from '../../platform/sql'
import { isBound, isOnDuty, weekOfUser } from '../../users/hours'
import { listActiveUsers } from '../../users/people'
import type { TransferTarget } from '../contract'

export function listTransferTargets(cx: Cx): TransferTarget[] {
  const { timeZone } = cx.tenant
  const counts = new Map(
    getTuples<[number, number]>(
      cx.db,
      "SELECT user_id, sum(n) FROM ticket_counts WHERE status = 'open' AND is_group = 0 GROUP BY user_id",
    ),
  )
  return listActiveUsers(cx.db).map((user) => {
    const hours = { week: weekOfUser(user), timeZone, isHoliday: () => false }
    return {
      userId: user.id,
      openTickets: counts.get(user.id) ?? 0,
      onDuty: isOnDuty(user, timeZone, cx.now()),
      until: instantOrNull(isBound(user) ? closesAt(hours, cx.now()) : null),
    }
  })
}

/** Tells, while a message is planned, what the reply window will let through at its time. */
import type { Actor } from '../../actor'
import { findVisibleConnection } from '../../channels/connections/queries'
import { windowOf } from '../../channels/windows/windows'
import { writingTo } from '../../outbound/writing'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { findContactKnownTo } from '../../tickets/queries'
import type { ScheduleProspect } from './contract'

type Plan = { readonly contactId: number; readonly connectionId: number; readonly sendAt: number }

export function prospectOf(cx: Cx, { sendAt, ...recipient }: Plan): ScheduleProspect {
  const ends = windowOf(cx.db, recipient)?.until ?? 0
  return {
    goes: writingTo(cx.db, recipient, { hasText: true, hasTemplate: true }, sendAt),
    windowUntil: ends === 0 ? null : instant(ends),
  }
}

export function readProspect(cx: Cx, actor: Actor, plan: Plan): ScheduleProspect {
  findContactKnownTo(cx.db, actor, plan.contactId)
  findVisibleConnection(cx.db, actor, plan.connectionId)
  return prospectOf(cx, plan)
}

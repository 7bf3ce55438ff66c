/** When each step is due. Pure. */
import { isOpenAt, type OpeningHours, opensAt, openTimeBetween } from '../../hours/opening'
import { MINUTE } from '../../platform/time'
import type { Escalation } from '../../queues/contract'

export const escalationSteps = ['queue', 'supervisor', 'whatsapp'] as const
export type EscalationStep = (typeof escalationSteps)[number]

export const minutesOf = (escalation: Escalation, step: EscalationStep): number | null =>
  ({
    queue: escalation.queueAfter,
    supervisor: escalation.supervisorAfter,
    whatsapp: escalation.whatsappAfter,
  })[step]

type Progress = { readonly since: number; readonly done: readonly EscalationStep[] }

/** `due`: the steps to be taken now. `next`: when to look again; null if no step is left, or it never opens. */
export function planSteps(escalation: Escalation, hours: OpeningHours | null, { since, done }: Progress, now: number) {
  const elapsed = hours ? openTimeBetween(hours, since, now) : now - since
  const isOpen = !hours || isOpenAt(hours, now)
  const left = escalationSteps.flatMap((step) => {
    const minutes = minutesOf(escalation, step)
    return minutes === null || done.includes(step) ? [] : [{ step, in: minutes * MINUTE - elapsed }]
  })
  const due = isOpen ? left.filter((one) => one.in <= 0).map(({ step }) => step) : []
  const waits = left.filter(({ step }) => !due.includes(step)).map((one) => Math.max(0, one.in))
  if (waits.length === 0) return { due, next: null }
  const from = isOpen ? now : opensAt(hours, now)
  return { due, next: from === null ? null : from + Math.min(...waits) }
}

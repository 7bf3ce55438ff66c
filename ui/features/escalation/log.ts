/** What this module writes into the log of a ticket. */
import type { LogKinds } from '../../shared/ticketLog'

const isStep = (step: unknown): step is 'queue' | 'supervisor' | 'whatsapp' =>
  step === 'queue' || step === 'supervisor' || step === 'whatsapp'

export const kinds: LogKinds = {
  escalated: (t, { step, people, minutes }) => [
    t(`ticketLog.escalation.${isStep(step) ? step : 'queue'}`),
    people,
    t('ticketLog.escalation.minutes', { count: Number(minutes) }),
  ],
}

import { useText } from '../../shared/i18n/useText'

/** Minutes before the start that the form offers. Whole days start at midnight: they remind at nine. */
const timed = [0, 10, 30, 60, 1440] as const
const [SAME_DAY, DAY_BEFORE] = [-540, 900]

/** With the one that the event has. */
export function leadsOf(isAllDay: boolean, own: number | null): readonly number[] {
  const offered: readonly number[] = isAllDay ? [SAME_DAY, DAY_BEFORE] : timed
  return own === null || offered.includes(own) ? offered : [...offered, own]
}

/** "10 min antes", "Na véspera, às 9h" */
export function useLeadWords(): (lead: number, isAllDay: boolean) => string {
  const t = useText()
  return (lead, isAllDay) => {
    if (isAllDay && lead === SAME_DAY) return t('events.lead.sameDay')
    if (isAllDay && lead === DAY_BEFORE) return t('events.lead.dayBefore')
    const usual = timed.find((one) => one === lead)
    if (usual !== undefined) return t(`events.lead.m${usual}`)
    return lead < 0 ? t('events.lead.after', { count: -lead }) : t('events.lead.before', { count: lead })
  }
}

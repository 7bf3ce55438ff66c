import { TriangleAlert } from 'lucide-react'
import { locales } from '../../shared/i18n/languages'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Note } from '../../shared/kit/Note'
import type { Excess, Stop } from './spec'

const MOST_NAMED = 3

/** Names, before saving, the companies that would exceed a limit. None of their data is deleted. */
export function ExcessNotes({ excess }: { excess: readonly Excess[] }) {
  const t = useText()
  const namesOf = useNames()
  return excess.map(({ limit, value, companies }) => (
    <Note key={limit} icon={<TriangleAlert />} role="status">
      {t('plans.excess.text', {
        count: companies.length,
        limit: t(`plans.excess.${limit}`, { count: value }),
        names: namesOf(companies),
      })}
    </Note>
  ))
}

/** Tells, before saving, how many campaigns and schedules would stop, and whose. */
export function StopNotes({ stops }: { stops: readonly Stop[] }) {
  const t = useText()
  const namesOf = useNames()
  return stops.map(({ what, count, companies }) => (
    <Note key={what} icon={<TriangleAlert />} role="status">
      {t(`plans.stop.${what}`, { count, names: namesOf(companies) })}
    </Note>
  ))
}

function useNames() {
  const t = useText()
  const { number } = useFormat()
  const list = new Intl.ListFormat(locales[t.language], { type: 'conjunction' })
  return (companies: Excess['companies']): string => {
    const named = companies.slice(0, MOST_NAMED).map(({ name, has }) => `${name} (${number(has)})`)
    const rest = companies.length - named.length
    return list.format(rest > 0 ? [...named, t('plans.excess.more', { count: rest })] : named)
  }
}

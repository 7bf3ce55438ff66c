import { Link } from '@tanstack/react-router'
import { Clock, ClockAlert, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Dashboard, Point } from '../../../src/features/dashboard/contract'
import { Figure } from '../../shared/figures/Figure'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { useNow } from '../../shared/kit/useNow'
import { useSettings } from '../../shared/settings/useSettings'
import { waitingOf, waitLimits } from '../../shared/waiting'
import type { DashboardChoice } from './api'
import { changeOf, isManifold, sparkOf } from './rules'

/** Thresholds on the scale to `CSAT_TOP`. */
const TOP = 3

type Props = { dashboard: Dashboard; points: readonly Point[]; chosen: DashboardChoice }

/** Eight figures, each linked to what it counts. */
export function Cards({ dashboard, points, chosen }: Props) {
  const t = useText()
  const { number, share, span } = useFormat()
  const { supportHappening, supportPending, waitingSince, totals, before, attendants } = dashboard
  const { from, to, ...places } = chosen
  // One day is compared with the same day of the week before.
  const scale = from === to ? 'ofDay' : 'ofPeriod'
  const active = attendants.filter((one) => one.active)
  const online = active.filter((one) => one.online).length
  const spark = (of: (point: Point) => number | null) => sparkOf(points, of)
  return (
    <section className="figures" aria-label={t('dashboard.title')}>
      <Link to="/reports" search={{ ...places, status: 'open', anytime: true }}>
        <Figure
          name={t('dashboard.happening')}
          value={number(supportHappening)}
          hint={t('dashboard.online', { online: number(online), count: active.length })}
          spark={spark(({ accepted }) => accepted)}
        />
      </Link>
      <Link to="/reports" search={{ ...places, status: 'pending', anytime: true }}>
        <Figure
          name={t('dashboard.pending')}
          value={number(supportPending)}
          hint={<Oldest since={waitingSince} />}
          spark={spark(({ total }) => total)}
        />
      </Link>
      <Link to="/reports" search={{ ...places, from, to, status: 'closed', by: 'closed' }}>
        <Figure
          name={t('dashboard.finished')}
          value={number(totals.closed)}
          hint={
            totals.opened > 0
              ? t('dashboard.ofOpened', {
                  share: share(Math.round((100 * totals.closed) / totals.opened) / 100),
                  n: number(totals.opened),
                  count: totals.opened,
                })
              : t('dashboard.noneOpened')
          }
          spark={spark(({ closed }) => closed)}
        />
      </Link>
      <Link to="/contacts" search={{ from, to }}>
        <Figure
          name={t('dashboard.leads')}
          value={number(totals.leads)}
          hint={<Change scale={scale} now={totals.leads} before={before.leads} />}
          spark={spark(({ leads }) => leads)}
        />
      </Link>
      <Link to="/reports" search={{ ...places, from, to, tab: 'attendants' }}>
        <Figure
          name={t('figures.wait')}
          value={totals.avgWaitTime === null ? '–' : span(totals.avgWaitTime)}
          hint={<Slower scale={scale} now={totals.avgWaitTime} before={before.avgWaitTime} />}
          spark={spark(({ avgWaitTime }) => avgWaitTime)}
        />
      </Link>
      <Link to="/reports" search={{ ...places, from, to, tab: 'attendants' }}>
        <Figure
          name={t('figures.support')}
          value={totals.avgSupportTime === null ? '–' : span(totals.avgSupportTime)}
          hint={<Slower scale={scale} now={totals.avgSupportTime} before={before.avgSupportTime} />}
          spark={spark(({ avgSupportTime }) => avgSupportTime)}
        />
      </Link>
      <Link to="/reports" search={{ ...places, from, to, tab: 'queues' }}>
        <Figure
          name={t('dashboard.messages')}
          value={number(totals.received)}
          unit={t('dashboard.received')}
          hint={t('dashboard.sentOf', { sent: number(totals.sent), automatic: number(totals.automatic) })}
          spark={spark(({ received }) => received)}
        />
      </Link>
      <Link to="/reports" search={{ ...places, from, to, tab: 'ratings' }}>
        <Figure
          name={t('figures.rating')}
          value={totals.rating === null ? '–' : number(Math.round(totals.rating * 10) / 10)}
          {...(totals.rating !== null && { unit: t('dashboard.ofTop', { top: number(TOP) }) })}
          hint={[
            t('dashboard.answers', { n: number(totals.ratings), count: totals.ratings }),
            totals.nps !== null && t('dashboard.nps', { nps: number(totals.nps) }),
          ]
            .filter(Boolean)
            .join(', ')}
          spark={spark(({ rating }) => rating)}
        />
      </Link>
    </section>
  )
}

/** The longest wait, with the desk's urgency. */
function Oldest({ since }: { since: string | null }) {
  const t = useText()
  const { ago } = useFormat()
  const now = useNow(15_000)
  const waiting = waitingOf(since, now, waitLimits(useSettings()))
  if (since === null || waiting === null) return t('dashboard.nobodyWaits')
  const words = t('dashboard.oldest', { ago: ago(since, now) })
  if (waiting.tone === 'calm') return words
  const isRed = waiting.tone === 'red'
  return (
    <span className={`figure-hint font-medium! ${isRed ? 'text-error-ink!' : 'text-warning-ink!'}`}>
      {isRed ? <ClockAlert /> : <Clock />}
      {words}
    </span>
  )
}

const Trend = ({ isUp, isGood, children }: { isUp: boolean; isGood: boolean; children: ReactNode }) => (
  <>
    {isUp ? (
      <TrendingUp className={isGood ? 'text-success-ink' : 'text-warning-ink'} />
    ) : (
      <TrendingDown className={isGood ? 'text-success-ink' : 'text-warning-ink'} />
    )}
    {children}
  </>
)

type Scale = { scale: 'ofDay' | 'ofPeriod' }

function Change({ scale, now, before }: Scale & { now: number; before: number }) {
  const t = useText()
  const { share, number } = useFormat()
  const change = changeOf(now, before)
  if (change === null) return t(`dashboard.${scale}.nothingBefore`)
  if (change === 0) return t(`dashboard.${scale}.same`)
  const words = { share: share(Math.round(Math.abs(change) * 100) / 100) }
  if (isManifold(change))
    return (
      <Trend isUp isGood>
        {t(`dashboard.${scale}.against`, { now: number(now), before: number(before) })}
      </Trend>
    )
  return (
    <Trend isUp={change > 0} isGood={change > 0}>
      {t(`dashboard.${scale}.${change > 0 ? 'above' : 'below'}`, words)}
    </Trend>
  )
}

/** For times, where less is better. */
function Slower({ scale, now, before }: Scale & { now: number | null; before: number | null }) {
  const t = useText()
  const { span } = useFormat()
  if (now === null || before === null) return t(`dashboard.${scale}.nothingBefore`)
  const more = now - before
  if (more === 0) return t(`dashboard.${scale}.same`)
  return (
    <Trend isUp={more > 0} isGood={more < 0}>
      {t(`dashboard.${scale}.${more > 0 ? 'slower' : 'faster'}`, { span: span(Math.abs(more)) })}
    </Trend>
  )
}

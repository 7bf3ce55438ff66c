import { useQuery } from '@tanstack/react-query'
import { Check, RotateCw, TriangleAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { DryRun as DryRunResult } from '../../../../src/features/campaigns/contract'
import { errorText } from '../../../shared/errorText'
import type { Text } from '../../../shared/i18n/translate'
import { useDays } from '../../../shared/i18n/useDays'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { addDays, localDay } from '../../../shared/i18n/zoned'
import { Button } from '../../../shared/kit/Button'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { ApiError } from '../../../shared/session/failure'
import { useUser } from '../../../shared/session/useUser'
import { shownAmount } from '../../message-costs/money'
import { dryRunQuery } from '../api'
import { useWhen } from '../CampaignState'
import { type Part, partOf, parts } from '../spec'
import type { Draft } from './useDraft'

/** What would happen, asked for whenever another draft was saved that has all it needs. */
export function useDryRun(draft: Draft, done: Readonly<Record<Part, boolean>>, isOpen: boolean) {
  const missing = parts.filter((part) => part !== 'when' && !done[part])
  // The stored draft is checked: while a change is being saved the server may still miss something.
  const isStored = draft.id !== null && !draft.isChanged && !draft.isSaving
  const { data, error, isFetching, refetch } = useQuery({
    ...dryRunQuery(draft.id ?? 0, draft.version),
    enabled: isOpen && isStored && missing.length === 0,
  })
  const run = missing.length === 0 && !error ? data : undefined
  return { missing, run, error: missing.length === 0 ? error : null, isFetching, ask: () => void refetch() }
}
type DryRunState = ReturnType<typeof useDryRun>

type Props = { dryRun: DryRunState; onWithoutCold(): void; onEngaged(excludes: boolean): void }

/** Risk, who receives, and when it ends, before anything is sent. */
export function DryRun({ dryRun: { missing, run, error, isFetching, ask }, onWithoutCold, onEngaged }: Props) {
  const t = useText()
  const when = useWhen()
  return (
    <>
      <section className="risk grid gap-2.5" data-level={run?.risk.level}>
        <div className="flex items-center gap-2">
          <span className="two mr-auto">
            <h2 className="text-sm font-semibold">{t('campaigns.dryRun.title')}</h2>
            <small>{run ? t('campaigns.dryRun.at', { when: when(run.at) }) : t('campaigns.dryRun.nothing')}</small>
          </span>
          <Button size="sm" icon={<RotateCw />} busy={isFetching} disabled={missing.length > 0} onClick={ask}>
            {t('campaigns.dryRun.again')}
          </Button>
        </div>
        {missing.length > 0 && (
          <p className="text-sm text-muted">
            {t('campaigns.dryRun.missing', {
              parts: missing.map((part) => t(`campaigns.part.${part}`)).join(', '),
            })}
          </p>
        )}
        {error && <ErrorNote>{faultsIn(t, error)}</ErrorNote>}
        {!run && !error && missing.length === 0 && <Skeleton className="h-40" />}
        {run && <RiskWords run={run} onWithoutCold={onWithoutCold} />}
      </section>
      {run && (
        <>
          <Receivers run={run} onEngaged={onEngaged} />
          <Ends run={run} />
        </>
      )}
    </>
  )
}

/** Problems reported by the server. */
function faultsIn(t: Text, error: Error): string {
  const faults = error instanceof ApiError ? error.fields.map(({ message }) => t.find(message) ?? message) : []
  return faults.length > 0 ? [...new Set(faults)].join(' ') : errorText(t, error)
}

type RiskProps = { run: DryRunResult; onWithoutCold(): void }

function RiskWords({ run: { risk, riskWithoutCold, cold }, onWithoutCold }: RiskProps) {
  const t = useText()
  const step = { low: 1, medium: 2, high: 3 }
  const helps = riskWithoutCold && step[riskWithoutCold.level] < step[risk.level]
  return (
    <>
      <div className="flex items-baseline gap-2 pt-1">
        <b className="text-lg font-semibold">{t(`campaigns.level.${risk.level}`)}</b>
        <span className="text-xs text-faint">{t('campaigns.dryRun.ofLimits')}</span>
      </div>
      <div
        className="risk-steps grid grid-cols-[repeat(3,1fr)] gap-0.75 h-2"
        role="img"
        aria-label={t('campaigns.dryRun.step', { step: step[risk.level] })}
      >
        <i />
        <i />
        <i />
      </div>
      <ul className="risk-reasons pt-1 grid gap-2 text-sm">
        {risk.reasons.map((one) => (
          <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-2" key={one.key} data-warns={one.warns || undefined}>
            {one.warns ? <TriangleAlert /> : <Check />}
            <span>{t.find(`campaigns.risk.${one.key}`, one.values) ?? one.key}</span>
          </li>
        ))}
      </ul>
      {helps && (
        <p className="text-xs text-faint">
          {t('campaigns.dryRun.withoutCold', {
            count: cold,
            level: t(`campaigns.levelName.${riskWithoutCold.level}`),
          })}{' '}
          <button type="button" className="link font-medium text-primary-ink" onClick={onWithoutCold}>
            {t('campaigns.dryRun.leaveOut')}
          </button>
        </p>
      )}
    </>
  )
}

function Receivers({ run, onEngaged }: { run: DryRunResult } & Pick<Props, 'onEngaged'>) {
  const t = useText()
  const { number, money } = useFormat()
  const out = run.duplicates + run.blacklisted + run.invalid
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold">{t('campaigns.dryRun.who')}</h3>
      <dl className="sums">
        <div>
          <dt>{t('campaigns.dryRun.inList')}</dt>
          <dd>{number(run.total)}</dd>
        </div>
        {out > 0 && (
          <div>
            <dt>{t('campaigns.dryRun.out')}</dt>
            <dd>−{number(out)}</dd>
          </div>
        )}
        {run.coldLeftOut > 0 && (
          <div>
            <dt>{t('campaigns.dryRun.coldOut')}</dt>
            <dd>−{number(run.coldLeftOut)}</dd>
          </div>
        )}
        {run.engagedLeftOut > 0 && (
          <div>
            <dt>{t('campaigns.dryRun.engagedOut')}</dt>
            <dd>−{number(run.engagedLeftOut)}</dd>
          </div>
        )}
        {run.windowClosed > 0 && (
          <div>
            <dt>{t('campaigns.reason.windowClosed')}</dt>
            <dd>−{number(run.windowClosed)}</dd>
          </div>
        )}
        {run.noAddress > 0 && (
          <div>
            <dt>{t('campaigns.reason.noAddress')}</dt>
            <dd>−{number(run.noAddress)}</dd>
          </div>
        )}
        <div className="border-t border-line font-semibold text-base-content">
          <dt>{t('campaigns.dryRun.receive')}</dt>
          <dd>{number(run.receive)}</dd>
        </div>
        {run.cost && (
          <div>
            <dt>{t('campaigns.dryRun.cost')}</dt>
            <dd>≈ {shownAmount({ money }, run.cost.amount)}</dd>
          </div>
        )}
        {run.unchecked > 0 && (
          <div>
            <dt>{t('campaigns.dryRun.unchecked')}</dt>
            <dd>{number(run.unchecked)}</dd>
          </div>
        )}
      </dl>
      {run.engaged > 0 && (
        <p className="pt-1 text-xs text-faint">
          {t('campaigns.dryRun.engaged', { count: run.engaged })}{' '}
          <button
            type="button"
            className="link font-medium text-primary-ink"
            onClick={() => onEngaged(run.engagedLeftOut === 0)}
          >
            {t(run.engagedLeftOut === 0 ? 'campaigns.dryRun.leaveOut' : 'campaigns.dryRun.include')}
          </button>
        </p>
      )}
    </section>
  )
}

const WEEK = 7

/** How many leave on each day: a week of them, with the last one. */
function Ends({ run: { forecast, cost, connection } }: { run: DryRunResult }) {
  const t = useText()
  const { number, weekday, day: dateOf } = useFormat()
  const when = useWhen()
  const days = useDays()
  const today = localDay(Date.now(), useUser().company.timeZone)
  const most = Math.max(...forecast.days.map(({ count }) => count), 1)
  const shown = forecast.days.slice(0, WEEK)
  const rest = forecast.days.slice(WEEK).reduce((sum, { count }) => sum + count, 0)
  const nameOf = (day: string) => {
    if (day === today) return days.label(Date.now(), Date.now())
    const at = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
    return day < addDays(today, WEEK) ? weekday(at).slice(0, 3).toLowerCase() : dateOf(day).slice(0, 5)
  }
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline gap-2">
        <h3 className="mr-auto text-sm font-semibold">{t('campaigns.dryRun.ends')}</h3>
        <span className="text-sm text-muted">
          {forecast.endsAt ? t('campaigns.dryRun.near', { when: when(forecast.endsAt) }) : t('campaigns.dryRun.never')}
        </span>
      </div>
      <ul className="ends-bars grid grid-flow-col auto-cols-[minmax(2.25rem,1fr)] gap-2 h-26 overflow-x-auto text-center text-xs">
        {shown.map(({ day, count, isClosed }) => (
          <li className="grid grid-rows-[minmax(0,1fr)_1.25rem]" key={day} data-closed={isClosed || undefined}>
            <span className="ends-bar">
              {isClosed && count === 0 ? t('campaigns.dryRun.closed') : number(count)}
              {count > 0 && (
                <i
                  className="block h-[calc(var(--v)*3.75rem)] min-h-0.5 w-[min(100%,2.25rem)] mx-auto rounded-[3px_3px_0_0] bg-(--chart-1)"
                  style={{ '--v': partOf(count, most) } as CSSProperties}
                />
              )}
            </span>
            <span className="pt-1 text-faint">{nameOf(day)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="pt-1 text-xs text-faint">{t('campaigns.dryRun.later', { count: rest })}</p>}
      <p className="pt-2 text-xs text-faint">
        {t(cost ? 'campaigns.dryRun.todayOfMeta' : 'campaigns.dryRun.today', {
          name: connection.name,
          number: number(connection.mayToday),
          cold: number(connection.coldToday),
        })}
      </p>
    </section>
  )
}

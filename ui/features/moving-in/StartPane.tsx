import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Minus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CompanySummary, ImportSummary, MovedCount } from '../../../src/moving-in/contract'
import type { MovingIn } from '../../../src/operator/moving-in/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { movingInQuery, startMove } from './api'
import { kindName, reasonText } from './reportText'
import { reasonsIn } from './rules'

type Props = {
  data: MovingIn
  dryRun: NonNullable<MovingIn['dryRun']>
  chosen: readonly CompanySummary[]
  leftOut: ReadonlySet<string>
  /** Leads back to the source. */
  other: ReactNode
}

/** What does not come and why, how long it takes, what is asked before it begins, and the button that begins it. */
export function StartPane({ data, dryRun, chosen, leftOut, other }: Props) {
  const t = useText()
  const { span, size } = useFormat()
  const queries = useQueryClient()
  const [isOperators, setOperators] = useState<boolean | null>(null)
  const [takeSessions, setTakeSessions] = useState(false)
  const [isStopped, setStopped] = useState(false)
  const start = useMutation({
    mutationFn: startMove,
    onSuccess: (fresh) => queries.setQueryData(movingInQuery.queryKey, fresh),
    onError: toast.failure,
  })
  const asked = chosen.find(({ theirs }) => theirs === data.askedAbout)
  const lack =
    chosen.length === 0
      ? 'noneChosen'
      : dryRun.isStale
        ? 'stale'
        : asked && isOperators === null
          ? 'unanswered'
          : takeSessions && !isStopped
            ? 'unconfirmed'
            : null
  const seconds = (Date.parse(dryRun.endedAt) - Date.parse(dryRun.startedAt)) / 1000
  return (
    <>
      {asked && (
        <section>
          <OperatorQuestion name={asked.name} value={isOperators} onChange={setOperators} />
        </section>
      )}
      <Reasons report={dryRun.report} chosen={chosen} />
      <section>
        <h2 className="font-semibold">{t('movingIn.dry.time')}</h2>
        <dl className="move-pairs">
          <div>
            <dt>{t('movingIn.dry.took')}</dt>
            <dd>{span(Math.max(1, seconds))}</dd>
          </div>
          <div>
            <dt>{t('movingIn.dry.takes')}</dt>
            <dd>{t('movingIn.dry.takesAbout')}</dd>
          </div>
          <div>
            <dt>{t('movingIn.dry.space')}</dt>
            <dd>{t('movingIn.dry.free', { free: size(data.free) })}</dd>
          </div>
        </dl>
      </section>
      <section className="grid gap-3">
        <h2 className="font-semibold">{t('movingIn.dry.questions')}</h2>
        <SessionsChoice isTaken={takeSessions} onTake={setTakeSessions} isStopped={isStopped} onStopped={setStopped} />
        {other}
      </section>
      <section className="move-start">
        <Button
          tone="primary"
          className="w-full"
          disabled={lack !== null}
          busy={start.isPending}
          onClick={() => start.mutate({ leftOut: [...leftOut], isOperators: asked ? isOperators : null, takeSessions })}
        >
          {t('movingIn.dry.start')}
        </Button>
        <p className="mt-2 text-xs text-muted">{t(lack ? `movingIn.dry.${lack}` : 'movingIn.dry.startHint')}</p>
      </section>
    </>
  )
}

type QuestionProps = { name: string; value: boolean | null; onChange(value: boolean): void }

function OperatorQuestion({ name, value, onChange }: QuestionProps) {
  const t = useText()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold text-pretty">{t('movingIn.dry.operator', { name })}</legend>
      {([true, false] as const).map((answer) => (
        <label key={String(answer)} className="move-choice">
          <input
            type="radio"
            name="operator"
            className="radio radio-sm radio-primary"
            checked={value === answer}
            onChange={() => onChange(answer)}
          />
          <span>
            {t(answer ? 'movingIn.dry.operatorYes' : 'movingIn.dry.operatorNo')}
            <small>{t(answer ? 'movingIn.dry.operatorYesHint' : 'movingIn.dry.operatorNoHint')}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type SessionsProps = {
  isTaken: boolean
  onTake(isTaken: boolean): void
  isStopped: boolean
  onStopped(isStopped: boolean): void
}

/** The risks are said before it can be confirmed. */
function SessionsChoice({ isTaken, onTake, isStopped, onStopped }: SessionsProps) {
  const t = useText()
  return (
    <div className="grid gap-2">
      <label className="move-choice">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary"
          checked={isTaken}
          onChange={(event) => {
            onTake(event.target.checked)
            onStopped(false)
          }}
        />
        <span>
          {t('movingIn.dry.sessions')}
          <small>{t('movingIn.dry.sessionsHint')}</small>
        </span>
      </label>
      {isTaken && (
        <>
          <ul className="move-risks">
            {(['both', 'old', 'copy', 'refused'] as const).map((risk) => (
              <li key={risk}>{t(`movingIn.dry.risk.${risk}`)}</li>
            ))}
          </ul>
          <label className="move-choice">
            <input
              type="checkbox"
              className="checkbox checkbox-sm checkbox-primary"
              checked={isStopped}
              onChange={(event) => onStopped(event.target.checked)}
            />
            <span>{t('movingIn.dry.stopped')}</span>
          </label>
        </>
      )}
    </div>
  )
}

const MOST_REASONS = 5

/** Rows that do not come, and rows that come with something missing. */
function Reasons({ report, chosen }: { report: ImportSummary; chosen: readonly CompanySummary[] }) {
  const t = useText()
  const { number } = useFormat()
  const skipped = reasonsIn([...chosen.flatMap((one) => one.skipped), ...report.installation.skipped, ...report.left])
  const noted = reasonsIn([...chosen.flatMap((one) => one.noted), ...report.installation.noted])
  return (
    <>
      <section>
        <h2 className="font-semibold">{t('movingIn.dry.notComing')}</h2>
        {skipped.length === 0 && <p className="mt-1 text-sm text-muted">{t('movingIn.dry.allComes')}</p>}
        <ReasonList counts={skipped} icon={<Minus />} />
        {report.unknownColumns.length > 0 && (
          <p className="mt-2 text-xs wrap-anywhere text-muted">
            <b className="font-[550]">
              {t('movingIn.dry.columns')} ({number(report.unknownColumns.length)})
            </b>{' '}
            {report.unknownColumns.slice(0, MOST_REASONS).join(', ')}
          </p>
        )}
      </section>
      {noted.length > 0 && (
        <section>
          <h2 className="font-semibold">{t('movingIn.dry.check')}</h2>
          <ReasonList counts={noted} icon={<TriangleAlert className="text-warning-ink!" />} />
        </section>
      )}
    </>
  )
}

function ReasonList({ counts, icon }: { counts: readonly MovedCount[]; icon: ReactNode }) {
  const t = useText()
  const { number } = useFormat()
  const more = counts.length - MOST_REASONS
  return (
    <>
      <ul className="move-reasons">
        {counts.slice(0, MOST_REASONS).map(({ what, reason, count }) => (
          <li key={`${what} ${reason}`}>
            {icon}
            <span>
              <b>
                {kindName(t, what)} <span className="nums">{number(count)}</span>
              </b>
              <small>{reasonText(t, reason)}</small>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="pt-1 text-xs text-faint">{t('movingIn.dry.more', { n: number(more), count: more })}</p>
      )}
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { Check, CircleAlert, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InstallationUpdate, UpdateAttempt } from '../../../../src/operator/update/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { adviceFor, causeIn, rowsOf, type StepRow } from './rules'

/** Each step of an update with its time, as it happens. */
export function AttemptSteps({ data, attempt }: { data: InstallationUpdate; attempt: UpdateAttempt }) {
  const t = useText()
  const format = useFormat()
  const rows = rowsOf(attempt)
  return (
    <ol className="install-part update-steps">
      {rows.map((row, at) => (
        <li key={row.step} data-state={row.state} aria-current={row.state === 'running' ? 'step' : undefined}>
          <span className={classes('ordinal', row.state === 'done' && 'ordinal-done')}>
            {marks[row.state] ?? format.number(at + 1)}
          </span>
          <span className="two">
            <span>{t(`installationUpdate.step.${row.step}`, { from: attempt.from })}</span>
            <small>
              <Detail row={row} data={data} attempt={attempt} />
            </small>
          </span>
          {row.at && (
            <time dateTime={row.at} title={format.dateTime(row.at)} className="text-xs text-faint">
              {format.time(row.at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}

const marks: Readonly<Partial<Record<StepRow['state'], ReactNode>>> = {
  done: <Check />,
  failed: <X />,
  running: <LoaderCircle className="animate-spin" />,
}

function Detail({ row, data, attempt }: { row: StepRow; data: InstallationUpdate; attempt: UpdateAttempt }): ReactNode {
  const t = useText()
  const format = useFormat()
  const { step, state, took, detail } = row
  if (state === 'failed') {
    if (attempt.fault) return t(`installationUpdate.preparation.${attempt.fault}`)
    const cause = causeIn(detail ?? '')
    return cause ? <span title={detail ?? undefined}>{t(`installationUpdate.cause.${cause}`)}</span> : detail
  }
  if (state === 'done') return took === null || took < 1 ? null : format.span(took)
  if (step === 'download') {
    const size = data.offer ? format.size(data.offer.size) : '–'
    return state === 'waiting'
      ? size
      : t('installationUpdate.stepText.download', { done: format.size(data.downloaded ?? 0), size })
  }
  const text = t.find(`installationUpdate.stepText.${step}`)
  return text ?? null
}

/** What helps before the next attempt. */
export function Advice({ attempt }: { attempt: UpdateAttempt }) {
  const t = useText()
  const advice = adviceFor(attempt)
  if (!advice) return null
  return (
    <ul className="install-checks">
      <li data-state="bad">
        <CircleAlert />
        <span>
          <b>{t(`installationUpdate.advice.${advice}.title`)}</b>
          <small>{t(`installationUpdate.advice.${advice}.text`)}</small>
        </span>
        {advice !== 'look' && (
          <Link to="/monitor" search={{ tab: 'backups' }} className="btn btn-sm btn-plain">
            {t('installationUpdate.advice.backups')}
          </Link>
        )}
      </li>
    </ul>
  )
}

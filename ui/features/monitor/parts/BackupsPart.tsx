import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import type { BackupPlan, BackupState } from '../../../../src/features/monitor/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { StatusDot } from '../../../shared/kit/StatusDot'
import { scrolled } from '../../../shared/kit/scrolled'
import { toast } from '../../../shared/kit/toast'
import { startBackup, verifyBackup } from '../api'

/** Backups with age, size and verification result. */
export function BackupsPart({ plan }: { plan: BackupPlan }) {
  const t = useText()
  const { dateTime } = useFormat()
  const start = useMutation({ mutationFn: startBackup, onError: toast.failure })
  const { pattern, keep, folder, next, isRunning, records } = plan
  return (
    <section aria-label={t('monitor.backups')} className="relative overflow-x-auto border-t border-line" {...scrolled}>
      <h2 className="half-head">
        {t('monitor.backups')}
        <small>
          {pattern === '' || next === null
            ? t('monitor.noSchedule')
            : t('monitor.schedule', { next: dateTime(next), keep, folder })}
        </small>
        <Link to="/operator-settings" search={{}} className={`${buttonClass('ghost', 'sm')} ml-auto`} hash="backups">
          {t('monitor.changeSchedule')}
        </Link>
        <Button size="sm" icon={<Archive />} busy={isRunning || start.isPending} onClick={() => start.mutate()}>
          {t('monitor.backUpNow')}
        </Button>
      </h2>
      {records.length === 0 ? (
        <p className="half-none">{t('monitor.noBackup')}</p>
      ) : (
        <table className="grid-table half-table">
          <thead>
            <tr>
              <th scope="col">{t('monitor.column.when')}</th>
              <th scope="col">{t('monitor.column.age')}</th>
              <th scope="col">{t('monitor.column.kind')}</th>
              <th scope="col" className="num">
                {t('monitor.column.size')}
              </th>
              <th scope="col">{t('monitor.column.verification')}</th>
              <th>
                <span className="sr-only">{t('monitor.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {records.map((run) => (
              <BackupRow key={run.id} run={run} isRunning={isRunning} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function BackupRow({ run, isRunning }: { run: BackupState; isRunning: boolean }) {
  const t = useText()
  const { dateTime, size } = useFormat()
  const verify = useMutation({ mutationFn: () => verifyBackup(run.id), onError: toast.failure })
  return (
    <tr>
      <td className="lead" title={run.folder}>
        {dateTime(run.startedAt)}
      </td>
      <td>
        <Ago at={run.startedAt} />
      </td>
      <td>{t(`monitor.kind.${run.kind}`)}</td>
      <td className="num">{run.bytes === null ? '–' : size(run.bytes)}</td>
      <td>
        <Verification run={run} />
      </td>
      <td>
        {run.state !== 'running' && run.bytes !== null && (
          <Button size="sm" tone="ghost" busy={verify.isPending} disabled={isRunning} onClick={() => verify.mutate()}>
            {t('monitor.verify')}
          </Button>
        )}
      </td>
    </tr>
  )
}

function Verification({ run: { state, companies, problem } }: { run: BackupState }) {
  const t = useText()
  if (state === 'running') return <StatusDot tone="wait">{t('monitor.running')}</StatusDot>
  if (state === 'failed')
    return (
      <>
        <StatusDot tone="bad">{t('monitor.failedBackup')}</StatusDot>{' '}
        <span className="ml-2 inline-block max-w-96 truncate align-bottom text-faint" title={problem ?? ''}>
          {problem === 'missing' ? t('monitor.missing') : problem}
        </span>
      </>
    )
  return (
    <>
      <StatusDot tone="ok">{t('monitor.verified')}</StatusDot>{' '}
      <span className="ml-2 text-faint">{t('monitor.verifiedText', { count: companies ?? 0 })}</span>
    </>
  )
}

import './moving-in.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type MovingIn, movingInChanged, movingInProgress } from '../../../src/operator/moving-in/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { StaleNote } from '../../shared/kit/StaleNote'
import { useEvent } from '../../shared/live/useEvent'
import { OperatorPage } from '../../shared/OperatorPage'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { movingInQuery } from './api'
import { DryRunStep } from './DryRunStep'
import { ReportButtons } from './ReportButtons'
import { ResultStep } from './ResultStep'
import { RunStep } from './RunStep'
import { productOf, type Step, stepOf, steps } from './rules'
import { SourceStep } from './SourceStep'
import { StopButton } from './StopButton'
import { MovingInView } from './view'

export const MovingInPage = () => <OperatorPage page={MovingInShell} />

/** Moving in from another product: the source, what would come, how far it is, and what came. */
function MovingInShell() {
  const t = useText()
  usePageTitle(t('movingIn.title'))
  const queries = useQueryClient()
  const view = useView(MovingInView)
  const { data, error, refetch } = useQuery(movingInQuery)
  useEvent(movingInChanged, () => void queries.invalidateQueries({ queryKey: movingInQuery.queryKey }))
  useEvent(movingInProgress, (run) =>
    queries.setQueryData(movingInQuery.queryKey, (known) => known && { ...known, run }),
  )
  const isIdle = data?.run?.state !== 'running'
  const step = data && (view.now.step === 'source' && isIdle ? 'source' : stepOf(data))
  const goTo = (next: 'source' | undefined) => view.change({ step: next })
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('movingIn.title')}</h1>
        {data && step && <Subtitle data={data} step={step} />}
        {step && <Path now={step} />}
        {data && step === 'dryRun' && data.dryRun && <ReportButtons />}
        {data?.run?.state === 'running' && <StopButton />}
      </div>
      {!data || !step ? (
        error ? (
          <ErrorState error={error} title={t('movingIn.failed')} onRetry={() => void refetch()} />
        ) : (
          <Loading className="grid gap-4 p-6">
            <Skeleton className="h-20" />
            <Skeleton className="h-48" />
          </Loading>
        )
      ) : (
        <>
          {error && <StaleNote onRetry={() => void refetch()} />}
          {step === 'source' && <SourceStep key={sourceKey(data)} data={data} onStarted={() => goTo(undefined)} />}
          {step === 'dryRun' && <DryRunStep data={data} onSource={() => goTo('source')} />}
          {step === 'move' && <RunStep data={data} />}
          {step === 'result' && data.result && <ResultStep data={data} result={data.result} />}
        </>
      )}
    </main>
  )
}

/** Fields that were typed stay until another source is known. */
const sourceKey = ({ source }: MovingIn): string => (source ? `${source.dump.path} ${source.media?.path}` : 'none')

function Subtitle({ data, step }: { data: MovingIn; step: Step }) {
  const t = useText()
  const { shortDateTime } = useFormat()
  const { dryRun, result, run } = data
  const family = (result ?? dryRun)?.report.family
  if (family === undefined) return null
  const product = productOf(family)
  const words =
    step === 'result' && result
      ? t('movingIn.movedAt', { product, when: shortDateTime(result.endedAt) })
      : step === 'move' && run
        ? t('movingIn.movingSince', { product, when: shortDateTime(run.startedAt) })
        : step === 'dryRun' && dryRun
          ? t('movingIn.dryRunAt', { product, when: shortDateTime(dryRun.endedAt) })
          : null
  return words && <span className="page-count max-sm:hidden">{words}</span>
}

function Path({ now }: { now: Step }) {
  const t = useText()
  const at = steps.indexOf(now)
  return (
    <ol className="path ml-auto max-lg:hidden" aria-label={t('movingIn.steps')}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined}>
          {index < at ? (
            <span className="ordinal ordinal-done" role="img" aria-label={t('movingIn.stepDone')}>
              <Check />
            </span>
          ) : (
            <span className="ordinal" aria-hidden="true">
              {index + 1}
            </span>
          )}
          {t(`movingIn.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}

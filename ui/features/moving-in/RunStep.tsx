import { Check, Info } from 'lucide-react'
import { useRef } from 'react'
import type { MovingIn, MovingRun } from '../../../src/operator/moving-in/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Note } from '../../shared/kit/Note'
import { Rich } from '../../shared/kit/Rich'
import { useNow } from '../../shared/kit/useNow'
import { DiscardButton } from './DiscardButton'
import { EndedNote } from './EndedNote'
import { kindName } from './reportText'
import { type Bar, type MoveProgress, progressOf } from './rules'

/** How far the move is. It goes on without the page. */
export function RunStep({ data }: { data: MovingIn }) {
  const t = useText()
  const { run, dryRun, choice } = data
  if (!run) return null
  const progress = dryRun && progressOf(dryRun.report, choice, run)
  const isRunning = run.state === 'running'
  return (
    <div className="page-body">
      <RunHead run={run} progress={progress} />
      <div className="grid gap-3 px-6 pb-4 max-md:px-4">
        {isRunning ? (
          <Note tone="info" icon={<Info />}>
            {t('movingIn.run.leave')}
          </Note>
        ) : (
          <>
            <EndedNote run={run} />
            <DiscardButton />
          </>
        )}
      </div>
      {progress && (
        <div className="move-halves">
          <Bars
            title={t('movingIn.run.byKind')}
            head={t('movingIn.run.kind')}
            bars={progress.kinds.map((bar) => ({ ...bar, name: kindName(t, bar.name) }))}
          />
          <Bars title={t('movingIn.run.byCompany')} head={t('movingIn.run.company')} bars={progress.companies} />
        </div>
      )}
    </div>
  )
}

/** In a sentence, with a bar: messages once they come, before that bytes of the dump. */
export function RunHead({ run, progress }: { run: MovingRun; progress: MoveProgress | null }) {
  const t = useText()
  const { number, size } = useFormat()
  const isCounted = progress !== null && run.company !== null
  const { done, total } = isCounted ? progress.messages : { done: run.done, total: run.total }
  const words = run.step === 'dump' ? size : number
  const what = isCounted ? 'messages' : total === null ? 'rows' : 'bytes'
  return (
    <div className="grid gap-2 px-6 pt-2 pb-3 max-md:px-4">
      <div className="move-line">
        <span role="status" className="flex flex-wrap items-baseline gap-x-3">
          {done > 0 && <Rich text={t(`movingIn.run.${what}`, { done: words(done), total: words(total ?? 0) })} />}
          <span className="text-muted">{phaseOf(t, run)}</span>
        </span>
        {run.state === 'running' && total !== null && (
          <Pace key={`${what} ${run.step}`} done={done} total={total} words={words} />
        )}
      </div>
      <progress
        className="progress progress-primary h-2.5 w-full"
        aria-label={t(run.isDryRun ? 'movingIn.run.dryRun' : 'movingIn.step.move')}
        {...(total === null && run.state === 'running' ? {} : { value: done, max: Math.max(1, total ?? 1) })}
      />
    </div>
  )
}

function phaseOf(t: ReturnType<typeof useText>, { step, company }: MovingRun): string {
  if (company) return t('movingIn.phase.company', { ...company, at: String(company.at), of: String(company.of) })
  if (step === 'dump' || step === 'order') return t(`movingIn.phase.${step}`)
  return t('movingIn.phase.end')
}

const FEW_SECONDS = 3

/** Since the page looks: an earlier pace would be of another machine's load. */
function Pace({ done, total, words }: { done: number; total: number; words(value: number): string }) {
  const t = useText()
  const { time } = useFormat()
  const now = useNow(1000)
  const first = useRef({ at: now, done })
  const seconds = (now - first.current.at) / 1000
  const pace = (done - first.current.done) / Math.max(seconds, 1)
  if (seconds < FEW_SECONDS || pace <= 0) return null
  return (
    <span className="ml-auto text-muted">
      <Rich
        text={t('movingIn.run.pace', { pace: words(Math.round(pace)), at: time(now + ((total - done) / pace) * 1000) })}
      />
    </span>
  )
}

type BarsProps = {
  title: string
  head: string
  bars: readonly (Bar & { readonly state?: 'done' | 'now' | 'waiting' })[]
}

const MOST_BARS = 14

function Bars({ title, head, bars }: BarsProps) {
  const t = useText()
  const { number } = useFormat()
  const rest = bars.slice(MOST_BARS)
  const sum = (field: 'done' | 'total') => rest.reduce((all, bar) => all + bar[field], 0)
  const others = t('movingIn.run.others', { n: number(rest.length), count: rest.length })
  const shown: BarsProps['bars'] =
    rest.length === 0
      ? bars
      : [...bars.slice(0, MOST_BARS), { id: 'others', name: others, done: sum('done'), total: sum('total') }]
  return (
    <section aria-label={title}>
      <h2 className="px-6 pt-3.5 pb-2.5 font-semibold max-md:px-4">{title}</h2>
      <table className="grid-table move-bars">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className="num">
              {t('movingIn.run.done')}
            </th>
            <th scope="col" className="num">
              {t('movingIn.run.total')}
            </th>
            <th scope="col">
              <span className="sr-only">{t('movingIn.run.progress')}</span>
            </th>
            <th scope="col">
              <span className="sr-only">{t('movingIn.run.state')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, name, done, total, state = done >= total ? 'done' : 'waiting' }) => (
            <tr key={id}>
              <td className="lead">{name}</td>
              <td className="num">{number(done)}</td>
              <td className="num">{number(total)}</td>
              <td className="w-full min-w-24 max-sm:min-w-12">
                <progress
                  className="progress progress-primary h-1.5 w-full align-middle"
                  aria-label={name}
                  value={done}
                  max={Math.max(1, total)}
                />
              </td>
              <td>
                {state === 'done' ? (
                  <Check className="size-4 text-success-ink" role="img" aria-label={t('movingIn.run.complete')} />
                ) : (
                  state === 'now' && <span className="text-xs">{t('movingIn.run.now')}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

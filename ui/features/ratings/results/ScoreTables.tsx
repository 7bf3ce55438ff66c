import type { ReactNode } from 'react'
import { npsOf, type RatingResults, type Score } from '../../../../src/features/ratings/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import { QueueChip } from '../../../shared/kit/QueueChip'
import type { View } from '../../../shared/table/useView'
import { answerRate, satisfiedShare } from '../spec'
import type { RatingsView } from '../view'
import { rounded } from './ScoreCards'

/** The same scores by attendant and by queue. */
export function ScoreTables({ results, view }: { results: RatingResults; view: View<RatingsView> }) {
  const t = useText()
  return (
    <>
      <ScoreTable
        head={t('ratings.results.user')}
        rows={results.users.map(({ user, score }) => ({
          id: user?.id ?? 0,
          score,
          name: user ? (
            <button type="button" className="person hover:underline" onClick={() => view.change({ user: user.id })}>
              <Face name={user.name} size={1.75} />
              {user.name}
            </button>
          ) : (
            '—'
          ),
        }))}
      />
      <ScoreTable
        head={t('ratings.results.queue')}
        rows={results.queues.map(({ queue, score }) => ({
          id: queue?.id ?? 0,
          score,
          name: queue ? (
            <button type="button" className="hover:underline" onClick={() => view.change({ queue: queue.id })}>
              <QueueChip queue={queue} />
            </button>
          ) : (
            t('common.noQueue')
          ),
        }))}
      />
    </>
  )
}

type Row = { readonly id: number; readonly name: ReactNode; readonly score: Score }

function ScoreTable({ head, rows }: { head: string; rows: readonly Row[] }) {
  const t = useText()
  const { number, share } = useFormat()
  const orDash = (value: number | null, show: (value: number) => string) => (value === null ? '—' : show(value))
  const heads = ['asked', 'rate', 'satisfied', 'mean'] as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label={head}>
      <table className="grid-table">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {heads.map((one) => (
              <th key={one} scope="col" className="num">
                {t(`ratings.results.${one}`)}
              </th>
            ))}
            <th scope="col" className="num">
              NPS
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, score }) => (
            <tr key={id}>
              <td className="lead">{name}</td>
              <td className="num">{number(score.asked)}</td>
              <td className="num">{orDash(answerRate(score), share)}</td>
              <td className="num">{orDash(satisfiedShare(score), share)}</td>
              <td className="num">{orDash(score.csat.mean, (mean) => number(rounded(mean)))}</td>
              <td className="num">{orDash(npsOf(score.nps), number)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

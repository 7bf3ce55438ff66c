import { useQuery } from '@tanstack/react-query'
import { type CountPeriod, countPeriods, type NodeCount } from '../../../src/features/flows/contract'
import type { Flow } from '../../../src/features/flows/format/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Segment } from '../../shared/kit/Segment'
import { Skeleton } from '../../shared/kit/Skeleton'
import { countsQuery } from './api'
import { nodeName } from './words'

type Props = {
  id: number
  flow: Flow
  period: CountPeriod
  onPeriod(period: CountPeriod): void
  onGo(id: string): void
}

/** Where talks end without the flow ending them, most first. */
export function Numbers({ id, flow, period, onPeriod, onGo }: Props) {
  const t = useText()
  const format = useFormat()
  const { data, error, refetch } = useQuery(countsQuery(id, period))
  const rows = Object.entries(data?.nodes ?? {}).flatMap(([node, count]) => {
    const drawn = flow.nodes[node]
    return drawn && drawn.t !== 'start' ? [{ node, name: nodeName(t, drawn), ...count }] : []
  })
  const begun = data?.nodes[flow.start]?.came ?? 0
  rows.sort((a, b) => b.left - a.left || b.came - a.came)
  return (
    <section
      className="flow-numbers grid gap-2.5 py-3.5 px-4 border-b border-line"
      aria-label={t('flows.numbers.title')}
    >
      <h2 className="text-sm font-semibold">{t('flows.numbers.title')}</h2>
      <Segment
        label={t('flows.numbers.period')}
        items={countPeriods.map((one) => ({ id: one, label: t(`flows.numbers.periods.${one}`) }))}
        value={period}
        onChange={onPeriod}
      />
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && begun === 0 && rows.length === 0 && <p className="text-sm text-muted">{t('flows.numbers.none')}</p>}
      {data && (begun > 0 || rows.length > 0) && (
        <>
          <p className="text-sm text-muted">{t('flows.numbers.begun', { count: begun })}</p>
          <table className="flow-number-rows w-full type-sm">
            <thead>
              <tr>
                <th>{t('flows.numbers.block')}</th>
                <th>{t('flows.numbers.cameHead')}</th>
                <th>{t('flows.numbers.leftHead')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, MOST_ROWS).map(({ node, name, came, left }) => (
                <tr key={node}>
                  <td>
                    <button type="button" className="link" onClick={() => onGo(node)}>
                      {name}
                    </button>
                  </td>
                  <td>{format.number(came)}</td>
                  <td data-some={left > 0 || undefined}>
                    {format.number(left)}
                    {left > 0 && <small>{format.share(left / Math.max(1, came))}</small>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}

const MOST_ROWS = 12

/** On the edge of a node, so that nothing moves; absent where nobody came. */
export function NodeNumbers({ count: { came, left } }: { count: NodeCount }) {
  const t = useText()
  const format = useFormat()
  const arrived = t('flows.numbers.came', { count: came })
  return (
    came + left > 0 && (
      <div className="node-numbers" title={arrived}>
        <span aria-hidden>{format.number(came)}</span>
        <span className="sr-only">{arrived}</span>
        {left > 0 && (
          <b className="font-semibold text-error-ink">
            {t('flows.numbers.left', { count: left, share: format.share(left / Math.max(1, came)) })}
          </b>
        )}
      </div>
    )
  )
}

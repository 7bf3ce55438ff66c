import { useQuery } from '@tanstack/react-query'
import type { PeriodCost } from '../../../src/features/message-costs/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { connectionsQuery } from '../directory/api'
import { periodCostsQuery } from './api'
import { shownAmount } from './money'
import { sumByChannel, sumOf } from './period'

type Props = {
  from: string
  to: string
  by: 'connections' | 'channels'
  /** Undefined: all. */
  connectionIds: readonly number[] | undefined
}

/** What the messages of a period cost; nothing where nothing is charged. */
export function PeriodCosts({ from, to, by, connectionIds }: Props) {
  const t = useText()
  const format = useFormat()
  const names = new Map(useQuery(connectionsQuery).data?.map(({ id, name }) => [id, name]))
  const all = useQuery(periodCostsQuery(from, to)).data ?? []
  const costs = connectionIds ? all.filter(({ whatsappId }) => connectionIds.includes(whatsappId)) : all
  if (costs.length === 0) return null
  const rows =
    by === 'channels'
      ? sumByChannel(costs).map((cost) => ({ ...cost, name: t(`common.channel.${cost.channel}`) }))
      : costs.map((cost) => ({ ...cost, name: names.get(cost.whatsappId) ?? t(`common.channel.${cost.channel}`) }))
  const cells = ({ billed, free, amount }: Pick<PeriodCost, 'billed' | 'free' | 'amount'>) =>
    [format.number(billed), format.number(free), shownAmount(format, amount)] as const
  const heads = ['messageCosts.column.billed', 'messageCosts.column.free', 'messageCosts.column.amount'] as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="mt-6 overflow-x-auto" tabIndex={0} aria-label={t('messageCosts.period')}>
      <h2 className="px-6 pb-2 text-sm font-semibold max-sm:px-4">{t('messageCosts.period')}</h2>
      <table className="grid-table">
        <thead>
          <tr>
            <th scope="col">{t(by === 'channels' ? 'messageCosts.channel' : 'common.field.connection')}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className="num">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CostRow key={`${row.whatsappId} ${row.channel}`} name={row.name} cells={cells(row)} />
          ))}
          {rows.length > 1 && <CostRow name={t('messageCosts.sum')} cells={cells(sumOf(costs))} isSum />}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = { name: string; cells: readonly string[]; isSum?: boolean }

function CostRow({ name, cells, isSum = false }: RowProps) {
  return (
    <tr className={isSum ? 'font-semibold' : undefined}>
      <td className="lead">{name}</td>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their order
        <td key={at} className="num">
          {cell}
        </td>
      ))}
    </tr>
  )
}

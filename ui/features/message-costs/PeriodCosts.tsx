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
  return (
    <div className="overflow-x-auto border-t border-line">
      <table className="table">
        <caption className="px-6 pt-4 pb-1 text-left text-sm font-semibold max-sm:px-4">
          {t('messageCosts.period')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t(by === 'channels' ? 'messageCosts.channel' : 'common.field.connection')}</th>
            <th scope="col" className="text-right">
              {t('messageCosts.column.billed')}
            </th>
            <th scope="col" className="text-right">
              {t('messageCosts.column.free')}
            </th>
            <th scope="col" className="text-right">
              {t('messageCosts.column.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CostRow key={`${row.whatsappId} ${row.channel}`} name={row.name} cells={cells(row)} />
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <CostRow name={t('messageCosts.sum')} cells={cells(sumOf(costs))} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

function CostRow({ name, cells }: { name: string; cells: readonly [billed: string, free: string, amount: string] }) {
  const [billed, free, amount] = cells
  return (
    <tr>
      <th scope="row" className="font-medium">
        {name}
      </th>
      <td className="nums text-right">{billed}</td>
      <td className="nums text-right">{free}</td>
      <td className="nums text-right font-medium">{amount}</td>
    </tr>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Coins } from 'lucide-react'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Rich } from '../../shared/kit/Rich'
import { connectionsQuery } from '../directory/api'
import { shownAmount } from './money'
import { useMonthCosts } from './useMonthCosts'

/** A connection has spent nearly as much as its ceiling of the month, or all of it. */
export function CeilingStrip() {
  const t = useText()
  const format = useFormat()
  const costs = useMonthCosts()
  const names = useQuery(connectionsQuery).data ?? []
  const close = (costs ?? []).filter(({ ceiling }) => ceiling && ceiling.state !== 'under')
  const [cost] = close.toSorted(
    (a, b) => Number(b.ceiling?.state === 'reached') - Number(a.ceiling?.state === 'reached'),
  )
  if (!cost?.ceiling) return null
  const { state } = cost.ceiling
  const name = names.find(({ id }) => id === cost.whatsappId)?.name ?? ''
  const ceiling = shownAmount(format, cost.ceiling.amount)
  return (
    <aside
      className={state === 'reached' ? 'status-strip status-strip-error' : 'status-strip status-strip-warn'}
      aria-label={t('costCeiling.name')}
    >
      <Coins />
      <span>
        <Rich
          text={
            state === 'reached'
              ? t('costCeiling.reached', { name, ceiling })
              : t('costCeiling.near', { name, ceiling, amount: shownAmount(format, cost.amount) })
          }
        />
      </span>
      <Link className="ml-auto font-semibold whitespace-nowrap underline" to="/message-costs" search={{}}>
        {t('costCeiling.see')}
      </Link>
    </aside>
  )
}

import { Link } from '@tanstack/react-router'
import type { MonthCost as Cost } from '../../../src/features/message-costs/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { ShareBar } from '../../shared/kit/ShareBar'
import { shownAmount } from './money'
import { useMonthCosts } from './useMonthCosts'

/** What a connection costs in this month; leads to the month's details. */
export function MonthCost({ connectionId }: { connectionId: number }) {
  const t = useText()
  const costs = useMonthCosts()
  const cost = costs?.find(({ whatsappId }) => whatsappId === connectionId)
  if (!costs) return null
  if (!cost) return <span className="text-faint">{t('messageCosts.none')}</span>
  return (
    <Link to="/message-costs" search={{}} className="block w-38 max-w-full text-inherit no-underline">
      <CostMeter cost={cost} />
    </Link>
  )
}

/** The amount above a meter: of the ceiling, or of the free messages where there is none. */
export function CostMeter({ cost: { amount, free, ceiling } }: { cost: Cost }) {
  const t = useText()
  const format = useFormat()
  const share = ceiling ? amount / ceiling.amount : free.most === 0 ? 0 : free.used / free.most
  const words = ceiling
    ? t('messageCosts.ceiling', { amount: shownAmount(format, ceiling.amount) })
    : t('messageCosts.free', { most: format.number(free.most), used: format.number(free.used) })
  return (
    <span className="grid gap-1 leading-4.5">
      <b className="font-medium nums">{shownAmount(format, amount)}</b>
      <ShareBar share={share} isNear={ceiling !== null && ceiling.state !== 'under'} />
      <small className="text-xs text-faint">{words}</small>
    </span>
  )
}

import { type EstimateRequest, estimateOf, type MonthCost } from '../../../src/features/message-costs/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { shownAmount } from './money'
import { useMonthCosts } from './useMonthCosts'

/** What messages over this connection would cost; nothing where they cost nothing. */
export function EstimatedCost({ connectionId, ...asked }: EstimateRequest & { readonly connectionId: number }) {
  const t = useText()
  const format = useFormat()
  const cost = useMonthCosts()?.find(({ whatsappId }) => whatsappId === connectionId)
  if (!cost) return null
  const { count, amount } = estimateOf(cost, asked)
  return (
    <span className="nums">
      {amount === 0
        ? t('messageCosts.estimateFree', { count })
        : t('messageCosts.estimate', { count, amount: shownAmount(format, amount) })}
    </span>
  )
}

/** For bots and flows, which answer over several connections: what an answer costs once the free ones are used. */
export function AnswerCost({ count }: { readonly count: number }) {
  const t = useText()
  const format = useFormat()
  const costs = useMonthCosts() ?? []
  const price = Math.max(0, ...costs.map(({ prices }: MonthCost) => prices.service))
  if (price === 0 || count === 0) return null
  return <span className="nums">{t('messageCosts.answer', { count, amount: shownAmount(format, count * price) })}</span>
}

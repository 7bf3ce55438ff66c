import { useQuery } from '@tanstack/react-query'
import { type EstimateRequest, estimateOf } from '../../../src/features/message-costs/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { connectionsQuery } from '../directory/api'
import { type BubbleKind, messagesIn } from './answers'
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

/** For bots and flows, which answer over several connections: what the last answer costs once the free ones are used. */
export function AnswerCost({ bubbles }: { readonly bubbles: readonly BubbleKind[] }) {
  const t = useText()
  const format = useFormat()
  const [cost] = useMonthCosts() ?? []
  const connection = useQuery(connectionsQuery).data?.find(({ id }) => id === cost?.whatsappId)
  const price = cost?.prices.service ?? 0
  const count = messagesIn(bubbles, connection?.joinsAnswers ?? true)
  if (price === 0 || count === 0) return null
  return (
    <p className="p-1.5 text-center text-xs text-faint nums">
      {t('messageCosts.answer', { count, amount: shownAmount(format, count * price) })}
    </p>
  )
}

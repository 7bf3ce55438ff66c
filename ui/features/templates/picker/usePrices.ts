import type { Template } from '../../../../src/channels/templates/contract'
import { estimateOf } from '../../../../src/features/message-costs/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { shownAmount } from '../../message-costs/money'
import { useMonthCosts } from '../../message-costs/useMonthCosts'

/** What one template of a category costs now; null where nothing is known of prices. */
export function usePrices(whatsappId: number): (category: Template['category']) => string | null {
  const format = useFormat()
  const cost = useMonthCosts()?.find((one) => one.whatsappId === whatsappId)
  return (category) => (cost ? shownAmount(format, estimateOf(cost, { category, count: 1 }).amount) : null)
}

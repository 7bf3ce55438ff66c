/** Formats the price of a product or an order. */
import type { MessageExtra } from '../../../../src/channels/contract'

type Price = NonNullable<MessageExtra['price']>

/** An unknown currency code is written as it is. */
export function priceText({ amount1000, currency }: Price, locale: string): string | null {
  if (amount1000 === null) return null
  const amount = amount1000 / 1000
  if (currency !== null && /^[A-Z]{3}$/.test(currency))
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
  const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount)
  return [plain, currency].filter(Boolean).join(' ')
}

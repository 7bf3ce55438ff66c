/** Amounts in ten-thousandths of a real, as people read and type them. Pure. */
import type { Format } from '../../shared/i18n/format'

/** R$ 41,20 */
export const shownAmount = (format: Pick<Format, 'money'>, amount: number): string => format.money(amount / 100)

/** A price of one message, which may be less than a cent: 0,0381. */
export const priceText = (amount: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount / 10_000)

/** 381 of "0,0381" or "0.0381"; null if it is no price. */
export function priceOf(typed: string): number | null {
  const found = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(typed.trim())
  return found ? Number(found[1]) * 10_000 + Number((found[2] ?? '').padEnd(4, '0')) : null
}

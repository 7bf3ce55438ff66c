/** Amounts of money in whole cents, typed as users write them. Pure. */

/** 12350 → "123,50", with the locale's separators. */
export const moneyText = (cents: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100)

/**
 * "1.234,5" → 123450. Also accepts "49.90" in locales with a decimal comma, because keypads have a point. Null if
 * invalid, such as "1,2,3" or half a cent.
 */
export function centsOf(text: string, locale: string): number | null {
  const digits = text.replace(/[^\d.,-]/g, '')
  if (!/^-?[\d.,]*\d[\d.,]*$/.test(digits)) return null
  const decimal = decimalSign(digits, locale)
  const at = decimal === null ? -1 : digits.lastIndexOf(decimal)
  const [whole, fraction] = at < 0 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)]
  const grouped = whole.replace('-', '')
  if (fraction.length > 2 || !/^(\d*|\d{1,3}(\.\d{3})*|\d{1,3}(,\d{3})*)$/.test(grouped)) return null
  const cents = Number(grouped.replace(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'))
  if (!Number.isSafeInteger(cents)) return null
  return digits.startsWith('-') && cents > 0 ? -cents : cents
}

/**
 * The decimal separator, or null: the last of two different ones. A single one before a group of three digits is read
 * by the locale.
 */
function decimalSign(digits: string, locale: string): string | null {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  const sign = point >= 0 ? '.' : comma >= 0 ? ',' : null
  if (sign === null) return null
  const isOften = digits.split(sign).length > 2
  const isOwn = moneyText(0, locale).charAt(1) === sign
  return isOften || (!isOwn && /\d{3}$/.test(digits)) ? null : sign
}

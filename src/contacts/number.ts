/** Phone numbers as digits with country code. A Brazilian mobile exists with and without the ninth digit, and both are the same person. */

/** The other form of a Brazilian mobile; undefined for any other number. */
export function otherForm(number: string): string | undefined {
  if (/^55\d{2}9[6-9]\d{7}$/.test(number)) return number.slice(0, 4) + number.slice(5)
  if (/^55\d{2}[6-9]\d{7}$/.test(number)) return `${number.slice(0, 4)}9${number.slice(4)}`
  return undefined
}

/** `+55 (21) 99612-4087`; other countries as `+` and digits. */
export function formatNumber(number: string): string {
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number)
  return brazilian ? `+55 (${brazilian[1]}) ${brazilian[2]}-${brazilian[3]}` : `+${number}`
}

/**
 * A number as people write it in spreadsheets, as digits with country code; undefined when it is none. A company in Brazil
 * leaves out the country, or writes the zero before an area code.
 */
export function numberWritten(written: string, isBrazilian: boolean): string | undefined {
  const typed = written.trim().slice(0, 40)
  if (/\p{L}/u.test(typed.replace(/^(tel|fone|whatsapp|phone)\W*/i, ''))) return undefined
  const digits = typed.replace(/\D/g, '')
  const isWhole = typed.startsWith('+') || digits.startsWith('00')
  const plain = digits.replace(/^0+/, '')
  const isHomely = isBrazilian && !isWhole && /^[1-9][1-9](9\d{8}|[2-9]\d{7})$/.test(plain)
  if (isBrazilian && !isWhole && !isHomely && plain.length < 10) return undefined // without its area code
  const number = isHomely ? `55${plain}` : plain
  return /^\d{8,15}$/.test(number) ? number : undefined
}

/** Stands in the place of a number, on lists and in campaigns, for a contact whose number is not known. */
export const contactKey = (contactId: number): string => `contact ${contactId}`

/** The contact that such a key names; undefined for a number. */
export function contactOfKey(key: string): number | undefined {
  const [, id] = /^contact (\d+)$/.exec(key) ?? []
  return id === undefined ? undefined : Number(id)
}

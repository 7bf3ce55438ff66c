/**
 * Phone numbers as digits with country code. A Brazilian mobile has a form with and one without the ninth digit; both
 * are the same person.
 */

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
 * Parses a number from a spreadsheet into digits with country code; undefined if it is none. A company in Brazil may
 * leave out the country code, or write a zero before the area code.
 */
export function parseWrittenNumber(written: string, isBrazilian: boolean): string | undefined {
  const typed = written.trim().slice(0, 40)
  if (/\p{L}/u.test(typed.replace(/^(tel|fone|whatsapp|phone)\W*/i, ''))) return undefined
  const digits = typed.replace(/\D/g, '')
  const isWhole = typed.startsWith('+') || digits.startsWith('00')
  const plain = digits.replace(/^0+/, '')
  const isHomely = isBrazilian && !isWhole && /^[1-9][1-9](9\d{8}|[2-9]\d{7})$/.test(plain)
  if (isBrazilian && !isWhole && !isHomely && plain.length < 10) return undefined // no area code
  const number = isHomely ? `55${plain}` : plain
  return /^\d{8,15}$/.test(number) ? number : undefined
}

/** Stands for the number in contact lists and campaigns, for a contact whose number is unknown. */
export const contactKey = (contactId: number): string => `contact ${contactId}`

/** The contact id in such a key; undefined for a number. */
export function contactOfKey(key: string): number | undefined {
  const [, id] = /^contact (\d+)$/.exec(key) ?? []
  return id === undefined ? undefined : Number(id)
}

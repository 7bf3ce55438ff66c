/**
 * Phone numbers as digits with country code. Mobiles of some countries have two forms, and both are the same person: in
 * Brazil with and without the ninth digit, in Mexico and Argentina as dialed and as WhatsApp writes them. `phone.ts`
 * reads what people write.
 */

/** The other form of such a number; undefined for any other. */
export function otherForm(number: string): string | undefined {
  for (const { long, short, mark, at } of doubles) {
    if (long.test(number)) return number.slice(0, at) + number.slice(at + 1)
    if (short.test(number)) return number.slice(0, at) + mark + number.slice(at)
  }
  return undefined
}
/** `mark`: the digit that the long form has at `at`. */
const doubles = [
  { long: /^55\d{2}9[6-9]\d{7}$/, short: /^55\d{2}[6-9]\d{7}$/, mark: '9', at: 4 },
  { long: /^521[2-9]\d{9}$/, short: /^52[2-9]\d{9}$/, mark: '1', at: 2 },
  { long: /^549[1-8]\d{9}$/, short: /^54[1-8]\d{9}$/, mark: '9', at: 2 },
]

/** `+55 (21) 99612-4087`; other countries as `+` and digits. */
export function formatNumber(number: string): string {
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number)
  return brazilian ? `+55 (${brazilian[1]}) ${brazilian[2]}-${brazilian[3]}` : `+${number}`
}

/** Stands for the number in contact lists and campaigns, for a contact whose number is unknown. */
export const contactKey = (contactId: number): string => `contact ${contactId}`

/** The contact id in such a key; undefined for a number. */
export function contactOfKey(key: string): number | undefined {
  const [, id] = /^contact (\d+)$/.exec(key) ?? []
  return id === undefined ? undefined : Number(id)
}

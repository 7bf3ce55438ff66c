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

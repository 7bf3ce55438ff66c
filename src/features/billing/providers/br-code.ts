/** Static Pix BR Code (EMV): the payment code of a key, with amount and reference. */
import { CITY_LENGTH, NAME_LENGTH, readPixText } from '../../../platform/pix-key'

export type PixKey = { readonly key: string; readonly name: string; readonly city: string }

/** Lengths have two digits. */
const LONGEST = 99

function field(id: string, value: string): string {
  if (value === '' || value.length > LONGEST)
    throw new Error(`field ${id} of a BR Code cannot have ${value.length} signs`)
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** As much as the field has room for. */
const short = (text: string, most: number) => (readPixText(text, text.length) ?? '').slice(0, most).trim()

/** `amount` in cents; `reference` is 1 to 25 letters and digits. */
export function brCode({ key, name, city }: PixKey, amount: number, reference: string): string {
  const account = field('00', 'br.gov.bcb.pix') + field('01', key)
  const fields = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('54', decimal(amount)),
    field('58', 'BR'),
    field('59', short(name, NAME_LENGTH)),
    field('60', short(city, CITY_LENGTH)),
    field('62', field('05', reference)),
    '6304',
  ].join('')
  return fields + checksum(fields)
}

/** `149.90`: two decimals, as providers expect amounts. */
export const decimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Cents of `149.90` or `149.9`; undefined if it is no amount. */
export function centsOf(written: string | number): number | undefined {
  const cents = Math.round(Number(written) * 100)
  return Number.isSafeInteger(cents) && cents >= 0 && String(written).trim() !== '' ? cents : undefined
}

/** CRC-16/CCITT-FALSE as four hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

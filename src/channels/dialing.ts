/** Reads typed numbers by the numbering plan of the company's country: people omit their own country code. */
import type { Dialing } from '../contacts/contract'
import { countryOfPhone, listPhones, type PhoneRefusal, readPhone } from '../contacts/phone'
import { findContactIdByAddress } from '../contacts/queries'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { getOrMake } from '../platform/maps'
import { type Db, rememberedIn } from '../platform/sqlite'
import { findDefaultConnection } from './connections/queries'

type Company = { readonly db: Db; readonly tenant: Pick<Cx['tenant'], 'timeZone'> }

const ownCountry = rememberedIn((db) => countryOfPhone(findDefaultConnection(db)?.number ?? ''), ['connections'])

/** Countries of our languages, the likely ones first: asking for the zones of all takes a quarter of a second. */
const COUNTRIES = 'BR PT TR GB US CA ES MX AR CL CO PE UY PY BO EC VE CR PA GT HN NI SV DO CU PR IE AU NZ AO MZ'.split(
  ' ',
)

/** Such as `MX` for America/Monterrey. */
const countryOfZone = (zone: string): string | undefined =>
  getOrMake(zones, zone, () =>
    COUNTRIES.find((country) => new Intl.Locale(`und-${country}`).getTimeZones()?.includes(zone)),
  )
const zones = new Map<string, string | undefined>()

/** The country of the default connection's number; without one, that of the company's time zone, else Brazil. */
export const dialingOf = ({ db, tenant }: Company): Dialing => ({
  country: ownCountry(db) ?? countryOfZone(tenant.timeZone) ?? 'BR',
})

export type Meaning = {
  /** Programs write foreign numbers as bare digits with country code. */
  readonly mayLackPlus?: boolean
  /** A Brazilian area code for a number without one. */
  readonly area?: string | undefined
  /** The code of another country for a number without one. */
  readonly code?: string | undefined
}

const planOf = (cx: Company, { mayLackPlus = false, area, code }: Meaning) => ({
  ...dialingOf(cx),
  mayLackPlus,
  ...(area !== undefined && { area }),
  ...(code !== undefined && { code }),
})

/**
 * The number that was meant, or why it is none. Digits that no plan knows are still those of a contact who has them, as
 * messengers report numbers of plans that are newer than ours.
 */
export function readMeant(cx: Company, typed: string, meaning: Meaning = {}) {
  const read = readPhone(typed, planOf(cx, meaning))
  if ('number' in read) return read
  const digits = typed.replace(/[\s+().-]/g, '')
  const isKnown =
    /^\d{8,15}$/.test(digits) && findContactIdByAddress(cx.db, { kind: 'phone', value: digits }) !== undefined
  return isKnown ? { number: digits } : read
}

/** Every number of a spreadsheet's cell, mobiles first, or why it has none. */
export function listMeant(
  cx: Company,
  typed: string,
  meaning: Pick<Meaning, 'area' | 'code'>,
): { readonly numbers: readonly string[] } | { readonly refused: PhoneRefusal } {
  const read = readMeant(cx, typed, meaning)
  if ('number' in read) return { numbers: [read.number] }
  const numbers = listPhones(typed, planOf(cx, meaning))
  return numbers.length > 0 ? { numbers } : read
}

/** Fails with ERR_INVALID_INPUT that says what is wrong with the number in `field`. */
export function phoneMeant(cx: Company, typed: string, meaning?: Meaning & { readonly field?: string }): string {
  const read = readMeant(cx, typed, meaning)
  return 'number' in read ? read.number : refuse(read.refused, meaning?.field)
}

/**
 * As `phoneMeant`, for the number at which a company itself is reached: where it is, and perhaps without a connection.
 * `before`, the stored one, is taken as it is.
 */
export function companyPhone(typed: string, { timeZone, before = '' }: { timeZone: string; before?: string }): string {
  if (typed === before) return typed
  const read = readPhone(typed, { country: countryOfZone(timeZone) ?? 'BR', mayLackPlus: true })
  return 'number' in read ? read.number : refuse(read.refused, 'phone')
}

const refuse = (refused: PhoneRefusal, field = 'number') =>
  fail('ERR_INVALID_INPUT', [{ field, message: `form.phone.${refused}` }])

/**
 * The receiver of a Pix: key, name and city, as the Central Bank's manuals and the BR Code want them. A key of another form is
 * refused by every bank. Runs in the browser too.
 */
import { readDocument, showDocument } from './document'

/** The BR Code's field has room for no more. */
const LONGEST_EMAIL = 77
const EMAIL = /^[a-z0-9.!#$'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/
const RANDOM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Area code and a mobile number; only mobiles can be keys. */
const MOBILE = /^(?:\+?55)?((?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])9\d{8})$/
/** These mean a CPF. */
const CPF_MARKS = /^\d{3}\.\d{3}\.\d{3}-/
const PHONE_MARKS = /[\s().-]/g

/**
 * The key as the Pix system knows it; undefined if it is none. Eleven digits that are both a CPF and a mobile number are
 * none: with +55 or with the points of a CPF it is clear which is meant.
 */
export function readPixKey(written: string): string | undefined {
  const typed = written.trim()
  if (typed.length > LONGEST_EMAIL) return undefined
  const lower = typed.toLowerCase()
  if (lower.includes('@')) return EMAIL.test(lower) ? lower : undefined
  if (RANDOM.test(lower)) return lower
  const document = readDocument(typed)
  const number = CPF_MARKS.test(typed) ? undefined : MOBILE.exec(typed.replace(PHONE_MARKS, ''))?.[1]
  if (document !== undefined && number !== undefined && /^\d+$/.test(typed)) return undefined
  if (document !== undefined && !/[+(]/.test(typed)) return document
  return number === undefined ? undefined : `+55${number}`
}

/** As it is stored: a CPF that is a mobile number too keeps its points, so that it can be read again. */
export function storedPixKey(written: string): string | undefined {
  const key = readPixKey(written)
  return key === undefined || readPixKey(key) === key ? key : showDocument(key)
}

export const NAME_LENGTH = 25
export const CITY_LENGTH = 15

/** Name or city without accents, as the BR Code writes them; undefined if a sign has no such form or it is too long. */
export function readPixText(written: string, most: number): string | undefined {
  const plain = written.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim()
  return plain.length <= most && /^[\x20-\x7e]*[\da-z][\x20-\x7e]*$/i.test(plain) ? plain : undefined
}

/**
 * Refresh cookies: `<company in base 36>.<random>.<seal>`. The seal shows that we wrote the cookie for this company, so what a
 * stranger makes up, or one company's cookie under another's number, opens no file.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { newToken } from '../platform/secret'

const SEAL_BYTES = 16
const SHAPE = /^([1-9a-z][0-9a-z]{0,9})\.[\w-]{43}\.[\w-]{22}$/
/** Handed out before cookies named their company. */
const FORMER_SHAPE = /^[\w-]{43}$/

export type Cookies = ReturnType<typeof createCookies>

export function createCookies(secret: Uint8Array) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'balcao refresh cookies', 32))
  const sealed = (content: string): string =>
    `${content}.${createHmac('sha256', key).update(content).digest().subarray(0, SEAL_BYTES).toString('base64url')}`
  return {
    make: (companyId: number): string => sealed(`${companyId.toString(36)}.${newToken()}`),
    /** The company's id; undefined if we did not write the cookie. */
    companyOf(cookie: string): number | undefined {
      const [, number] = SHAPE.exec(cookie) ?? []
      if (number === undefined) return undefined
      const expected = sealed(cookie.slice(0, cookie.lastIndexOf('.')))
      return timingSafeEqual(Buffer.from(cookie), Buffer.from(expected)) ? Number.parseInt(number, 36) : undefined
    },
  }
}

export const isFormerCookie = (cookie: string): boolean => FORMER_SHAPE.test(cookie)

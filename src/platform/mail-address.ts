/** Addresses of people (`Ana Souza <ana@loja.example>`) and of mail servers, as they are written. Also for the browser. */
import * as v from 'valibot'

export type MailAddress = { readonly name: string; readonly address: string }

const LONGEST = 254
const LONGEST_LOCAL = 64
const LONGEST_NAME = 200
const LONGEST_WRITTEN = LONGEST + LONGEST_NAME + 20
const Plain = v.pipe(v.string(), v.maxLength(LONGEST), v.rfcEmail())

/** Whether it is one address without a name. Only ASCII: few servers deliver to others. */
export const isMailAddress = (text: string): boolean =>
  v.is(Plain, text) && text.lastIndexOf('@') <= LONGEST_LOCAL && !/(^\.|\.\.|\.@)/.test(text)

/** Undefined unless it is exactly one address. Line breaks and other control characters are refused. */
export function parseAddress(text: string): MailAddress | undefined {
  // The pattern's time grows with the square of the length.
  if (text.length > LONGEST_WRITTEN || /\p{Cc}/u.test(text)) return undefined
  const written = text.trim()
  const named = /^(?:"([^"<>]*)"|([^"<>]*))\s*<([^<>]*)>$/.exec(written)
  const name = (named?.[1] ?? named?.[2] ?? '').trim()
  const address = (named?.[3] ?? written).trim()
  return isMailAddress(address) && name.length <= LONGEST_NAME ? { name, address } : undefined
}

/** `loja.example` of `ana@loja.example`. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Whether it is a name of letters, digits, dots and hyphens, or an IPv4 address. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 && text.replace(/\.$/, '').split('.').every(isLabel)
const isLabel = (label: string) => label.length <= 63 && /^[a-z\d_]([a-z\d_-]*[a-z\d_])?$/i.test(label)

export const SUBMISSION_PORT = 587

/** `smtp.loja.example:587`; without a port, 587. Undefined if it is no such address. */
export function parseHostPort(text: string): { readonly host: string; readonly port: number } | undefined {
  const [host = '', port = `${SUBMISSION_PORT}`, ...rest] = text.trim().toLowerCase().split(':')
  if (rest.length > 0 || !isHostName(host) || !/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) return undefined
  return { host, port: Number(port) }
}

/** E-mail addresses as people write them: `ana@loja.example` or `Ana Souza <ana@loja.example>`. Also for the browser. */
import * as v from 'valibot'

export type MailAddress = { readonly name: string; readonly address: string }

const LONGEST = 254
const LONGEST_LOCAL = 64
const LONGEST_NAME = 200
const Plain = v.pipe(v.string(), v.maxLength(LONGEST), v.rfcEmail())

/** Whether it is one address without a name. Only ASCII: few servers deliver to others. */
export const isMailAddress = (text: string): boolean =>
  v.is(Plain, text) && text.lastIndexOf('@') <= LONGEST_LOCAL && !/(^\.|\.\.|\.@)/.test(text)

/** Undefined unless it is exactly one address. Line breaks and other control characters are refused. */
export function parseAddress(text: string): MailAddress | undefined {
  if (/\p{Cc}/u.test(text)) return undefined
  const written = text.trim()
  const named = /^(?:"([^"<>]*)"|([^"<>]*))\s*<([^<>]*)>$/.exec(written)
  const name = (named?.[1] ?? named?.[2] ?? '').trim()
  const address = (named?.[3] ?? written).trim()
  return isMailAddress(address) && name.length <= LONGEST_NAME ? { name, address } : undefined
}

/** `loja.example` of `ana@loja.example`. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

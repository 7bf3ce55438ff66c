/** Recognises answers to our e-mails by the ids and addresses in their headers. Pure. */
import { domainOf, parseAddress } from '../../../platform/mail-address'

/** One copy of one e-mail of ours: the e-mail's token, and the number of the recipient's row. */
export type CopyId = { readonly token: string; readonly recipientId: number }

/** The same at every try, so that a mail server can recognise a copy that it already has. */
export const messageIdOf = ({ token, recipientId }: CopyId, from: string): string =>
  `${token}.${recipientId}@${domainOf(parseAddress(from)?.address ?? from)}`

const OURS = /\b([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.(\d{1,15})@/gi

/** Copies whose Message-ID stands in a text, such as the header References. */
export const copiesIn = (text: string): CopyId[] =>
  [...text.slice(0, MOST_SEARCHED).matchAll(OURS)].map(([, token = '', recipientId]) => ({
    token: token.toLowerCase(),
    recipientId: Number(recipientId),
  }))

const MOST_SEARCHED = 20_000

/** A copy, and the number of the company that sent it. */
type Tag = CopyId & { readonly companyId: number }

/**
 * A tag as part of a mail address. The token is random, which makes it a signature: only who has got the e-mail knows it,
 * and it is looked for in that company alone. Lower case, because some mail servers write addresses so.
 */
export const tagOf = ({ companyId, token, recipientId }: Tag): string =>
  `${companyId.toString(36)}-${BigInt(`0x${token.replaceAll('-', '')}`).toString(36)}-${recipientId.toString(36)}`

export function readTag(text: string): Tag | undefined {
  const [, company, number, recipient] =
    /^([\da-z]{1,8})-([\da-z]{1,25})-([\da-z]{1,10})$/.exec(text.toLowerCase()) ?? []
  if (company === undefined || number === undefined || recipient === undefined) return undefined
  let value = 0n
  for (const digit of number) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  const hex = value.toString(16).padStart(32, '0')
  if (hex.length > 32) return undefined
  const token = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { companyId: Number.parseInt(company, 36), token, recipientId: Number.parseInt(recipient, 36) }
}

const LONGEST_LOCAL = 64

/**
 * `respostas@loja.example` → `respostas+tag@loja.example`. A catch-all domain is written `*@respostas.loja.example`, and then
 * the tag is the whole name. Undefined if the result would be too long for mail servers.
 */
export function taggedAddress(address: string, tag: string): string | undefined {
  const [local, domain] = [address.slice(0, address.lastIndexOf('@')), domainOf(address)]
  const name = local === '*' ? tag : `${local}+${tag}`
  return name.length <= LONGEST_LOCAL ? `${name}@${domain}` : undefined
}

/** Tags of addresses that `taggedAddress` has made of this one, in header values. */
function tagsIn(values: readonly string[], address: string): Tag[] {
  const [local, domain] = [address.slice(0, address.lastIndexOf('@')).toLowerCase(), domainOf(address).toLowerCase()]
  const found: Tag[] = []
  for (const [, name = '', at = ''] of values
    .join(' ')
    .slice(0, MOST_SEARCHED)
    .matchAll(/([^\s<>"',;:@]{1,64})@([\w.-]{1,253})/g)) {
    if (at.toLowerCase() !== domain) continue
    const written = name.toLowerCase()
    const tag = local === '*' ? written : written.startsWith(`${local}+`) ? written.slice(local.length + 1) : ''
    const read = readTag(tag)
    if (read) found.push(read)
  }
  return found
}

type Headers = ReadonlyMap<string, readonly string[]>
const valuesOf = (headers: Headers, names: readonly string[]) => names.flatMap((name) => headers.get(name) ?? [])

/** Copies that a mail may answer, the likeliest first. `address`: where it may have been sent with a tag. */
export function answeredCopies(headers: Headers, address: string | null, companyId: number): CopyId[] {
  const byId = [
    ...valuesOf(headers, ['in-reply-to']).flatMap(copiesIn),
    ...valuesOf(headers, ['references']).flatMap(copiesIn).toReversed(),
  ]
  const byAddress = address === null ? [] : tagsOf(headers, address).filter((tag) => tag.companyId === companyId)
  return [...byId, ...byAddress].slice(0, MOST_CANDIDATES)
}
/** Of one mail. */
export const MOST_CANDIDATES = 20

const ADDRESSED = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-delivered-to']
/** Servers repeat an address in several headers; a mail has few tags, unless somebody forges it. */
export function tagsOf(headers: Headers, address: string): Tag[] {
  const tags = tagsIn(valuesOf(headers, ADDRESSED), address)
  return [...new Map(tags.map((tag) => [tagOf(tag), tag])).values()].slice(0, MOST_CANDIDATES)
}

/** What mail servers send about a mail that they could not deliver. */
export const isReport = (headers: Headers): boolean =>
  valuesOf(headers, ['content-type']).some(
    (value) => /multipart\/report/i.test(value) && /delivery-status/i.test(value),
  )

const LONGEST_REFERENCES = 2_000

/** The line References of an answer: the ids before it, and its own. Long ones keep the first and the latest. */
export function referencesTo(references: readonly string[], messageId: string): string {
  const ids = [...references.filter((id) => id !== messageId), messageId].map((id) => `<${id}>`)
  while (ids.length > 2 && ids.join(' ').length > LONGEST_REFERENCES) ids.splice(1, 1)
  return ids.join(' ').slice(0, LONGEST_REFERENCES)
}

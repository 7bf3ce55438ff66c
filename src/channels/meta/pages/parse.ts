/** Events of Messenger and Instagram in our terms. Pure. */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type Address, addressKey } from '../../../contacts/address'
import { oneLine } from '../../../platform/text'
import type { Incoming } from '../../channel'
import { DELIVERED, type MessageExtra, type MessageOrigin, READ, type Referral } from '../../contract'
import type { Part, Post, Report, StoredPart } from '../product'
import { type Item, itemOf } from './attachments'
import { isRecord, PageElement, type PageMessage, type PageReferral } from './elements'
import { isOurs } from './render'

/** Meta's AI, as echoes name it. */
const AI_APPS: ReadonlySet<string> = new Set(['1174099472704185'])

/** Events of other kinds, such as a change of the app in charge, concern nobody here. */
const KINDS = ['message', 'postback', 'reaction', 'message_edit', 'delivery', 'read', 'referral'] as const

/** An entry's events, each a part. What another app is in charge of (`standby`) is ignored. */
export function splitEntry(entry: unknown, object: string): Part[] {
  if (!isRecord(entry) || !Array.isArray(entry.messaging)) return []
  const account = String(entry.id)
  return entry.messaging.flatMap((element: unknown) => partOf(element, { account, object }) ?? [])
}

function partOf(element: unknown, { account, object }: { readonly account: string; readonly object: string }) {
  if (!isRecord(element) || !isRecord(element.sender) || !isRecord(element.recipient)) return undefined
  const kind = KINDS.find((one) => isRecord(element[one]))
  if (kind === undefined) return undefined
  const isEcho = isRecord(element.message) && element.message.is_echo === true
  const person = String(isEcho ? element.recipient.id : element.sender.id)
  const chat = addressKey({ kind: object === 'instagram' ? 'igsid' : 'psid', value: person })
  const part: Part = {
    to: { account },
    key: keyOf(kind, element),
    chat,
    kind: isNameless(element, object) ? 'echo' : kind,
    body: element,
  }
  return part
}

/** Instagram's echoes do not say which of our messages they are of. */
const isNameless = ({ message }: Readonly<Record<string, unknown>>, object: string): boolean =>
  object === 'instagram' && isRecord(message) && message.is_echo === true

/** The same event has the same one. Two events about one message differ in kind or content. */
const keyOf = (kind: string, element: Readonly<Record<string, unknown>>): string =>
  `${kind}:${digest(JSON.stringify([element.sender, element.recipient, element.timestamp, element[kind]]))}`

/** The event of a part. Throws at what is malformed. `name`, `username`: of the person, if they are known. */
export function readPart(
  { body, chat }: Pick<StoredPart, 'body' | 'chat'>,
  name: string | null = null,
  username?: string,
): Report[] {
  const element = v.parse(PageElement, body)
  const { message, postback, reaction, message_edit: edit, referral, timestamp: at } = element
  const context: Context = { chat: [{ ...addressIn(chat), ...(username && { username }) }], at, name }
  if (message?.is_echo) return readEcho(message, context)
  if (message?.is_deleted) return revocationsOf(message.mid, context, false)
  if (message) return incoming(readMessage(message, context))
  if (postback) return incoming([readPostback(postback, context)])
  if (edit) return [readEdit(edit, context)]
  if (reaction) return readReaction(reaction, context)
  if (referral) return [{ to: 'windowOpened', what: { chat: context.chat, at } }]
  return readReceipt(element, context)
}

type Context = { readonly chat: readonly [Address]; readonly at: number; readonly name: string | null }
type Of<Field extends keyof PageElement> = NonNullable<PageElement[Field]>

const incoming = (messages: readonly Incoming[]): Report[] => messages.map((what) => ({ to: 'incoming', what }))

/** The person of a part's conversation. */
export function addressIn(chat: string): Address {
  const end = chat.indexOf(':') // a kind contains no colon
  return { kind: chat.slice(0, end) === 'igsid' ? 'igsid' : 'psid', value: chat.slice(end + 1) }
}
const isInstagram = ({ chat: [{ kind }] }: Context): boolean => kind === 'igsid'

/** Each attachment is a message: the first has the id, the others that id with their place. */
function readMessage(message: PageMessage, context: Context, own: Partial<Incoming> = {}): Incoming[] {
  const { mid, reply_to: repliesTo, quick_reply: reply, referral } = message
  const extra: MessageExtra = {
    ...(repliesTo?.story && { story: { kind: 'reply', id: repliesTo.story.id } }),
    ...(reply?.payload && { tapped: reply.payload }),
    ...readReferral(referral, context),
    ...own.extra,
  }
  return itemsOf(message).map((item, place) => ({
    ...plainMessage(context),
    ...item,
    ...own,
    externalId: partId(mid, place),
    quotedExternalId: place === 0 ? (repliesTo?.mid ?? null) : null,
    extra: extraOf(place === 0 ? { ...item.extra, ...extra } : { ...item.extra, ...own.extra }),
  }))
}

const partId = (mid: string, place: number): string => (place === 0 ? mid : `${mid}/${place}`)
const extraOf = (extra: MessageExtra): MessageExtra | null => (Object.keys(extra).length > 0 ? extra : null)

function itemsOf({ text, attachments, is_unsupported: isUnsupported }: PageMessage): readonly Item[] {
  const items = (attachments ?? []).map(itemOf)
  const [first, ...others] = items
  if (text) {
    // Beside a link stands the text that holds it.
    if (first?.kind !== 'chat') return [{ kind: 'chat', body: text, media: null, extra: {} }, ...items]
    return [{ ...first, body: text.includes(first.body) ? text : `${text}\n${first.body}` }, ...others]
  }
  if (first) return items
  return [{ kind: 'unsupported', body: '', media: null, extra: { unknown: isUnsupported ? 'unsupported' : 'message' } }]
}

const plainMessage = ({ chat, at, name }: Context) => ({
  fromMe: false,
  chat,
  isGroup: false,
  author: null,
  pushName: name,
  sentAt: at,
  quotedExternalId: null,
  quotedBody: null,
})

/** A tapped button, such as "Get started". */
function readPostback({ mid, title, payload, referral }: Of<'postback'>, context: Context): Incoming {
  const { at } = context
  return {
    ...plainMessage(context),
    externalId: mid ?? `postback/${at}/${digest(payload)}`,
    kind: 'chat',
    body: title ?? payload ?? '',
    media: null,
    extra: extraOf({ ...(payload && { tapped: payload }), ...readReferral(referral, context) }),
  }
}

/** Only ads say something that is shown. */
function readReferral(referral: PageReferral | null, context: Context): { referral?: Referral } {
  if (!referral?.ad_id && referral?.source?.toUpperCase() !== 'ADS') return {}
  return {
    referral: {
      kind: 'ad',
      title: oneLine(referral.ads_context_data?.ad_title ?? '', TITLE_LENGTH),
      text: '',
      url: referral.referer_uri && /^https?:\/\//i.test(referral.referer_uri) ? referral.referer_uri : null,
      sourceId: referral.ad_id ?? referral.ads_context_data?.post_id ?? null,
      clickId: null,
      app: isInstagram(context) ? 'instagram' : 'facebook',
      thumbnail: null,
    },
  }
}
const TITLE_LENGTH = 300

/** A message of ours that returns, or one that was written elsewhere: in Meta's inbox, by its AI, by another program. */
function readEcho(message: PageMessage, context: Context): Report[] {
  const { mid, metadata, app_id: appId, is_deleted: isDeleted } = message
  if (isDeleted) return revocationsOf(mid, context, true)
  if (metadata && isOurs(metadata)) return [{ to: 'named', what: { ours: metadata, externalId: mid } }]
  const by: MessageOrigin['by'] = appId && AI_APPS.has(appId) ? 'metaAi' : 'metaInbox'
  return incoming(readMessage(message, context, { fromMe: true, pushName: null, extra: { origin: { by, name: '' } } }))
}

function revocationsOf(mid: string, { chat, at }: Context, fromMe: boolean): Report[] {
  return Array.from({ length: MOST_PARTS }, (_, place) => {
    const target = partId(mid, place)
    const externalId = `${target}/deleted`
    const about = { externalId, target, fromMe, chat, isGroup: false, author: null, at }
    return { to: 'actions', what: { ...about, do: 'revoke', byAdmin: false } }
  })
}
/** Instagram's apps put at most so many files into one message. */
const MOST_PARTS = 10

function readEdit({ mid, text, num_edit: count }: Of<'message_edit'>, { chat, at }: Context): Report {
  const externalId = `${mid}/edit/${count ?? at}`
  return {
    to: 'actions',
    what: { externalId, target: mid, fromMe: false, chat, isGroup: false, author: null, at, do: 'edit', body: text },
  }
}

const emojis: Readonly<Record<string, string>> = {
  love: '❤️',
  smile: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
  like: '👍',
  dislike: '👎',
}

/** Messenger counts a reaction as an answer; Instagram does not. */
function readReaction({ mid, action, reaction, emoji }: Of<'reaction'>, context: Context): Report[] {
  const { chat, at } = context
  const isTaken = action !== 'react'
  const shown = isTaken ? null : (emoji ?? emojis[reaction ?? ''] ?? '❤️')
  const about = {
    externalId: `${mid}/reaction/${at}`,
    target: mid,
    fromMe: false,
    chat,
    isGroup: false,
    author: null,
    at,
  }
  const reacted: Report = { to: 'actions', what: { ...about, do: 'react', emoji: shown } }
  return isTaken || isInstagram(context) ? [reacted] : [reacted, { to: 'windowOpened', what: { chat, at } }]
}

function readReceipt({ delivery, read }: PageElement, { chat }: Context): Report[] {
  const ack = delivery ? DELIVERED : READ
  const externalIds = delivery?.mids ?? (read?.mid ? [read.mid] : [])
  const upTo = delivery?.watermark ?? read?.watermark ?? null
  const reports: Report[] = []
  if (externalIds.length > 0) reports.push({ to: 'receipts', what: { externalIds, chat, ack, participant: null } })
  if (upTo !== null) reports.push({ to: 'receivedUpTo', what: { chat, ack, at: upTo } })
  return reports
}

const digest = (text: string | null): string =>
  createHash('sha256')
    .update(text ?? '')
    .digest('base64url')

/** The echoes with the same content as a request. */
export function echoesOf({ body }: Post, echoes: readonly StoredPart[]): string[] {
  const sent = isRecord(body) && isRecord(body.message) ? body.message : {}
  const type = isRecord(sent.attachment) ? sent.attachment.type : undefined
  return echoes.flatMap(({ body }) => {
    const read = v.safeParse(PageElement, body)
    const message = read.success ? read.output.message : undefined
    const isSame = type === undefined ? message?.text === sent.text : message?.attachments?.[0]?.type === type
    return message && isSame ? message.mid : []
  })
}

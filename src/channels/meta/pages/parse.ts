/** Events of Messenger and Instagram in our terms. Pure. */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type Address, addressKey } from '../../../contacts/address'
import { ownEntry } from '../../../platform/maps'
import { oneLine } from '../../../platform/text'
import type { Incoming } from '../../channel'
import { DELIVERED, type MessageExtra, type MessageOrigin, READ, type Referral } from '../../contract'
import type { Part, Post, Report, StoredPart } from '../product'
import { type Item, itemsOf, storyFile, unknownItem } from './attachments'
import { isRecord, PageElement, type PageMessage, type PageReferral } from './elements'
import { isOurs } from './render'

/** The app of Meta's AI, by which it also takes conversations over. Newer echoes say `ai_generated` besides. */
const AI_APPS: ReadonlySet<string> = new Set(['622851382610562'])

/** Events of other kinds, such as a change of the app in charge, concern nobody here. */
const KINDS = ['message', 'postback', 'reaction', 'message_edit', 'delivery', 'read', 'referral'] as const
/** Those about a message, which name it. */
const named: ReadonlySet<string> = new Set(['message', 'reaction', 'message_edit'])
/** What the account itself does to messages. Whatever else it causes, such as reading, says nothing about a person. */
const ownDeeds: ReadonlySet<string> = new Set(['message', 'reaction', 'message_edit'])

type Event = Readonly<Record<string, unknown>>
type Origin = { readonly account: string; readonly object: string; readonly isOverheard?: boolean }

/** An entry's events, each a part: also those of conversations that another app is in charge of (`standby`). */
export function splitEntry(entry: unknown, object: string): Part[] {
  if (!isRecord(entry)) return []
  const origin = { account: String(entry.id), object }
  return [
    ...recordsIn(entry.messaging).flatMap((element) => partOf(element, origin)),
    ...recordsIn(entry.standby).flatMap((element) => partOf(element, { ...origin, isOverheard: true })),
    ...recordsIn(entry.changes).flatMap(({ value }) => (isRecord(value) ? partOf(value, origin) : [])),
  ]
}

const recordsIn = (list: unknown): readonly Event[] => (Array.isArray(list) ? list.filter(isRecord) : [])
const idIn = (who: unknown): string | undefined =>
  isRecord(who) && (typeof who.id === 'string' || typeof who.id === 'number') ? String(who.id) : undefined

function partOf(element: Event, { account, object, isOverheard = false }: Origin): Part[] {
  const kind = KINDS.find((one) => isRecord(element[one]))
  const content = kind === undefined ? undefined : element[kind]
  if (kind === undefined || !isRecord(content) || (named.has(kind) && idIn({ id: content.mid }) === undefined))
    return []
  const isOwn = content.is_echo === true || idIn(element.sender) === account
  const person = idIn(isOwn ? element.recipient : element.sender)
  if (person === undefined || (isOwn && !ownDeeds.has(kind))) return []
  const chat = addressKey({ kind: object === 'instagram' ? 'igsid' : 'psid', value: person })
  const own = isOwn && kind === 'message' && object === 'instagram' ? 'echo' : kind
  return [
    {
      to: { account },
      key: keyOf(kind, element),
      chat,
      // Instagram's echoes do not say which of our messages they are of.
      kind: isOverheard && !isOwn ? `overheard ${kind}` : own,
      body: element,
    },
  ]
}

/** Whether the person wrote. */
export const isByPerson = ({ kind }: Pick<StoredPart, 'kind'>): boolean =>
  /^(overheard )?(message|postback)$/.test(kind)

/** The same event has the same one. Two events about one message differ in kind or content. */
const keyOf = (kind: string, element: Event): string =>
  `${kind}:${digest(JSON.stringify([element.sender, element.recipient, element.timestamp, element[kind]]))}`

/** The event of a part. Throws at what is malformed. `name`, `username`: of the person, if they are known. */
export function readPart(
  { body, chat, kind, receivedAt }: Pick<StoredPart, 'body' | 'chat' | 'kind' | 'receivedAt'>,
  name: string | null = null,
  username?: string,
): Report[] {
  const element = v.parse(PageElement, body)
  const { message, postback, reaction, message_edit: edit, referral } = element
  const address = addressIn(chat)
  const context: Context = {
    chat: [{ ...address, ...(username && { username }) }],
    at: element.timestamp ?? receivedAt,
    name,
    fromMe: message?.is_echo === true || (isRecord(body) && idIn(body.sender) !== address.value),
    isOverheard: kind.startsWith('overheard '),
  }
  if (message && context.fromMe) return readEcho(message, context)
  if (message?.is_deleted) return revocationsOf(message.mid, context)
  if (message) return incoming(readMessage(message, context))
  if (postback) return incoming([readPostback(postback, context)])
  if (edit) return readEdit(edit, context)
  if (reaction) return readReaction(reaction, context)
  if (referral) return [{ to: 'windowOpened', what: { chat: context.chat, at: context.at } }]
  return readReceipt(element, context)
}

type Context = {
  readonly chat: readonly [Address]
  readonly at: number
  readonly name: string | null
  readonly fromMe: boolean
  readonly isOverheard: boolean
}
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
  return itemsIn(message).map((item, place) => ({
    ...plainMessage(context),
    ...item,
    ...own,
    externalId: partId(mid, place),
    ...(place === 0 && quoteIn(message)),
    extra: extraOf(place === 0 ? { ...item.extra, ...extra } : { ...item.extra, ...own.extra }),
  }))
}

const partId = (mid: string, place: number): string => (place === 0 ? mid : `${mid}/${place}`)
const extraOf = (extra: MessageExtra): MessageExtra | null => (Object.keys(extra).length > 0 ? extra : null)

/** A question about a product of the shop quotes it. */
function quoteIn({ reply_to: repliesTo, referral }: PageMessage): Partial<Incoming> {
  const asked = referral?.product?.id
  if (repliesTo?.mid || !asked) return { quotedExternalId: repliesTo?.mid ?? null }
  return { quotedExternalId: `product/${asked}`, quotedBody: asked, quotedKind: 'product' }
}

function itemsIn(message: PageMessage): readonly Item[] {
  const { text, attachments, reply_to: repliesTo, referral, is_unsupported: isUnsupported } = message
  const items = itemsOf(attachments ?? [])
  const [first, ...others] = items
  const story = storyFile(repliesTo?.story?.url ?? null)
  // Beside a link stands the text that holds it.
  if (text && first?.kind === 'chat')
    return [{ ...first, body: text.includes(first.body) ? text : `${text}\n${first.body}` }, ...others]
  if (text) return [{ kind: 'chat', body: text, media: story, extra: {} }, ...items]
  if (first) return items
  if (referral?.text) return [{ kind: 'chat', body: referral.text, media: null, extra: {} }]
  if (referral?.product) return [{ kind: 'product', body: '', media: null, extra: {} }]
  if (repliesTo?.story) return [{ ...unknownItem('story reply'), media: null }]
  return [unknownItem(isUnsupported ? '' : 'message')]
}

const plainMessage = ({ chat, at, name, isOverheard }: Context) => ({
  fromMe: false,
  ...(isOverheard && { isOverheard }),
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
  const words = title ?? payload ?? ''
  const item: Item = words === '' ? unknownItem('postback') : { kind: 'chat', body: words, media: null, extra: {} }
  return {
    ...plainMessage(context),
    externalId: mid ?? `postback/${at}/${digest(payload)}`,
    ...item,
    extra: extraOf({ ...item.extra, ...(payload && { tapped: payload }), ...readReferral(referral, context) }),
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
  const { mid, metadata, app_id: appId, is_deleted: isDeleted, ai_generated: isByAi } = message
  if (isDeleted) return revocationsOf(mid, context)
  if (metadata && isOurs(metadata)) return [{ to: 'named', what: { ours: metadata, externalId: mid } }]
  const by: MessageOrigin['by'] = isByAi || (appId && AI_APPS.has(appId)) ? 'metaAi' : 'metaInbox'
  return incoming(readMessage(message, context, { fromMe: true, pushName: null, extra: { origin: { by, name: '' } } }))
}

function revocationsOf(mid: string, { chat, at, fromMe }: Context): Report[] {
  return Array.from({ length: MOST_PARTS }, (_, place) => {
    const target = partId(mid, place)
    const externalId = `${target}/deleted`
    const about = { externalId, target, fromMe, chat, isGroup: false, author: null, at }
    return { to: 'actions', what: { ...about, do: 'revoke', byAdmin: false } }
  })
}
/** Instagram's apps put at most so many files into one message. */
const MOST_PARTS = 10

function readEdit({ mid, text, num_edit: count }: Of<'message_edit'>, { chat, at, fromMe }: Context): Report[] {
  if (text === null) return []
  const externalId = `${mid}/edit/${count ?? at}`
  const about = { externalId, target: mid, fromMe, chat, isGroup: false, author: null, at }
  return [{ to: 'actions', what: { ...about, do: 'edit', body: text } }]
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
  const { chat, at, fromMe } = context
  const isTaken = action !== 'react'
  const shown = isTaken ? null : (emoji ?? ownEntry(emojis, reaction ?? '') ?? '❤️')
  const about = {
    externalId: `${mid}/reaction/${at}`,
    target: mid,
    fromMe,
    chat,
    isGroup: false,
    author: null,
    at,
  }
  const reacted: Report = { to: 'actions', what: { ...about, do: 'react', emoji: shown } }
  return isTaken || fromMe || isInstagram(context) ? [reacted] : [reacted, { to: 'windowOpened', what: { chat, at } }]
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

/** The external API: other systems send messages with a token of a connection or queue. */
import * as v from 'valibot'
import { Wait } from '../../outbound/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { FileAddress, Id, Instant, list, Name, text } from '../../platform/formats'
import { MESSAGE_LENGTH, WantedTemplate } from '../../tickets/messages/contract'
import { apiScopes } from '../../users/contract'
import { MessagePricing } from '../message-costs/contract'

export { apiScopes } from '../../users/contract'
export { manageApi } from './rights/contract'

/** Sends per token and minute. */
export const SENDS_A_MINUTE = 60
/** Other requests per token and minute: status and number checks. */
export const READS_A_MINUTE = 600
/** Active tokens per company. */
export const MOST_TOKENS = 200
/** Files of one request. */
export const MOST_MEDIAS = 5
export const KEY_LENGTH = 255

export const ApiScope = v.picklist(apiScopes, 'form.invalid')
export type ApiScope = v.InferOutput<typeof ApiScope>

export const ApiToken = v.object({
  id: Id,
  name: v.string(),
  /** Its prefix; empty for tokens older than this column. */
  prefix: v.string(),
  /** A token belongs to a connection, to a queue, or to the whole company: then both are null. */
  whatsappId: v.nullable(Id),
  queueId: v.nullable(Id),
  scopes: v.array(ApiScope),
  /** Created in the dialog of its connection or queue. */
  isMain: v.boolean(),
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  createdAt: Instant,
  lastUsedAt: v.nullable(Instant),
  expiresAt: v.nullable(Instant),
  revokedAt: v.nullable(Instant),
})
export type ApiToken = v.InferOutput<typeof ApiToken>

/** `sentToday`: requests accepted since midnight. */
export const ApiTokens = v.object({ tokens: v.array(ApiToken), sentToday: v.number() })
export type ApiTokens = v.InferOutput<typeof ApiTokens>

const TokenFields = {
  name: Name,
  scopes: list(ApiScope, { least: 1, most: apiScopes.length }),
  /** Not in the past; null never expires. */
  expiresAt: v.nullable(Instant),
}
export const CreateApiToken = v.object({
  name: TokenFields.name,
  scopes: v.optional(TokenFields.scopes, [...apiScopes]),
  expiresAt: v.optional(TokenFields.expiresAt),
  /** At most one of the two; without either, the token is the whole company's. */
  whatsappId: v.optional(v.nullable(Id)),
  queueId: v.optional(v.nullable(Id)),
})
export type CreateApiToken = v.InferOutput<typeof CreateApiToken>
export const UpdateApiToken = v.partial(v.object(TokenFields))
export type UpdateApiToken = v.InferOutput<typeof UpdateApiToken>

/** `secret` is the token itself: it is shown only here. */
export const CreatedApiToken = v.object({ ...ApiToken.entries, secret: v.string() })

// What integrators send. Clients of related products use loose types: numbers as strings, flags as strings or numbers.

const LooseNumber = v.union([v.pipe(v.number(), v.integer(), v.transform(String)), text(100, 'form.phone.invalid')])
const LooseId = v.pipe(
  v.union([v.number(), v.pipe(text(16, 'form.invalid'), v.regex(/^\d+$/, 'form.invalid'), v.transform(Number))]),
  Id,
)
/** Clients of related products send 0, "0" or "" for none. */
const LooseIdOrNone = v.pipe(
  v.union([v.number(), v.pipe(text(16, 'form.invalid'), v.regex(/^\d*$/, 'form.invalid'), v.transform(Number))]),
  v.transform((id) => (id === 0 ? null : id)),
  v.nullable(Id),
)
const LooseFlag = v.pipe(
  v.union([v.boolean(), v.number(), text(5, 'form.invalid')]),
  v.transform((flag) => flag === true || flag === 1 || flag === 'true' || flag === '1'),
)

/** Longest `msdelay`. */
export const LONGEST_DELAY = 60_000
/** Milliseconds, as a number or text. */
const LooseDelay = v.pipe(
  v.union([v.number(), v.pipe(text(8, 'form.invalid'), v.regex(/^\d+$/, 'form.invalid'), v.transform(Number))]),
  v.integer('form.invalid'),
  v.minValue(0, 'form.invalid'),
  v.maxValue(LONGEST_DELAY, 'form.invalid'),
)
const SendId = v.pipe(text(64, 'form.invalid'), v.regex(/^msg_[\w-]+$/, 'form.invalid'))

/** Body of `POST /messages/send`, as JSON or as fields beside the files `medias`. */
export const SendApiMessage = v.object({
  /**
   * With country code; punctuation is dropped, and a Brazilian mobile may lack the ninth digit. A group's id also works, and
   * people without a number: `@username`, or `psid:`, `igsid:` or `bsuid:` with the id that Meta gave.
   */
  number: v.optional(LooseNumber),
  /** In place of `number`: the id of a contact. */
  contactId: v.optional(LooseId),
  /** An approved template, for connections that have them; in place of `body`. A file beside it fills its header. */
  template: v.optional(WantedTemplate),
  body: v.optional(v.nullable(text(MESSAGE_LENGTH))),
  /** Queue of the ticket. A queue's token implies it. */
  queueId: v.optional(v.nullable(LooseIdOrNone)),
  /** With `openTicket`: the attendant who gets the ticket. */
  userId: v.optional(v.nullable(LooseIdOrNone)),
  /** For a token of a queue or of the company: the connection that sends. A company's token has the default one otherwise. */
  whatsappId: v.optional(v.nullable(LooseIdOrNone)),
  /** Opens a conversation if the contact has none; otherwise the message is only stored in the history. */
  openTicket: v.optional(LooseFlag),
  /** Same as `openTicket`, with the queue as value: the name that related products use. */
  saveOnTicket: v.optional(v.union([v.boolean(), v.number(), text(16, 'form.invalid')])),
  /** Public https address of a file. */
  mediaUrl: v.optional(v.nullable(v.union([v.literal(''), FileAddress]))),
  /** Several such addresses. */
  medias: v.optional(list(FileAddress, { most: MOST_MEDIAS })),
  /** A message of this conversation: its id, an object with it, or the id of an earlier send. */
  quotedMsg: v.optional(v.nullable(v.union([LooseId, SendId, v.object({ id: LooseId })], 'form.invalid'))),
  /** Milliseconds to wait before sending. */
  msdelay: v.optional(LooseDelay),
  /** Puts the name of the user `userId` above the text, if the company signs messages. */
  sendSignature: v.optional(LooseFlag),
  // Accepted from clients of related products, without effect: a ticket opens only on request.
  closeTicket: v.optional(LooseFlag),
  noRegister: v.optional(LooseFlag),
  linkPreview: v.optional(LooseFlag),
})
export type SendApiMessage = v.InferOutput<typeof SendApiMessage>

/** Body of `POST /messages/send/linkImage`. */
export const SendLinkImage = v.object({
  number: LooseNumber,
  url: FileAddress,
  caption: v.optional(text(MESSAGE_LENGTH)),
  msdelay: v.optional(LooseDelay),
})

export type SendLinkImage = v.InferOutput<typeof SendLinkImage>

export const CheckApiNumber = v.object({ number: LooseNumber })

export const ApiSendStatus = v.picklist(['waiting', 'queued', 'sent', 'delivered', 'read', 'failed'])
export type ApiSendStatus = v.InferOutput<typeof ApiSendStatus>

export const ApiSend = v.object({
  id: v.string(),
  /** `waiting`: the rate limiter holds it back. `queued`: in the outbox. */
  status: ApiSendStatus,
  number: v.string(),
  /** Why it waits, and until when if known. */
  wait: v.nullable(Wait),
  /** Why it failed: a code. */
  reason: v.nullable(v.string()),
  createdAt: Instant,
  /** What the messenger charges for its messages, as far as it has said so. */
  pricing: v.array(MessagePricing),
  /** For tokens that moved in from another product: what its clients look for. */
  mensagem: v.optional(v.string()),
})
export type ApiSend = v.InferOutput<typeof ApiSend>

/** `number`: the messenger's own form of it. Field names of related products. */
export const NumberExists = v.object({
  existsInWhatsapp: v.boolean(),
  number: v.string(),
  numberFormatted: v.string(),
  error: v.optional(v.string()),
})
export type NumberExists = v.InferOutput<typeof NumberExists>

const subjectOf = (id: number): Subject => `api token ${id}`
const TokenEvent = v.object({ token: ApiToken })
const about = ({ token }: v.InferOutput<typeof TokenEvent>) => [subjectOf(token.id)]

export const apiTokenCreated = defineEvent('apiToken.create', TokenEvent, { about })
export const apiTokenUpdated = defineEvent('apiToken.update', TokenEvent, { about })

/** The simulated WhatsApp as screens and other processes see it: state and commands. */
import * as v from 'valibot'
import { Fault } from './faults/contract'
import { HookAnswer } from './hooks/contract'
import { MediaKind, MediaView } from './media/contract'
import { PhoneRole } from './play/contract'

export { Fault, FaultName } from './faults/contract'
export { MediaKind, MediaView, StoredMedia } from './media/contract'
export { Command, PhoneRole } from './play/contract'

const Instant = v.string()

export const MessageKind = v.picklist([
  ...MediaKind.options,
  'text',
  'contact',
  'location',
  'poll',
  'invite',
  'call',
  'unknown',
])
export type MessageKind = v.InferOutput<typeof MessageKind>

/** 0 failed, 1 waiting, 2 sent, 3 delivered, 4 read, 5 played. Never decreases, except from 1 to 0. */
const Ack = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5))

export const PollView = v.object({
  several: v.boolean(),
  /** Voters per option, by phone number. */
  options: v.array(v.object({ text: v.string(), votes: v.array(v.string()) })),
})
export type PollView = v.InferOutput<typeof PollView>

/** The receipts of one group member for a message. */
export const ReceiptView = v.object({
  phone: v.string(),
  deliveredAt: v.nullable(Instant),
  readAt: v.nullable(Instant),
  playedAt: v.nullable(Instant),
})
export type ReceiptView = v.InferOutput<typeof ReceiptView>

export const MessageView = v.object({
  id: v.string(),
  fromMe: v.boolean(),
  /** Phone number of the author, and the name to show in a group. */
  author: v.string(),
  authorName: v.string(),
  kind: MessageKind,
  text: v.string(),
  media: v.nullable(MediaView),
  /** `mentions`: phone numbers; absent without mentions. */
  quoted: v.nullable(v.object({ id: v.string(), text: v.string(), mentions: v.optional(v.array(v.string())) })),
  reactions: v.array(v.object({ author: v.string(), emoji: v.string() })),
  edited: v.boolean(),
  revoked: v.boolean(),
  viewOnce: v.boolean(),
  forwarded: v.boolean(),
  /** From 5: "forwarded many times". */
  forwardingScore: v.number(),
  /** Phone numbers. */
  mentions: v.array(v.string()),
  link: v.nullable(v.object({ url: v.string(), title: v.string(), description: v.string() })),
  place: v.nullable(v.object({ latitude: v.number(), longitude: v.number(), live: v.boolean() })),
  contacts: v.array(v.object({ name: v.string(), phone: v.string() })),
  poll: v.nullable(PollView),
  /** Seconds after which it disappears. */
  disappearing: v.nullable(v.number()),
  /** Only of own messages in a group. */
  receipts: v.array(ReceiptView),
  at: Instant,
  ack: Ack,
})
export type MessageView = v.InferOutput<typeof MessageView>

export const GroupView = v.object({
  description: v.string(),
  announce: v.boolean(),
  locked: v.boolean(),
  approval: v.boolean(),
  adding: v.picklist(['admins', 'all']),
  members: v.array(v.object({ phone: v.string(), name: v.string(), admin: v.boolean() })),
  /** Waiting for an admin's approval. */
  asking: v.array(v.string()),
  community: v.boolean(),
  /** Its community, and whether it is the announcement group. */
  parent: v.nullable(v.string()),
  announcements: v.boolean(),
  /** Relative to where the control handler is mounted. */
  picture: v.nullable(v.string()),
})
export type GroupView = v.InferOutput<typeof GroupView>

export const ChatView = v.object({
  /** The other's phone number, or a group's id. */
  id: v.string(),
  kind: v.picklist(['person', 'group']),
  title: v.string(),
  phone: v.nullable(v.string()),
  typing: v.boolean(),
  /** For a person: an open company device; absent: none. */
  online: v.optional(v.literal(true)),
  unread: v.number(),
  /** For a group. */
  group: v.optional(GroupView),
  /** Seconds after which messages disappear; absent: never. */
  disappearing: v.optional(v.number()),
  /** The newest messages, oldest first. */
  messages: v.array(MessageView),
})
export type ChatView = v.InferOutput<typeof ChatView>

export const DeviceView = v.object({
  id: v.number(),
  name: v.string(),
  connected: v.boolean(),
  linkedAt: Instant,
  lastSeenAt: Instant,
  /** Number of stanzas that this device has not settled yet. */
  pending: v.number(),
})
export type DeviceView = v.InferOutput<typeof DeviceView>

export const PhoneView = v.object({
  id: v.string(),
  phone: v.string(),
  /** LID: the identifier that hides the phone number. */
  lid: v.string(),
  name: v.string(),
  /** Absent: has none. */
  username: v.optional(v.string()),
  /** Four digits that strangers need; absent: none. */
  usernameKey: v.optional(v.string()),
  /** Others know only its LID. */
  hidesNumber: v.optional(v.literal(true)),
  role: PhoneRole,
  online: v.boolean(),
  restrictedUntil: v.nullable(Instant),
  banned: v.boolean(),
  /** Absent: has none. Relative to where the control handler is mounted. */
  picture: v.optional(v.string()),
  about: v.optional(v.string()),
  /** Phone numbers; absent: nobody. */
  blocked: v.optional(v.array(v.string())),
  hasPasskey: v.optional(v.literal(true)),
  demandsPasskey: v.optional(v.literal(true)),
  /** Automatic texts of the app; absent: off. */
  greeting: v.optional(v.string()),
  away: v.optional(v.string()),
  /** A device waits for the passkey. `code` is shown on the phone, unless the device has proven itself. */
  linking: v.optional(v.object({ isAnswered: v.boolean(), code: v.nullable(v.string()) })),
  devices: v.array(DeviceView),
  chats: v.array(ChatView),
})
export type PhoneView = v.InferOutput<typeof PhoneView>

/**
 * `who` is a phone number or `WhatsApp`; `what` is a word, for some with more after a colon, for screens to translate:
 * message – `<MessageKind>:<text>`, `did:<react|edit|revoke|…>` to another message, `call:<number>`;
 * fault – `fault:<FaultName>` (met), `set:<FaultName>`, `dropped`, `stream:<code>`, `replaced`, `restricted`, `restriction:lifted`, `capped`, `banned`, `ban:lifted`, `media:expired`, `redirected`,
 * `keys:spent`; system – `device:linked|connected|disconnected|removed|left`, `code:asked`,
 * `passkey:created|removed|demanded|accepted`, `passkey:refused:<what is wrong>`, `phone:on|off`,
 * `group:created|joined`, `number:changed`, `username:changed`, `reinstalled`, `history:asked`.
 */
export const SimulatorEvent = v.object({
  at: Instant,
  who: v.string(),
  what: v.string(),
  kind: v.picklist(['message', 'fault', 'system']),
})
export type SimulatorEvent = v.InferOutput<typeof SimulatorEvent>

export const LoadView = v.object({
  prepared: v.number(),
  released: v.number(),
  delivered: v.number(),
})
export type LoadView = v.InferOutput<typeof LoadView>
/** A running script. `done` and `total` count messages for a crowd, customers for a day. */
export const ScriptView = v.object({
  id: v.string(),
  name: v.picklist(['crowd', 'day']),
  to: v.string(),
  customers: v.number(),
  done: v.number(),
  total: v.number(),
  startedAt: Instant,
  endsAt: Instant,
})
export type ScriptView = v.InferOutput<typeof ScriptView>

export const EMPTY_LOAD: LoadView = { prepared: 0, released: 0, delivered: 0 }

/** A mail in the mail server beside the phones. */
export const MailView = v.object({
  id: v.number(),
  at: Instant,
  /** As the mail shows it. */
  sender: v.string(),
  /** As the server was told. */
  to: v.array(v.string()),
  subject: v.string(),
  text: v.string(),
  attachments: v.array(v.object({ name: v.string(), type: v.string(), size: v.number() })),
})
export type MailView = v.InferOutput<typeof MailView>
/** Answer of `GET mails`, newest first. */
export const MailList = v.object({ mails: v.array(MailView) })
export type MailList = v.InferOutput<typeof MailList>

/** A charge by Pix that can be paid. */
export const ChargeView = v.object({
  id: v.string(),
  /** Reais. */
  value: v.number(),
  isPaid: v.boolean(),
  payer: v.string(),
  description: v.string(),
})
export type ChargeView = v.InferOutput<typeof ChargeView>
/** Answer of `GET charges`, newest first: those that can be paid, then those that can be returned. */
export const ChargeList = v.object({ charges: v.array(ChargeView) })
export type ChargeList = v.InferOutput<typeof ChargeList>

export const SimulatorState = v.object({
  url: v.string(),
  origin: v.string(),
  rootKey: v.string(),
  phones: v.array(PhoneView),
  faults: v.array(Fault),
  /** The newest 200, newest first; `eventCount` counts all. */
  events: v.array(SimulatorEvent),
  eventCount: v.number(),
  load: LoadView,
  scripts: v.array(ScriptView),
  /** The charges made so far, and how many can be paid; null without a payment provider. */
  pix: v.nullable(v.object({ created: v.number(), open: v.number() })),
  /** The mails that arrived so far, and how many of them are kept; null without a mail server. */
  mail: v.nullable(v.object({ arrived: v.number(), kept: v.number() })),
  /** The receiver of webhooks at `url`. */
  hooks: v.object({
    url: v.string(),
    arrived: v.number(),
    kept: v.number(),
    answer: HookAnswer,
    hasSecret: v.boolean(),
  }),
})
export type SimulatorState = v.InferOutput<typeof SimulatorState>

/** One message on one phone. Times are epoch milliseconds; null: not yet. */
export const BookEntry = v.object({
  id: v.string(),
  chat: v.string(),
  fromMe: v.boolean(),
  kind: MessageKind,
  text: v.string(),
  edited: v.boolean(),
  revoked: v.boolean(),
  reactions: v.array(v.object({ author: v.string(), emoji: v.string() })),
  /** Id of its file. */
  media: v.nullable(v.string()),
  /** Position among everything this phone sent or received. */
  order: v.number(),
  sentAt: v.number(),
  /** For a sent message: when the company's device settled it. For a received one: when it arrived. */
  deliveredAt: v.nullable(v.number()),
  readAt: v.nullable(v.number()),
  /** Number of arrivals; more than one if it was resent. */
  times: v.number(),
})
export type BookEntry = v.InferOutput<typeof BookEntry>

export const PhoneBook = v.object({ phone: v.string(), entries: v.array(BookEntry) })
export type PhoneBook = v.InferOutput<typeof PhoneBook>

export const CommandFailure = v.picklist([
  'bad_input',
  'unknown_phone',
  'phone_exists',
  'not_a_company_phone',
  'phone_offline',
  'unknown_qr',
  'unknown_code',
  'wrong_code',
  'passkey_required',
  'no_passkey',
  'nothing_demanded',
  'unknown_device',
  'unknown_chat',
  'unknown_message',
  'unknown_media',
  'not_linked',
  'not_an_admin',
  'unknown_invite',
  'unknown_option',
  'username_taken',
])
export type CommandFailure = v.InferOutput<typeof CommandFailure>

/** `id` of the created message, phone, group or device. */
export const CommandResult = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    id: v.nullable(v.string()),
    books: v.optional(v.array(PhoneBook)),
    messages: v.optional(v.number()),
    /** Ids of messages and calls that were still pending for a removed device. */
    lost: v.optional(v.array(v.string())),
    /** JSON: a browser's response with the passkey, or the passkey itself. */
    text: v.optional(v.string()),
  }),
  v.object({ ok: v.literal(false), error: CommandFailure, message: v.string() }),
])
export type CommandResult = v.InferOutput<typeof CommandResult>

/** A line of `GET events`. */
export const StateLine = v.object({ state: SimulatorState })

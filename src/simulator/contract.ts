/** What a screen or another process may know of the local WhatsApp: its state, and the commands it obeys. */
import * as v from 'valibot'

/** Digits only, country code first: how WhatsApp itself writes a number. */
const PhoneNumber = v.pipe(v.string(), v.regex(/^[1-9]\d{6,14}$/, 'digits only, country code first'))
const Instant = v.string()

export const PhoneRole = v.picklist(['company', 'customer'])
export type PhoneRole = v.InferOutput<typeof PhoneRole>

export const MediaKind = v.picklist(['image', 'audio', 'video', 'document', 'sticker'])
export type MediaKind = v.InferOutput<typeof MediaKind>

export const MessageKind = v.picklist([...MediaKind.options, 'text', 'contact', 'location', 'poll', 'call', 'unknown'])
export type MessageKind = v.InferOutput<typeof MessageKind>

/** 0 failed, 1 waiting, 2 sent, 3 delivered, 4 read, 5 played. Never goes down, except to 0 from 1. */
const Ack = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5))

export const MediaView = v.object({
  id: v.string(),
  /** Relative to where the control handler is mounted. */
  url: v.string(),
  name: v.string(),
  mimetype: v.string(),
  size: v.number(),
  seconds: v.nullable(v.number()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** A voice note, recorded and not picked from a file. */
  voice: v.boolean(),
  /** 64 levels from 0 to 100. */
  waveform: v.nullable(v.array(v.number())),
})
export type MediaView = v.InferOutput<typeof MediaView>

export const MessageView = v.object({
  id: v.string(),
  fromMe: v.boolean(),
  /** Phone number of the writer, and the name to show in a group. */
  author: v.string(),
  authorName: v.string(),
  kind: MessageKind,
  text: v.string(),
  media: v.nullable(MediaView),
  quoted: v.nullable(v.object({ id: v.string(), text: v.string() })),
  reactions: v.array(v.object({ author: v.string(), emoji: v.string() })),
  edited: v.boolean(),
  revoked: v.boolean(),
  viewOnce: v.boolean(),
  forwarded: v.boolean(),
  at: Instant,
  ack: Ack,
})
export type MessageView = v.InferOutput<typeof MessageView>

export const ChatView = v.object({
  /** The other's phone number, or a group's id. */
  id: v.string(),
  kind: v.picklist(['person', 'group']),
  title: v.string(),
  phone: v.nullable(v.string()),
  typing: v.boolean(),
  unread: v.number(),
  /** The newest only, oldest first. */
  messages: v.array(MessageView),
})
export type ChatView = v.InferOutput<typeof ChatView>

export const DeviceView = v.object({
  id: v.number(),
  name: v.string(),
  connected: v.boolean(),
  linkedAt: Instant,
  lastSeenAt: Instant,
  /** Stanzas the server still owes this device. */
  pending: v.number(),
})
export type DeviceView = v.InferOutput<typeof DeviceView>

export const PhoneView = v.object({
  id: v.string(),
  phone: v.string(),
  name: v.string(),
  role: PhoneRole,
  online: v.boolean(),
  restrictedUntil: v.nullable(Instant),
  banned: v.boolean(),
  devices: v.array(DeviceView),
  chats: v.array(ChatView),
})
export type PhoneView = v.InferOutput<typeof PhoneView>

/**
 * What can be broken, until it is mended. The number after a name is its `value`:
 * outage – no connection is accepted; silent – open connections get no answer; handshakeSilent – new ones get none
 * (mending cuts those that waited);
 * delay ms, swap, duplicate, undecryptable – what happens to messages on their way to the company's device;
 * unreadable – a customer's phone cannot read the company's message at the first try and asks again;
 * ackMissing, ackLate ms, ackError code – the server's answer to a message of the company; dropOnMessage – the
 * connection dies with the message in flight; refuseUpload/refuseDownload status, corruptMedia – files;
 * loginFailure code; usyncSilent, prekeyError – the questions asked before the first message to somebody.
 */
export const FaultName = v.picklist([
  'outage',
  'silent',
  'handshakeSilent',
  'loginFailure',
  'delay',
  'swap',
  'duplicate',
  'undecryptable',
  'unreadable',
  'ackMissing',
  'ackLate',
  'ackError',
  'dropOnMessage',
  'refuseUpload',
  'refuseDownload',
  'corruptMedia',
  'usyncSilent',
  'prekeyError',
  'passkey',
])
export type FaultName = v.InferOutput<typeof FaultName>

/** `phone` narrows a fault to one company phone; null is all. `times` left, null until mended. */
export const Fault = v.object({
  name: FaultName,
  value: v.number(),
  phone: v.nullable(v.string()),
  times: v.nullable(v.number()),
})
export type Fault = v.InferOutput<typeof Fault>

/**
 * `who` is a phone number or `WhatsApp`; `what` is a word, for some with more after a colon, for screens to translate:
 * message – `<MessageKind>:<text>`, `call:<number>`; fault – `fault:<FaultName>` (met), `set:<FaultName>`, `dropped`,
 * `stream:<code>`, `replaced`, `restricted`, `restriction:lifted`, `banned`, `ban:lifted`, `media:expired`;
 * system – `device:linked|connected|disconnected|removed|left`, `code:asked`, `phone:on|off`, `group:created`.
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
export const EMPTY_LOAD: LoadView = { prepared: 0, released: 0, delivered: 0 }

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
})
export type SimulatorState = v.InferOutput<typeof SimulatorState>

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(65_536))
const milliseconds = v.pipe(v.number(), v.minValue(0))
const counting = v.pipe(v.number(), v.integer(), v.minValue(1))

const phonesAndDevices = [
  v.object({ do: v.literal('addPhone'), phone: PhoneNumber, name: Text, role: PhoneRole }),
  v.object({ do: v.literal('removePhone'), phone: PhoneNumber }),
  v.object({ do: v.literal('setOnline'), phone: PhoneNumber, on: v.boolean() }),
  /** `qr` is the whole text of the QR code, exactly as the client shows it. */
  v.object({ do: v.literal('scan'), phone: PhoneNumber, qr: Text }),
  v.object({ do: v.literal('enterCode'), phone: PhoneNumber, code: Text }),
  v.object({ do: v.literal('removeDevice'), phone: PhoneNumber, device: v.number() }),
] as const

/** Does not wait for anybody: the answer's `id` is the new message's. `to` is a phone number or a group's id. */
const conversation = [
  v.object({
    do: v.literal('say'),
    from: PhoneNumber,
    to: Text,
    text: Text,
    quotedId: v.optional(v.string()),
    forwarded: v.optional(v.boolean()),
    /** The message disappears after so many seconds. */
    disappearing: v.optional(counting),
  }),
  v.object({
    do: v.literal('sendMedia'),
    from: PhoneNumber,
    to: Text,
    kind: MediaKind,
    /** One of the two: the bytes, or the id that `POST media` answered. */
    base64: v.optional(v.string()),
    mediaId: v.optional(v.string()),
    mimetype: Text,
    name: v.optional(v.string()),
    caption: v.optional(v.string()),
    seconds: v.optional(v.number()),
    width: v.optional(v.number()),
    height: v.optional(v.number()),
    ptt: v.optional(v.boolean()),
    viewOnce: v.optional(v.boolean()),
    quotedId: v.optional(v.string()),
  }),
  v.object({ do: v.literal('sendContact'), from: PhoneNumber, to: Text, name: Text, phone: PhoneNumber }),
  v.object({
    do: v.literal('sendLocation'),
    from: PhoneNumber,
    to: Text,
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    name: v.optional(v.string()),
  }),
  v.object({ do: v.literal('sendPoll'), from: PhoneNumber, to: Text, question: Text, options: v.array(Text) }),
  v.object({ do: v.literal('react'), from: PhoneNumber, chat: Text, id: Text, emoji: v.string() }),
  v.object({ do: v.literal('edit'), from: PhoneNumber, chat: Text, id: Text, text: Text }),
  v.object({ do: v.literal('revoke'), from: PhoneNumber, chat: Text, id: Text }),
  v.object({ do: v.literal('readChat'), phone: PhoneNumber, chat: Text }),
  v.object({ do: v.literal('playAudio'), phone: PhoneNumber, chat: Text, id: Text }),
  v.object({ do: v.literal('typing'), from: PhoneNumber, to: Text, on: v.boolean(), audio: v.optional(v.boolean()) }),
  v.object({ do: v.literal('call'), from: PhoneNumber, to: PhoneNumber, seconds: v.optional(counting) }),
  v.object({
    do: v.literal('createGroup'),
    by: PhoneNumber,
    subject: Text,
    members: v.array(PhoneNumber),
    addressing: v.optional(v.picklist(['pn', 'lid'])),
  }),
  v.object({
    do: v.literal('changeGroup'),
    group: Text,
    by: PhoneNumber,
    subject: v.optional(Text),
    description: v.optional(v.string()),
    /** Only admins may write; only admins may change the group. */
    announce: v.optional(v.boolean()),
    locked: v.optional(v.boolean()),
    add: v.optional(v.array(PhoneNumber)),
    remove: v.optional(v.array(PhoneNumber)),
    promote: v.optional(v.array(PhoneNumber)),
    demote: v.optional(v.array(PhoneNumber)),
  }),
] as const

/** Conversations that happen by themselves. */
const scripts = [
  /** So many customers write to a company, at moments of their own, until `seconds` have passed. */
  v.object({
    do: v.literal('crowd'),
    to: PhoneNumber,
    customers: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
    messages: counting,
    seconds: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400)),
  }),
  /** Chats of the past, which a device gets as history when it is linked. */
  v.object({
    do: v.literal('prepareHistory'),
    phone: PhoneNumber,
    chats: counting,
    messages: counting,
    days: v.optional(counting),
  }),
] as const

/** How a phone behaves when nobody touches it. */
const habits = v.object({
  do: v.literal('setHabits'),
  phone: PhoneNumber,
  /** Answer "delivered" by itself (on at birth), and "read" by itself (off at birth), after so many milliseconds. */
  deliver: v.optional(v.boolean()),
  read: v.optional(v.boolean()),
  after: v.optional(milliseconds),
  /** How this phone's messages are addressed on their way to the company. */
  addressing: v.optional(v.picklist(['pn', 'lid'])),
  hideLid: v.optional(v.boolean()),
  pictureUrl: v.optional(v.nullable(v.pipe(v.string(), v.url()))),
  about: v.optional(v.string()),
})

const breaking = [
  v.object({ do: v.literal('dropConnections'), phone: v.optional(PhoneNumber) }),
  v.object({ do: v.literal('streamError'), phone: PhoneNumber, code: v.number() }),
  v.object({ do: v.literal('replaced'), phone: PhoneNumber }),
  v.object({ do: v.literal('restrict'), phone: PhoneNumber, hours: v.optional(v.number()) }),
  v.object({ do: v.literal('ban'), phone: PhoneNumber, on: v.optional(v.boolean()) }),
  v.object({
    do: v.literal('setFault'),
    name: FaultName,
    on: v.boolean(),
    value: v.optional(v.number()),
    phone: v.optional(PhoneNumber),
    /** Mended by itself after so many occurrences, or after so many milliseconds. */
    times: v.optional(counting),
    forMs: v.optional(milliseconds),
  }),
  v.object({ do: v.literal('clearFaults') }),
  /** The media server forgets a file (`MediaView.id`), or all; the phone can put it there again when asked. */
  v.object({ do: v.literal('expireMedia'), mediaId: v.optional(v.string()) }),
] as const

/** Encrypts everything beforehand, so that releasing costs next to nothing. Repeat for each company phone. */
const load = [
  v.object({
    do: v.literal('prepareLoad'),
    phone: PhoneNumber,
    customers: counting,
    messages: counting,
    textLength: v.optional(counting),
    /** First customer's number; the others follow. Absent: a series of its own per company phone. */
    firstCustomer: v.optional(PhoneNumber),
  }),
  /** Messages per second over all phones; absent: as fast as it goes. Answers when the last one is on the wire. */
  v.object({ do: v.literal('releaseLoad'), rate: v.optional(v.pipe(v.number(), v.minValue(0.1))) }),
  v.object({ do: v.literal('books'), phone: v.optional(PhoneNumber) }),
  v.object({ do: v.literal('reset') }),
] as const

export const Command = v.variant('do', [...phonesAndDevices, ...conversation, ...scripts, habits, ...breaking, ...load])
export type Command = v.InferOutput<typeof Command>

/** One message in the book of one phone. Times are milliseconds since 1970; null: has not happened. */
export const BookEntry = v.object({
  id: v.string(),
  chat: v.string(),
  fromMe: v.boolean(),
  kind: MessageKind,
  text: v.string(),
  /** Position among everything this phone wrote or got. */
  order: v.number(),
  sentAt: v.number(),
  /** Sent: settled by the company's device. Got: the moment it arrived. */
  deliveredAt: v.nullable(v.number()),
  readAt: v.nullable(v.number()),
  /** How often it arrived (got): more than once when it was sent again. */
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
  'unknown_device',
  'unknown_chat',
  'unknown_message',
  'unknown_media',
  'not_linked',
])
export type CommandFailure = v.InferOutput<typeof CommandFailure>

/** `id` is what the command made: a message, a phone, a group, a device number. */
export const CommandResult = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    id: v.nullable(v.string()),
    books: v.optional(v.array(PhoneBook)),
    messages: v.optional(v.number()),
  }),
  v.object({ ok: v.literal(false), error: CommandFailure, message: v.string() }),
])
export type CommandResult = v.InferOutput<typeof CommandResult>

/** A line of `GET events`. */
export const StateLine = v.object({ state: SimulatorState })
/** The answer of `POST media`. */
export const StoredMedia = v.object({ id: v.string() })

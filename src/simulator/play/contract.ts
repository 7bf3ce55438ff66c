/** The commands: actions of people on their phones, and faults. */
import * as v from 'valibot'
import { FaultName } from '../faults/contract'
import { HookAnswer } from '../hooks/contract'
import { MediaKind } from '../media/contract'

/** Digits only, with country code, as in WhatsApp. */
const PhoneNumber = v.pipe(v.string(), v.regex(/^[1-9]\d{6,14}$/, 'digits only, country code first'))

const Username = v.pipe(
  v.string(),
  v.regex(/^(?=.{3,35}$)(?=.*[A-Za-z])[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/, '3 to 35 letters, digits, _ and single dots'),
)

export const PhoneRole = v.picklist(['company', 'customer'])
export type PhoneRole = v.InferOutput<typeof PhoneRole>

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(65_536))
const milliseconds = v.pipe(v.number(), v.minValue(0))
const counting = v.pipe(v.number(), v.integer(), v.minValue(1))
/** Seconds until messages disappear; 0: never. */
const Lifetime = v.pipe(v.number(), v.integer(), v.minValue(0))
const place = {
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
}
/** Either the bytes, or the id returned by `POST media`. */
const file = { base64: v.optional(v.string()), mediaId: v.optional(v.string()) }

/** Options of all messages. */
const marks = {
  quotedId: v.optional(v.string()),
  /** People mentioned as `@<number>` in the text; the numbers become LIDs in LID chats. */
  mentions: v.optional(v.array(PhoneNumber)),
  forwarded: v.optional(v.boolean()),
  /** Number of times it was forwarded; from 5 it shows as "forwarded many times". */
  forwardingScore: v.optional(counting),
  /** Seconds until the message disappears; absent: the chat's setting. */
  disappearing: v.optional(counting),
}

const phonesAndDevices = [
  v.object({ do: v.literal('addPhone'), phone: PhoneNumber, name: Text, role: PhoneRole }),
  v.object({ do: v.literal('removePhone'), phone: PhoneNumber }),
  v.object({ do: v.literal('setOnline'), phone: PhoneNumber, on: v.boolean() }),
  /** `qr` is the whole text of the QR code, exactly as the client shows it. */
  v.object({ do: v.literal('scan'), phone: PhoneNumber, qr: Text }),
  v.object({ do: v.literal('enterCode'), phone: PhoneNumber, code: Text }),
  v.object({ do: v.literal('removeDevice'), phone: PhoneNumber, device: v.number() }),
  v.object({ do: v.literal('rename'), phone: PhoneNumber, name: Text }),
  /** The person's picture; `null` bytes remove it. */
  v.object({
    do: v.literal('setPicture'),
    phone: PhoneNumber,
    base64: v.optional(v.nullable(v.string())),
    mediaId: v.optional(v.string()),
  }),
  /**
   * The name that others see in place of a hidden number; null removes it. `key`: four digits that strangers need to
   * find it. Absent fields stay unchanged. Others see it with the next message.
   */
  v.object({
    do: v.literal('setUsername'),
    phone: PhoneNumber,
    username: v.optional(v.nullable(Username)),
    key: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^\d{4}$/, 'four digits')))),
    hidesNumber: v.optional(v.boolean()),
  }),
  /** Changes the number; person, account and chats stay. Groups are notified. */
  v.object({ do: v.literal('changeNumber'), phone: PhoneNumber, to: PhoneNumber }),
  /** Reinstalls WhatsApp: new identity key, optionally a new LID. Senders must fetch keys again. */
  v.object({ do: v.literal('reinstall'), phone: PhoneNumber, newLid: v.optional(v.boolean()) }),
  v.object({ do: v.literal('setPasskey'), phone: PhoneNumber, on: v.boolean() }),
  /** Returns as `text` the response of a browser on WhatsApp Web to the current demand. */
  v.object({ do: v.literal('answerPasskey'), phone: PhoneNumber }),
  /** Returns as `text` the passkey for a browser's virtual authenticator. */
  v.object({ do: v.literal('exportPasskey'), phone: PhoneNumber }),
  /** `phone` blocks `who`. */
  v.object({ do: v.literal('block'), phone: PhoneNumber, who: PhoneNumber, on: v.optional(v.boolean()) }),
] as const

/** Does not wait for delivery. Returns the new message's `id`. `to`: phone number or group id. */
const conversation = [
  v.object({
    do: v.literal('say'),
    from: PhoneNumber,
    to: Text,
    text: Text,
    /** Message id, if it must be known beforehand. */
    id: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-F]{8,40}$/))),
    /** Link preview from the sender's phone. */
    link: v.optional(
      v.object({
        url: Text,
        title: v.optional(v.string()),
        description: v.optional(v.string()),
        thumbnailBase64: v.optional(v.string()),
      }),
    ),
    /** Written after a tap on an ad. `bare`: with opaque data only, as newer ads send it. */
    ad: v.optional(v.picklist(['shown', 'bare'])),
    ...marks,
  }),
  v.object({
    do: v.literal('sendMedia'),
    from: PhoneNumber,
    to: Text,
    kind: MediaKind,
    ...file,
    mimetype: Text,
    name: v.optional(v.string()),
    caption: v.optional(v.string()),
    seconds: v.optional(v.number()),
    width: v.optional(v.number()),
    height: v.optional(v.number()),
    ptt: v.optional(v.boolean()),
    /** A video note, shown in a circle. */
    ptv: v.optional(v.boolean()),
    /** View-once. */
    viewOnce: v.optional(v.boolean()),
    /** `withheld` (default): linked devices get no content. `whole`: they get it, as from older phones. */
    viewOnceAs: v.optional(v.picklist(['withheld', 'whole'])),
    ...marks,
  }),
  v.object({
    do: v.literal('sendContact'),
    from: PhoneNumber,
    to: Text,
    name: Text,
    phone: PhoneNumber,
    /** More contacts in the same message. */
    more: v.optional(v.array(v.object({ name: Text, phone: PhoneNumber }))),
    ...marks,
  }),
  v.object({
    do: v.literal('sendLocation'),
    from: PhoneNumber,
    to: Text,
    ...place,
    name: v.optional(v.string()),
    /** A live location. */
    live: v.optional(v.boolean()),
    ...marks,
  }),
  v.object({
    do: v.literal('sendPoll'),
    from: PhoneNumber,
    to: Text,
    question: Text,
    options: v.array(Text),
    /** Several answers allowed. */
    several: v.optional(v.boolean()),
  }),
  /** Options by text. Repeat it to change the vote; empty removes it. */
  v.object({ do: v.literal('vote'), from: PhoneNumber, chat: Text, id: Text, options: v.array(Text) }),
  v.object({ do: v.literal('forward'), from: PhoneNumber, chat: Text, id: Text, to: Text }),
  v.object({ do: v.literal('sendInvite'), from: PhoneNumber, to: PhoneNumber, group: Text }),
  /** `secret`: also encrypted with the message's secret, as in communities and on newer phones. */
  v.object({
    do: v.literal('react'),
    from: PhoneNumber,
    chat: Text,
    id: Text,
    emoji: v.string(),
    secret: v.optional(v.boolean()),
  }),
  v.object({
    do: v.literal('edit'),
    from: PhoneNumber,
    chat: Text,
    id: Text,
    text: Text,
    mentions: marks.mentions,
    secret: v.optional(v.boolean()),
  }),
  /** Deletes for everyone. Admins may delete messages of others in the group. */
  v.object({ do: v.literal('revoke'), from: PhoneNumber, chat: Text, id: Text }),
  /**
   * Any `proto.Message`, even an invalid one, as from a custom program; to the sender itself: a phone's message to its
   * linked devices. `edit`: the server's mark.
   */
  v.object({
    do: v.literal('sendContent'),
    from: PhoneNumber,
    to: Text,
    base64: v.string(),
    edit: v.optional(Text),
  }),
  v.object({ do: v.literal('readChat'), phone: PhoneNumber, chat: Text }),
  v.object({ do: v.literal('playAudio'), phone: PhoneNumber, chat: Text, id: Text }),
  v.object({ do: v.literal('typing'), from: PhoneNumber, to: Text, on: v.boolean(), audio: v.optional(v.boolean()) }),
  v.object({ do: v.literal('call'), from: PhoneNumber, to: PhoneNumber, seconds: v.optional(counting) }),
  /** Sets the seconds after which new messages of this chat disappear. */
  v.object({ do: v.literal('setDisappearing'), phone: PhoneNumber, chat: Text, seconds: Lifetime }),
] as const

const groups = [
  v.object({
    do: v.literal('createGroup'),
    by: PhoneNumber,
    subject: Text,
    members: v.array(PhoneNumber),
    addressing: v.optional(v.picklist(['pn', 'lid'])),
    description: v.optional(v.string()),
    /** The community it belongs to. */
    parent: v.optional(Text),
  }),
  /** Returns the community's id; also creates its announcement group. */
  v.object({
    do: v.literal('createCommunity'),
    by: PhoneNumber,
    subject: Text,
    description: v.optional(v.string()),
    members: v.optional(v.array(PhoneNumber)),
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
    /** Joining by the link needs an admin's approval. */
    approval: v.optional(v.boolean()),
    /** Who may add people. */
    adding: v.optional(v.picklist(['admins', 'all'])),
    /** Seconds after which messages disappear. */
    disappearing: v.optional(Lifetime),
    /** Base64; `null` removes it. */
    picture: v.optional(v.nullable(v.string())),
    /** The community it joins; `null` leaves it. */
    parent: v.optional(v.nullable(Text)),
    add: v.optional(v.array(PhoneNumber)),
    remove: v.optional(v.array(PhoneNumber)),
    promote: v.optional(v.array(PhoneNumber)),
    demote: v.optional(v.array(PhoneNumber)),
  }),
  /** Returns the code of the group's link; `renew` invalidates the old one. */
  v.object({ do: v.literal('inviteCode'), group: Text, by: PhoneNumber, renew: v.optional(v.boolean()) }),
  /** Returns the group's id. If an admin must approve, the person waits until they are added. */
  v.object({ do: v.literal('joinGroup'), phone: PhoneNumber, code: Text }),
] as const

/** Scripted conversations. */
const scripts = [
  /** This many customers write to a company at random times until `seconds` have passed. */
  v.object({
    do: v.literal('crowd'),
    to: PhoneNumber,
    customers: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
    messages: counting,
    seconds: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400)),
  }),
  /**
   * A working day compressed into `seconds`: each customer has one concern, types, asks, sends a photo or a voice note,
   * waits for the attendant, replies to the answer, and says thanks.
   */
  v.object({
    do: v.literal('day'),
    to: PhoneNumber,
    customers: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
    seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(86_400)),
    /** Maximum seconds before a customer answers the attendant; default 8. */
    patience: v.optional(v.pipe(v.number(), v.minValue(0))),
  }),
  /** Stops scripts; sent messages stay. Absent: all scripts. */
  v.object({ do: v.literal('stopScript'), id: v.optional(Text) }),
  /** Old chats, which a device receives as history when it is linked. */
  v.object({
    do: v.literal('prepareHistory'),
    phone: PhoneNumber,
    chats: counting,
    /** Messages per chat. */
    messages: counting,
    days: v.optional(counting),
    /** Number of chats that are groups. */
    groups: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** Every nth message is a photo. */
    photoEvery: v.optional(counting),
  }),
] as const

/** A phone's automatic behaviour. */
const habits = v.object({
  do: v.literal('setHabits'),
  phone: PhoneNumber,
  /** Send "delivered" (initially on) and "read" (initially off) automatically, after this many milliseconds. */
  deliver: v.optional(v.boolean()),
  read: v.optional(v.boolean()),
  after: v.optional(milliseconds),
  /** Kind of address in this phone's messages to the company. */
  addressing: v.optional(v.picklist(['pn', 'lid'])),
  hideLid: v.optional(v.boolean()),
  /** URL of an external picture; `setPicture` stores one here. */
  pictureUrl: v.optional(v.nullable(v.pipe(v.string(), v.url()))),
  about: v.optional(v.string()),
  /**
   * How a company's phone sends its history to a new device: inside the message or as a file, in chunks of this many
   * chats.
   */
  historyBy: v.optional(v.picklist(['message', 'file'])),
  historyChunk: v.optional(counting),
  /** Whether the phone still has its files, to upload them again. */
  keepsFiles: v.optional(v.boolean()),
  demandsPasskey: v.optional(v.boolean()),
  /** Automatic texts of the WhatsApp Business app, after this many milliseconds (1000); null switches one off. */
  greeting: v.optional(v.nullable(Text)),
  away: v.optional(v.nullable(Text)),
  appDelay: v.optional(milliseconds),
  /** Whether first contacts of the phone's devices need a valid token and the LID; initially on. */
  demandsTokens: v.optional(v.boolean()),
})

/** Content is base64. */
const part = { tag: v.string(), attrs: v.record(v.string(), v.string()), base64: v.optional(v.string()) }
const Stanza = v.object({ ...part, parts: v.optional(v.array(v.object(part))) })
export type Stanza = v.InferOutput<typeof Stanza>

const breaking = [
  v.object({ do: v.literal('dropConnections'), phone: v.optional(PhoneNumber) }),
  v.object({ do: v.literal('streamError'), phone: PhoneNumber, code: v.number() }),
  /** Ends the stream without a reason. */
  v.object({ do: v.literal('endStream'), phone: PhoneNumber }),
  /** Redirects the client: sends a routing hint that its next connection must include, and disconnects. */
  v.object({ do: v.literal('redirect'), phone: PhoneNumber }),
  v.object({ do: v.literal('replaced'), phone: PhoneNumber }),
  v.object({ do: v.literal('restrict'), phone: PhoneNumber, hours: v.optional(v.number()) }),
  /**
   * Reports how many chats the account may start in the next `hours`, and how many it has started; the simulator does
   * not count them.
   */
  v.object({
    do: v.literal('capNewChats'),
    phone: PhoneNumber,
    total: v.number(),
    used: v.optional(v.number()),
    hours: v.optional(v.number()),
  }),
  v.object({ do: v.literal('ban'), phone: PhoneNumber, on: v.optional(v.boolean()) }),
  v.object({
    do: v.literal('setFault'),
    name: FaultName,
    on: v.boolean(),
    value: v.optional(v.number()),
    phone: v.optional(PhoneNumber),
    /** Removed automatically after this many uses, or this many milliseconds. */
    times: v.optional(counting),
    forMs: v.optional(milliseconds),
  }),
  v.object({ do: v.literal('clearFaults') }),
  /** Delivers any stanza to the company's devices; at login again, until it is settled. */
  v.object({ do: v.literal('sendStanza'), phone: PhoneNumber, stanza: Stanza }),
  /** Deletes a file (`MediaView.id`), or all, from the media server; the phone can upload it again on request. */
  v.object({ do: v.literal('expireMedia'), mediaId: v.optional(v.string()) }),
  /** Consumes the one-time keys of the phone's devices until this many are left. */
  v.object({
    do: v.literal('spendPreKeys'),
    phone: PhoneNumber,
    left: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
] as const

/** Encrypts all messages beforehand, so that releasing them costs next to nothing. Repeat for each company phone. */
const load = [
  v.object({
    do: v.literal('prepareLoad'),
    phone: PhoneNumber,
    customers: counting,
    messages: counting,
    textLength: v.optional(counting),
    /** Texts in order; absent: numbered texts of the given length. */
    texts: v.optional(v.pipe(v.array(Text), v.minLength(1))),
    /** First customer's number; the others follow. Absent: a series of its own per company phone. */
    firstCustomer: v.optional(PhoneNumber),
  }),
  /** Messages per second over all phones; absent: unlimited. Returns when the last one has been sent. */
  v.object({ do: v.literal('releaseLoad'), rate: v.optional(v.pipe(v.number(), v.minValue(0.1))) }),
  v.object({ do: v.literal('books'), phone: v.optional(PhoneNumber) }),
  v.object({ do: v.literal('reset') }),
] as const

/** The receiver of webhooks. */
const hooks = [
  v.object({ do: v.literal('setHookAnswer'), answer: HookAnswer }),
  /** Empty: signatures are not checked. */
  v.object({ do: v.literal('setHookSecret'), secret: v.pipe(v.string(), v.maxLength(200), v.trim()) }),
  v.object({ do: v.literal('emptyHooks') }),
] as const

export const Command = v.variant('do', [
  ...hooks,
  ...phonesAndDevices,
  ...conversation,
  ...groups,
  ...scripts,
  habits,
  ...breaking,
  ...load,
])
export type Command = v.InferOutput<typeof Command>
export type CommandOf<Name extends Command['do']> = Extract<Command, { do: Name }>

/** The commands: what people do with their phones, and what can be broken. */
import * as v from 'valibot'
import { FaultName } from '../faults/contract'
import { MediaKind } from '../media/contract'

/** Digits only, country code first: how WhatsApp itself writes a number. */
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
/** Seconds until messages disappear; 0 keeps them. */
const Lifetime = v.pipe(v.number(), v.integer(), v.minValue(0))
const place = {
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
}
/** One of the two: the bytes, or the id that `POST media` answered. */
const file = { base64: v.optional(v.string()), mediaId: v.optional(v.string()) }

/** What any message may carry beside itself. */
const marks = {
  quotedId: v.optional(v.string()),
  /** People of the text's `@<number>`; where people are known by LIDs, these take the numbers' place. */
  mentions: v.optional(v.array(PhoneNumber)),
  forwarded: v.optional(v.boolean()),
  /** How often it was passed on; from 5 it shows as "forwarded many times". */
  forwardingScore: v.optional(counting),
  /** The message disappears after so many seconds; absent: as the chat is set. */
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
  /** A picture of the person; `null` bytes take it away. */
  v.object({
    do: v.literal('setPicture'),
    phone: PhoneNumber,
    base64: v.optional(v.nullable(v.string())),
    mediaId: v.optional(v.string()),
  }),
  /**
   * The name that others see in place of a hidden number; null takes it away. `key`: four digits that strangers need to find it.
   * What is absent stays. Others see it with the next message.
   */
  v.object({
    do: v.literal('setUsername'),
    phone: PhoneNumber,
    username: v.optional(v.nullable(Username)),
    key: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^\d{4}$/, 'four digits')))),
    hidesNumber: v.optional(v.boolean()),
  }),
  /** The same person, account and chats with another number. Groups are told. */
  v.object({ do: v.literal('changeNumber'), phone: PhoneNumber, to: PhoneNumber }),
  /** WhatsApp installed anew: another identity key, and another LID if asked. Whoever writes has to fetch keys again. */
  v.object({ do: v.literal('reinstall'), phone: PhoneNumber, newLid: v.optional(v.boolean()) }),
  v.object({ do: v.literal('setPasskey'), phone: PhoneNumber, on: v.boolean() }),
  /** What a browser on WhatsApp Web would answer to the demand under way: `text` of the result. */
  v.object({ do: v.literal('answerPasskey'), phone: PhoneNumber }),
  /** For a browser's virtual authenticator: `text` of the result. */
  v.object({ do: v.literal('exportPasskey'), phone: PhoneNumber }),
  /** `phone` blocks `who`. */
  v.object({ do: v.literal('block'), phone: PhoneNumber, who: PhoneNumber, on: v.optional(v.boolean()) }),
] as const

/** Does not wait for delivery: the result's `id` is the new message's. `to` is a phone number or a group's id. */
const conversation = [
  v.object({
    do: v.literal('say'),
    from: PhoneNumber,
    to: Text,
    text: Text,
    /** The message's own id, where somebody else has to know it beforehand. */
    id: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-F]{8,40}$/))),
    /** What the writer's phone found behind the address in the text. */
    link: v.optional(
      v.object({
        url: Text,
        title: v.optional(v.string()),
        description: v.optional(v.string()),
        thumbnailBase64: v.optional(v.string()),
      }),
    ),
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
    /** To be opened once. */
    viewOnce: v.optional(v.boolean()),
    /** `withheld`, the usual: linked devices learn only that there is one. `whole`: they get it, as older phones send it. */
    viewOnceAs: v.optional(v.picklist(['withheld', 'whole'])),
    ...marks,
  }),
  v.object({
    do: v.literal('sendContact'),
    from: PhoneNumber,
    to: Text,
    name: Text,
    phone: PhoneNumber,
    /** Further contacts in the same message. */
    more: v.optional(v.array(v.object({ name: Text, phone: PhoneNumber }))),
    ...marks,
  }),
  v.object({
    do: v.literal('sendLocation'),
    from: PhoneNumber,
    to: Text,
    ...place,
    name: v.optional(v.string()),
    /** Where the person is at this moment, and goes on to be. */
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
  /** The options by their words; again to change one's mind, none to take the vote back. */
  v.object({ do: v.literal('vote'), from: PhoneNumber, chat: Text, id: Text, options: v.array(Text) }),
  v.object({ do: v.literal('forward'), from: PhoneNumber, chat: Text, id: Text, to: Text }),
  v.object({ do: v.literal('sendInvite'), from: PhoneNumber, to: PhoneNumber, group: Text }),
  /** `secret`: encrypted once more with the message's own secret, as in communities and newer phones. */
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
  /** For everyone. An admin may do it to what others wrote in the group. */
  v.object({ do: v.literal('revoke'), from: PhoneNumber, chat: Text, id: Text }),
  /**
   * Any `proto.Message`, also an invalid one, as somebody's own program may send it; to oneself, what a phone tells its linked
   * devices. `edit`: as the server marks it.
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
  /** From now on messages of this chat disappear after so many seconds. */
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
  /** Returns the community's id; its announcement group is made with it. */
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
    /** Who joins by the link needs an admin's yes. */
    approval: v.optional(v.boolean()),
    /** Who may add people. */
    adding: v.optional(v.picklist(['admins', 'all'])),
    /** Messages disappear after so many seconds. */
    disappearing: v.optional(Lifetime),
    /** Base64; `null` takes it away. */
    picture: v.optional(v.nullable(v.string())),
    /** The community it joins; `null` leaves it. */
    parent: v.optional(v.nullable(Text)),
    add: v.optional(v.array(PhoneNumber)),
    remove: v.optional(v.array(PhoneNumber)),
    promote: v.optional(v.array(PhoneNumber)),
    demote: v.optional(v.array(PhoneNumber)),
  }),
  /** Returns the code of the group's link; `renew` makes the old one worthless. */
  v.object({ do: v.literal('inviteCode'), group: Text, by: PhoneNumber, renew: v.optional(v.boolean()) }),
  /** Returns the group's id. Where an admin has to agree, the person waits until somebody adds it. */
  v.object({ do: v.literal('joinGroup'), phone: PhoneNumber, code: Text }),
] as const

/** Conversations that run by themselves. */
const scripts = [
  /** So many customers write to a company, at moments of their own, until `seconds` have passed. */
  v.object({
    do: v.literal('crowd'),
    to: PhoneNumber,
    customers: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
    messages: counting,
    seconds: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400)),
  }),
  /**
   * A day at work, squeezed into `seconds`: each customer comes with one concern, types, asks, sends a photo or a voice
   * note, waits for the attendant, replies to the answer, and says thanks.
   */
  v.object({
    do: v.literal('day'),
    to: PhoneNumber,
    customers: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
    seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(86_400)),
    /** How long somebody waits before answering the attendant, at most; 8 when absent. */
    patience: v.optional(v.pipe(v.number(), v.minValue(0))),
  }),
  /** What has been said stays said; absent: all of them. */
  v.object({ do: v.literal('stopScript'), id: v.optional(Text) }),
  /** Chats of the past, which a device gets as history when it is linked. */
  v.object({
    do: v.literal('prepareHistory'),
    phone: PhoneNumber,
    chats: counting,
    /** In each chat. */
    messages: counting,
    days: v.optional(counting),
    /** So many of the chats are groups. */
    groups: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** Each so manyth message is a photo. */
    photoEvery: v.optional(counting),
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
  /** A picture that lies elsewhere; `setPicture` keeps one here. */
  pictureUrl: v.optional(v.nullable(v.pipe(v.string(), v.url()))),
  about: v.optional(v.string()),
  /** How a company's phone tells a new device of the past: inside the message or as a file, in chunks of so many chats. */
  historyBy: v.optional(v.picklist(['message', 'file'])),
  historyChunk: v.optional(counting),
  /** Whether the phone still has its files, to upload them again. */
  keepsFiles: v.optional(v.boolean()),
  demandsPasskey: v.optional(v.boolean()),
})

const breaking = [
  v.object({ do: v.literal('dropConnections'), phone: v.optional(PhoneNumber) }),
  v.object({ do: v.literal('streamError'), phone: PhoneNumber, code: v.number() }),
  /** The server ends the stream without a reason. */
  v.object({ do: v.literal('endStream'), phone: PhoneNumber }),
  /** The server sends the client elsewhere: a routing hint that its next connection has to bring, then the end. */
  v.object({ do: v.literal('redirect'), phone: PhoneNumber }),
  v.object({ do: v.literal('replaced'), phone: PhoneNumber }),
  v.object({ do: v.literal('restrict'), phone: PhoneNumber, hours: v.optional(v.number()) }),
  /** WhatsApp tells how many chats the account may begin in the next `hours`, and how many of them it has begun; it does not count them itself. */
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
    /** Mended by itself after so many occurrences, or after so many milliseconds. */
    times: v.optional(counting),
    forMs: v.optional(milliseconds),
  }),
  v.object({ do: v.literal('clearFaults') }),
  /** The media server forgets a file (`MediaView.id`), or all; the phone can put it there again when asked. */
  v.object({ do: v.literal('expireMedia'), mediaId: v.optional(v.string()) }),
  /** Strangers fetch the one-time keys of the phone's devices until this many are left. */
  v.object({
    do: v.literal('spendPreKeys'),
    phone: PhoneNumber,
    left: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
] as const

/** Encrypts everything beforehand, so that releasing costs next to nothing. Repeat for each company phone. */
const load = [
  v.object({
    do: v.literal('prepareLoad'),
    phone: PhoneNumber,
    customers: counting,
    messages: counting,
    textLength: v.optional(counting),
    /** What they say, one after the other; absent: numbered texts of that length. */
    texts: v.optional(v.pipe(v.array(Text), v.minLength(1))),
    /** First customer's number; the others follow. Absent: a series of its own per company phone. */
    firstCustomer: v.optional(PhoneNumber),
  }),
  /** Messages per second over all phones; absent: as fast as possible. Returns when the last one has been sent. */
  v.object({ do: v.literal('releaseLoad'), rate: v.optional(v.pipe(v.number(), v.minValue(0.1))) }),
  v.object({ do: v.literal('books'), phone: v.optional(PhoneNumber) }),
  v.object({ do: v.literal('reset') }),
] as const

export const Command = v.variant('do', [
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

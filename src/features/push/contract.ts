/** Notifications of people's phones and browsers while no page is open (Web Push). */
import * as v from 'valibot'
import { ClockTime } from '../../hours/contract'
import { defineEvent } from '../../platform/events'
import { Id, Instant, list, text } from '../../platform/formats'

/**
 * `own`: a message in a conversation of mine. `given`: a conversation came to me. `waiting`: somebody waits in my queues.
 * `unseen`: nobody has seen a conversation for long. `groups`: somebody in a group answers me, or means the company after I wrote.
 */
export const pushKinds = ['own', 'given', 'waiting', 'mentions', 'groups', 'chats', 'reminders', 'unseen'] as const
export type PushKind = (typeof pushKinds)[number]

/** Of one person; the least recently used one gives way. */
export const MOST_DEVICES = 10

const KEY = /^[\w-]+$/
/** A public key is 65 bytes, a secret 16. */
const key = (bytes: number) =>
  v.pipe(text(100, 'form.invalid'), v.regex(KEY, 'form.invalid'), v.length(Math.ceil((bytes * 4) / 3), 'form.invalid'))

/** Body of `PUT /push/devices`: a browser's subscription, as `PushSubscription.toJSON()` has it. */
export const RegisterDevice = v.object({
  endpoint: v.pipe(text(1000, 'form.invalid'), v.url('form.invalid')),
  keys: v.object({ p256dh: key(65), auth: key(16) }),
  /** Installed, not a tab of the browser. */
  isApp: v.boolean('form.invalid'),
  /** In which notifications speak. */
  language: v.picklist(['pt-BR', 'en', 'es', 'tr']),
})
export type RegisterDevice = v.InferOutput<typeof RegisterDevice>

export const PushDevice = v.object({
  id: Id,
  /** Such as `Chrome, Android`; empty if unknown. */
  browser: v.string(),
  isApp: v.boolean(),
  createdAt: Instant,
  /** When it last opened the screens. */
  seenAt: Instant,
  /** When it was last notified. */
  sentAt: v.nullable(Instant),
})
export type PushDevice = v.InferOutput<typeof PushDevice>

export const PushSettings = v.object({
  /** Kinds that do not notify. */
  muted: list(v.picklist(pushKinds), { most: pushKinds.length }),
  /** Whether notifications show what was written. Those of restricted queues never do. */
  showsText: v.boolean('form.invalid'),
  /** In the company's time zone; null: none. */
  quiet: v.nullable(v.object({ from: ClockTime, to: ClockTime })),
})
export type PushSettings = v.InferOutput<typeof PushSettings>

export const usualSettings: PushSettings = { muted: [], showsText: true, quiet: null }

/** Response of `GET /push`. `publicKey` is what browsers subscribe with. */
export const PushState = v.object({
  publicKey: v.string(),
  devices: v.array(PushDevice),
  settings: PushSettings,
})
export type PushState = v.InferOutput<typeof PushState>

/** How much of a conversation a locked screen shows: name and text, the name alone, or the queue alone. */
export const lockScreens = ['text', 'name', 'queue'] as const
export const LockScreen = v.picklist(lockScreens)
export type LockScreen = v.InferOutput<typeof LockScreen>
/** Of restricted queues: somebody may look at the telephone who may not see them. */
export const restrictedLockScreens = ['name', 'queue'] as const satisfies readonly LockScreen[]

/**
 * Why a browser is silent: its person refused, it is an iPhone's outside of the home screen, the page is neither https nor this
 * machine, or the browser has no notifications.
 */
export const silentReasons = ['denied', 'home', 'insecure', 'none'] as const
export const SilentReason = v.picklist(silentReasons)
export type SilentReason = v.InferOutput<typeof SilentReason>

/** Body of `PUT /push/browser`: what the present browser can do. `reason`: null if it may notify or has not been asked. */
export const ReportBrowser = v.object({
  /** Random, kept by the browser. */
  key: v.pipe(text(40, 'form.invalid'), v.regex(/^[\w-]{16,40}$/, 'form.invalid')),
  reason: v.nullable(SilentReason),
})
export type ReportBrowser = v.InferOutput<typeof ReportBrowser>

/** A browser of somebody in the company. */
export const TeamDevice = v.object({
  user: v.object({ id: Id, name: v.string() }),
  /** Such as `Chrome, Android`; empty if unknown. */
  browser: v.string(),
  isApp: v.boolean(),
  /** Null: it receives notifications. */
  reason: v.nullable(SilentReason),
  /** When it was registered, or has been silent for the first time. */
  since: Instant,
})
export type TeamDevice = v.InferOutput<typeof TeamDevice>

export const MOST_TEAM_DEVICES = 500
const MOST_QUEUES = 1000
const QueueLockScreen = v.object({ queueId: Id, lockScreen: LockScreen })

/** Body of `PUT /push/company`. Queues that are left out show what `usual` says; restricted ones the queue alone. */
export const PushCompany = v.object({
  usual: LockScreen,
  queues: list(QueueLockScreen, { most: MOST_QUEUES }),
})
export type PushCompany = v.InferOutput<typeof PushCompany>

/** Of the week, from Monday, in the company's time zone. */
export const PushWeek = v.object({
  sent: v.number(),
  /** Notifications of unread conversations, and those of which the conversation was opened within five minutes. */
  awaited: v.number(),
  seenSoon: v.number(),
})
export type PushWeek = v.InferOutput<typeof PushWeek>

/** Response of `GET /push/company`. */
export const PushCompanyState = v.object({
  lockScreens: PushCompany,
  /** By person. */
  devices: v.array(TeamDevice),
  week: PushWeek,
})
export type PushCompanyState = v.InferOutput<typeof PushCompanyState>

/** A device of the person was added, removed or fell silent. Sent to the person and to those who manage the company. */
export const pushDevicesChanged = defineEvent('push.devices', v.object({ userId: Id }))

/** Response of `POST /push/test`: how many devices get it. */
export const TestedDevices = v.object({ devices: v.number() })

/** `reply`: opens the conversation to write in it. `take`: makes it the person's. `open`: only shows it. */
export const PushAct = v.object({ act: v.picklist(['reply', 'take', 'open']), title: v.string() })
export type PushAct = v.InferOutput<typeof PushAct>

/** Response of `POST /push/acts`: the page of the conversation. */
export const TakenTicket = v.object({ path: v.string() })

/** What a device gets, encrypted. Numbers and names are short: a push service takes 4096 bytes. */
export const PushPayload = v.object({
  /** A later notification with the same tag replaces this one. */
  tag: v.string(),
  title: v.string(),
  body: v.string(),
  /** The page that a click opens. */
  path: v.string(),
  /** Conversations with unread messages, for the icon. */
  unread: v.number(),
  /** When it happened, in epoch milliseconds. */
  at: v.number(),
  /** Its buttons, of which phones show two. */
  acts: v.array(PushAct),
  /** Lets the button `take` act once, without a session; null without that button. */
  key: v.nullable(v.string()),
})
export type PushPayload = v.InferOutput<typeof PushPayload>

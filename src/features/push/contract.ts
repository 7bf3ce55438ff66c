/** Notifications of people's phones and browsers while no page is open (Web Push). */
import * as v from 'valibot'
import { ClockTime } from '../../hours/contract'
import { Id, Instant, list, text } from '../../platform/formats'

/**
 * `own`: a message in a conversation of mine. `given`: a conversation came to me. `waiting`: somebody waits in my queues.
 * `unseen`: nobody has seen a conversation for long.
 */
export const pushKinds = ['own', 'given', 'waiting', 'mentions', 'chats', 'reminders', 'unseen'] as const
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
})
export type PushPayload = v.InferOutput<typeof PushPayload>

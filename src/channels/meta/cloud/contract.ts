/** Connecting a number of the Cloud API, for server and browser. */
import * as v from 'valibot'
import { Instant, text } from '../../../platform/formats'

const MetaId = v.pipe(text(30), v.trim(), v.regex(/^\d{1,30}$/, 'form.invalid'))
const secretText = (least: number, most: number) =>
  v.pipe(text(most), v.trim(), v.minLength(least, 'form.required'), v.regex(/^[\x21-\x7e]+$/, 'form.invalid'))

/** Copied from Meta's pages. */
export const OfficialValues = v.object({
  phoneNumberId: MetaId,
  /** The WhatsApp business account (WABA). */
  businessAccountId: MetaId,
  accessToken: secretText(20, 1000),
  appSecret: secretText(8, 200),
})
export type OfficialValues = v.InferOutput<typeof OfficialValues>

/** By which Meta confirms the webhook's address; chosen by whoever connects the number. */
export const VerifyToken = secretText(8, 200)

/** New access to Meta for a connection. */
export const RenewedAccess = v.object({
  accessToken: v.optional(OfficialValues.entries.accessToken),
  appSecret: v.optional(OfficialValues.entries.appSecret),
  verifyToken: v.optional(VerifyToken),
})
export type RenewedAccess = v.InferOutput<typeof RenewedAccess>

export const CheckName = v.picklist(['number', 'account', 'token', 'secret', 'permissions'])
export type CheckName = v.InferOutput<typeof CheckName>

/**
 * What was checked of the values. `fault`: a key under `connections.official.fault`, null when it is good. `answer`: what Meta
 * says; of what is good, what it is, such as the number.
 */
export const Finding = v.object({
  check: CheckName,
  /** `wait`: it cannot be said before another value is right. */
  state: v.picklist(['good', 'warn', 'bad', 'wait']),
  fault: v.nullable(v.string()),
  answer: v.nullable(v.string()),
})
export type Finding = v.InferOutput<typeof Finding>

export const Findings = v.object({ findings: v.array(Finding) })

/** Where the webhook of the number's app must lead, and the token that confirms it. */
export const OfficialWebhook = v.object({ url: v.string(), verifyToken: v.string() })
export type OfficialWebhook = v.InferOutput<typeof OfficialWebhook>

/** As `WebhookFault` of webhook-state.ts; `refused`: Meta did not say. */
export const NumberWebhookFault = v.picklist([
  'private',
  'plain',
  'unset',
  'elsewhere',
  'inactive',
  'fields',
  'refused',
])
export type NumberWebhookFault = v.InferOutput<typeof NumberWebhookFault>

/** Whether Meta sends the number's events to us, as Meta says. */
export const NumberWebhook = v.object({
  /** Ours. */
  url: v.string(),
  /** A key under `connections.official.webhook.fault`; null: it is right. */
  fault: v.nullable(NumberWebhookFault),
  /** What the fault is about, or Meta's words. */
  answer: v.nullable(v.string()),
  /** When Meta called us last to confirm the address, or with a first event since this server runs. */
  calledAt: v.nullable(Instant),
})
export type NumberWebhook = v.InferOutput<typeof NumberWebhook>

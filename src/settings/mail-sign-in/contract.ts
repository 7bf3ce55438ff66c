/** Signing in with an account of Google or Microsoft, whose mail servers take no passwords, as the browser knows it. */
import * as v from 'valibot'
import { Instant, text } from '../../platform/formats'

export const MailProvider = v.picklist(['google', 'microsoft'])
export type MailProvider = v.InferOutput<typeof MailProvider>
export const mailProviders = MailProvider.options

/** The account that mail is sent with. */
export const MailAccount = v.object({
  provider: MailProvider,
  address: v.string(),
  signedInAt: Instant,
  /** Since when the provider refuses it, and why in the provider's words: somebody has to sign in again. */
  refusedAt: v.nullable(Instant),
  refusal: v.nullable(v.string()),
})
export type MailAccount = v.InferOutput<typeof MailAccount>

export const StartMailSignIn = v.object({ provider: MailProvider })
/** Where the browser has to go. */
export const MailSignInStarted = v.object({ url: v.string() })

const CODE_LENGTH = 4000
/** What the provider appended to the address of our page. */
export const FinishMailSignIn = v.object({
  state: text(200, 'form.invalid'),
  code: v.optional(text(CODE_LENGTH, 'form.invalid')),
  error: v.optional(text(200, 'form.invalid')),
  description: v.optional(text(CODE_LENGTH, 'form.invalid')),
})
export type FinishMailSignIn = v.InferOutput<typeof FinishMailSignIn>

/** States of sign-ins for the installation's own mail begin with it, those for a company's do not. */
const OPERATORS = 'o.'
export const newState = (isOperators: boolean, random: string): string => (isOperators ? OPERATORS : 'c.') + random
export const isOperatorsState = (state: string): boolean => state.startsWith(OPERATORS)

/**
 * Why a sign-in failed. `denied`: the person said no. `adminNeeded`: an administrator of their organisation must allow the
 * app first. `app`: what the operator entered of the app is wrong. `scope`: the person left out the permission for mail.
 * `offline`: the provider gave no lasting access. `address`: it did not say which address the account has. `temporary`: it
 * could not be reached, or asks to try later. `code`: the code is no longer valid. `odd`: an answer nobody expects.
 */
export const signInFaults = [
  'denied',
  'adminNeeded',
  'app',
  'scope',
  'offline',
  'address',
  'temporary',
  'code',
  'odd',
] as const
export type SignInFault = (typeof signInFaults)[number]

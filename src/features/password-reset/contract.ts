/** Password reset schemas shared with the browser. */
import * as v from 'valibot'
import { Email, Instant, Password, text } from '../../platform/formats'

/** Digits of a code sent by e-mail. */
export const CODE_DIGITS = 8
export const MailCode = v.pipe(
  text(20, 'form.invalid'),
  v.trim(),
  v.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), 'form.code.invalid'),
)

/** `token` is the code from the e-mail. */
export const ResetPassword = v.object({
  token: MailCode,
  password: v.pipe(text(50, 'form.password.long'), v.minLength(1, 'form.required'), Password),
})
export type ResetPassword = v.InferOutput<typeof ResetPassword>

/** E-mail in the address of both routes. */
export const ByEmail = v.object({ email: Email })

export const CodeSent = v.object({
  /** When the code expires. */
  expiresAt: Instant,
  /** Number of wrong codes allowed. */
  tries: v.number(),
  /** Seconds until another code may be requested. */
  retryAfter: v.number(),
})
export type CodeSent = v.InferOutput<typeof CodeSent>

/** Password reset schemas shared with the browser. */
import * as v from 'valibot'
import { Email, Instant, StrongPassword, text } from '../../platform/formats'

export const RESET_CODE_DIGITS = 6
export const ResetCode = v.pipe(text(20, 'form.invalid'), v.trim(), v.regex(/^\d{6}$/, 'form.code.invalid'))

/** `token` is the code from the e-mail. */
export const ResetPassword = v.object({ token: ResetCode, password: StrongPassword })
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

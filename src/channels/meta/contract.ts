/** What people sign in to Meta for, as the browser knows it. */
import * as v from 'valibot'
import { text } from '../../platform/formats'

/** `pages`: of Facebook, with their Instagram accounts. `numbers`: of WhatsApp. */
export type SignInProduct = 'pages' | 'numbers'

export const Key = text(200, 'form.invalid')

/** Where the browser has to go. */
export const SignInStarted = v.object({ url: v.string() })

/** What Meta appended to the address of our page. */
export const FinishSignIn = v.object({
  state: Key,
  code: v.optional(text(4_000, 'form.invalid')),
  error: v.optional(text(1_000, 'form.invalid')),
})
export type FinishSignIn = v.InferOutput<typeof FinishSignIn>

/** Meta sends people back to one page, which reads here what they signed in for. */
export const productIn = (state: string): SignInProduct => (state.startsWith('numbers.') ? 'numbers' : 'pages')

import type { CodeSent, ResetPassword } from '../../../src/features/password-reset/contract'
import { call } from '../../shared/client'

export const requestCode = (email: string): Promise<CodeSent> =>
  call<CodeSent>('POST', `/forgetpassword/${encodeURIComponent(email)}`)

export const resetPassword = (email: string, body: ResetPassword): Promise<unknown> =>
  call('POST', `/resetpasswords/${encodeURIComponent(email)}`, body)

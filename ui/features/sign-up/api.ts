import type { CodeSent } from '../../../src/features/password-reset/contract'
import type { SignUp, SignUpOffer } from '../../../src/features/sign-up/contract'
import { call } from '../../shared/client'
import { signInWith } from '../../shared/session/access'

export const fetchOffer = (): Promise<SignUpOffer> => call<SignUpOffer>('GET', '/signup')

/** Signs in and returns null, or returns what is known of the code that was sent. */
export const signUp = (wanted: SignUp): Promise<CodeSent | null> => signInWith<CodeSent>('/api/signup', wanted)

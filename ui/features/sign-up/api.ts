import type { SignUpOffer } from '../../../src/features/sign-up/contract'
import { call } from '../../shared/client'

export const fetchOffer = (): Promise<SignUpOffer> => call<SignUpOffer>('GET', '/signup')

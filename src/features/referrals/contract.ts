/** What led contacts to a conversation. */
import * as v from 'valibot'
import { Referral } from '../../channels/contract'

/** Without the thumbnail, which only the message has. */
export const TicketReferral = v.omit(Referral, ['thumbnail'])
export type TicketReferral = v.InferOutput<typeof TicketReferral>

/** The values of the list filter `referrals`. */
export const referralKinds = [{ id: 1, kind: 'ad' }] as const satisfies readonly {
  id: number
  kind: Referral['kind']
}[]

declare module '../../tickets/contract' {
  interface TicketExtras {
    /** What led to it, by its first message that says so. */
    referral: TicketReferral | null
  }
}

/** What answers a message that has come in: an ordered list, which other modules fill too. */
import type { Incoming } from '../../channels/channel'
import type { Connection } from '../../channels/connections/tables'
import type { Contact } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { defineExtensionPoint } from '../../platform/extensions'
import { isResting } from '../../tenancy/resting'
import type { Ticket } from '../tables'

/** A message before it is stored. */
export type Arriving = { readonly connection: Connection; readonly contact: Contact; readonly incoming: Incoming }

export type Arrival = Arriving & {
  readonly messageId: number
  /** As it was before the message. Null: the contact is blocked, or it was written on our own phone and there is no ticket. */
  readonly ticket: Ticket | null
  /** The ticket has no earlier message. */
  readonly isFirst: boolean
  /** Somebody may be waiting for an answer: it did not lie around for hours. */
  readonly isRecent: boolean
}

export type ArrivalOnTicket = Arrival & { readonly ticket: Ticket }

export type AutoResponder = ClosedTicketAutoResponder | TicketAutoResponder

/** Asked when the contact writes and has no active ticket. It alone answers what it claims, also what is not recent. */
export type ClosedTicketAutoResponder = {
  readonly name: string
  readonly stage: 'beforeTicket'
  /** The closed ticket to which the message belongs, so that no other is opened; undefined: not mine. Stores nothing yet. */
  claim(cx: Cx, arriving: Arriving): Ticket | undefined
  /** When the message is stored on that ticket. */
  answer(cx: Cx, arrival: ArrivalOnTicket): void
}

/** What answers in one of these is asked after what answers in those before it. */
export const answerSteps = ['optOut', 'hours', 'bot', 'greeting', 'refusal'] as const

/**
 * Asked in turn about a recent message on a ticket, until one has answered; also about what a group or our own phone says,
 * and about a message that cannot be decrypted yet (`incoming.placeholder`), and again when it can. In a company at rest only
 * those of the first step are.
 */
export type TicketAutoResponder = {
  readonly name: string
  readonly stage: 'onTicket'
  readonly step: (typeof answerSteps)[number]
  /** `answered`: nobody else is asked. `pass`: the next one is, whether this one has said something or not. */
  answer(cx: Cx, arrival: ArrivalOnTicket): 'answered' | 'pass'
}

const placeOf = (one: AutoResponder): number => (one.stage === 'onTicket' ? answerSteps.indexOf(one.step) : -1)

/** Within a step in the order of the modules. */
export const autoResponders = defineExtensionPoint<AutoResponder>('ticket.auto-responders', (all) =>
  all.toSorted((a, b) => placeOf(a) - placeOf(b)),
)

export type Claim = { readonly ticket: Ticket; readonly by: ClosedTicketAutoResponder }

export function claimArriving(cx: Cx, arriving: Arriving): Claim | undefined {
  for (const one of cx.membersOf(autoResponders)) {
    if (one.stage !== 'beforeTicket') continue
    const ticket = one.claim(cx, arriving)
    if (ticket) return { ticket, by: one }
  }
  return undefined
}

export function answerArrival(cx: Cx, arrival: ArrivalOnTicket) {
  if (!arrival.isRecent) return
  for (const one of cx.membersOf(autoResponders))
    if (one.stage === 'onTicket' && (one.step === 'optOut' || !isResting(cx)) && one.answer(cx, arrival) === 'answered')
      return
}

/** Auto-responders: what answers an incoming message. An ordered list that modules extend. */
import type { Incoming } from '../channels/channel'
import type { Connection } from '../channels/connections/tables'
import type { Contact } from '../contacts/tables'
import type { Cx } from '../platform/cx'
import { defineExtensionPoint } from '../platform/extensions'
import { isPaused } from '../tenancy/standby'
import type { Ticket } from './tables'

/** A message before it is stored. */
export type Arriving = { readonly connection: Connection; readonly contact: Contact; readonly incoming: Incoming }

/** `app`: our own phone's app by itself. `elsewhere`: a person or a program of the company that answered beside us, such as in Meta's inbox. */
export type Writer = 'contact' | 'person' | 'app' | 'elsewhere'

export type Arrival = Arriving & {
  readonly messageId: number
  /** Of ours, only `person` counts as an answer; `person` and `elsewhere` end the bot. */
  readonly writer: Writer
  /** Before the message. Null: the contact is blocked, or it was written on our own phone and there is no ticket. */
  readonly ticket: Ticket | null
  /** The ticket has no earlier message. */
  readonly isFirst: boolean
  /** Somebody may be waiting for an answer, because the message did not arrive hours late. */
  readonly isRecent: boolean
}

export type ArrivalOnTicket = Arrival & { readonly ticket: Ticket }

export type AutoResponder = ClosedTicketAutoResponder | TicketAutoResponder

/**
 * Runs when the contact writes and has no active ticket. It alone answers a message that it claims, even one that is
 * not recent.
 */
export type ClosedTicketAutoResponder = {
  readonly name: string
  readonly stage: 'beforeTicket'
  /**
   * The closed ticket that the message belongs to, so that no other opens; undefined: not claimed. Stores nothing yet.
   */
  claim(cx: Cx, arriving: Arriving): Ticket | undefined
  /** Called when the message is stored on that ticket. */
  answer(cx: Cx, arrival: ArrivalOnTicket): void
}

/** The order of the steps. */
export const answerSteps = ['optOut', 'refusal', 'hours', 'bot', 'greeting'] as const

/**
 * Called in order for a recent message on a ticket, until one has answered; also for messages of groups and from our
 * own phone, and for a message that cannot be decrypted yet (`incoming.placeholder`), and again when it can. On
 * standby or overdue, only the first step runs.
 */
export type TicketAutoResponder = {
  readonly name: string
  readonly stage: 'onTicket'
  readonly step: (typeof answerSteps)[number]
  /**
   * `answered`: no further responder is called. `pass`: the next one is, whether this one has sent something or not.
   */
  answer(cx: Cx, arrival: ArrivalOnTicket): 'answered' | 'pass'
}

const rankOf = (one: AutoResponder): number => (one.stage === 'onTicket' ? answerSteps.indexOf(one.step) : -1)

/** Within a step, in the order of the modules. */
export const autoResponders = defineExtensionPoint<AutoResponder>('ticket.auto-responders', (all) =>
  all.toSorted((a, b) => rankOf(a) - rankOf(b)),
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
    if (one.stage === 'onTicket' && (one.step === 'optOut' || !isPaused(cx)) && one.answer(cx, arrival) === 'answered')
      return
}

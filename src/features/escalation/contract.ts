/** Tells more and more people, step by step, while nobody opens a conversation. The steps are a setting of the queue. */
import * as v from 'valibot'
import { TypedNumber } from '../../contacts/contract'
import { defineEvent } from '../../platform/events'
import { Id, Instant, list } from '../../platform/formats'
import { Escalation } from '../../queues/contract'
import { ticketNo } from '../../tickets/contract'

/** WhatsApp messages to one person, in 24 hours. */
export const MOST_SENT_A_DAY = 6
/** No WhatsApp message from then until then, in the company's time zone. */
export const NIGHT = { from: '20:00', to: '08:00' } as const

/** A conversation that nobody has opened, for a supervisor. */
export const EscalationAlert = v.object({
  ticket: v.object({ id: Id, uuid: v.string() }),
  contact: v.object({ name: v.string() }),
  queue: v.nullable(v.object({ name: v.string() })),
  /** Its attendant; null: nobody has accepted it. */
  user: v.nullable(v.object({ name: v.string() })),
  /** Of opening hours, when it was raised. */
  minutes: v.number(),
  raisedAt: Instant,
})
export type EscalationAlert = v.InferOutput<typeof EscalationAlert>

/** In the bell, the latest. */
export const MOST_ALERTS = 100
/** Response of `GET /escalation`: what has come to the person, and the WhatsApp number that they gave. */
export const EscalationState = v.object({ alerts: v.array(EscalationAlert), number: v.nullable(v.string()) })
export type EscalationState = v.InferOutput<typeof EscalationState>

/** Body of `POST /escalation/seen`: the tickets. */
export const SeenEscalations = v.object({ ids: list(Id, { least: 1, most: MOST_ALERTS }) })
export type SeenEscalations = v.InferOutput<typeof SeenEscalations>

/** Body of `PUT /escalation/number`; null removes it. */
export const OwnNumber = v.object({ number: v.nullable(TypedNumber) })
export const StoredNumber = v.object({ number: v.nullable(v.string()) })

/** Conversations of the week, from Monday in the company's time zone, that reached a supervisor, or their own WhatsApp. */
export const EscalationWeek = v.object({ supervisor: v.number(), whatsapp: v.number() })
export type EscalationWeek = v.InferOutput<typeof EscalationWeek>

/** Response of `GET /escalation/company`. */
export const EscalationCompany = v.object({
  /** Of the queues without steps of their own; null: never configured. */
  steps: v.nullable(Escalation),
  week: EscalationWeek,
  /** Who would be told: by name, with the queues of each. */
  supervisors: v.array(v.object({ name: v.string(), queues: v.array(v.string()) })),
})
export type EscalationCompany = v.InferOutput<typeof EscalationCompany>

/** Body of `PUT /escalation/company`. */
export const SaveSteps = v.object({ steps: Escalation })
export type SaveSteps = v.InferOutput<typeof SaveSteps>

/** Sent only to the supervisor to whom it came. */
export const escalationRaised = defineEvent('escalation.raise', v.object({ alert: EscalationAlert }), {
  about: ({ alert }) => [ticketNo(alert.ticket.id)],
})
/** Sent to the person who saw them, for their other windows. */
export const escalationsSeen = defineEvent('escalation.seen', v.object({ ids: v.array(Id) }))

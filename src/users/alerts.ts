/** What modules report for people who may not be looking: the notifications of their devices follow it. */
import { defineDomainEvent } from '../platform/extensions'

/** `unseen`: a conversation that nobody opens; the device's language finds the words. */
export type Alert = AlertInWords | UnseenAlert

type UnseenAlert = {
  readonly kind: 'unseen'
  readonly userIds: readonly number[]
  readonly ticketId: number
  readonly minutes: number
}

type AlertInWords = {
  readonly kind: 'chats' | 'reminders'
  readonly userIds: readonly number[]
  /** A later alert with the same tag replaces this one. */
  readonly tag: string
  /** The address of the page that shows it, such as `/todolist`. */
  readonly path: string
  /** What it shows, such as `message.7`, for `alertsWithdrawn`. */
  readonly subject?: string
  /** Who or what it is about; null: a reminder, which the notification names. */
  readonly title: string | null
  readonly body: string
}

/** In the transaction that causes it. */
export const peopleAlerted = defineDomainEvent<Alert>('people.alerted')

/**
 * Alerts with this tag that are still on their way are no news any more, or not for these people: it was read, deleted, or is no
 * longer theirs. `userIds`: null for everybody; `subject`: null for whatever it shows. In the transaction that causes it.
 */
export const alertsWithdrawn = defineDomainEvent<{
  readonly tag: string
  readonly userIds: readonly number[] | null
  readonly subject: string | null
}>('people.alertsWithdrawn')

/**
 * A person signed out (`sessionId`), or all their sessions were ended by others. Not when they signed in elsewhere. Best effort.
 */
export const sessionsClosed = defineDomainEvent<{
  readonly userId: number
  readonly sessionId?: string
  readonly because: 'logout' | 'revoked' | 'blocked' | 'expedient'
}>('sessions.closed')

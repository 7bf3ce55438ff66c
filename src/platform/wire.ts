/** Frames of the WebSocket at /ws/<company uuid without dashes>, in both directions. */
import * as v from 'valibot'
import { Id } from './formats'

/** Close code: the session is over or the token was rejected. The page reconnects with a fresh token or not at all. */
export const SESSION_OVER = 4001
export const NOT_AUTHENTICATED = 4003
/** Close code: the person opened too many pages. The oldest is closed and reconnects only when it becomes visible. */
export const TOO_MANY_PAGES = 4008
/** Close code, as registered for a restart: what this page waited for will never come. It connects again, and fetches everything. */
export const SERVED_AGAIN = 1012
/** The operator closed it; the page connects again. */
export const CLOSED_BY_OPERATOR = 4012
/**
 * Close code: a command has the company's folder for longer than a moment. The reason is an `AwayWork`, and after a space how many
 * percent of it are done, if anybody knows. The page connects again.
 */
export const COMPANY_AWAY = 4013
/** What a company is away for; `work` is any command. */
export const awayWorks = ['restore', 'import', 'work'] as const
export type AwayWork = (typeof awayWorks)[number]

/**
 * From the server. `seq` is the company's event number; `ready` and `resync` answer the first frame; `resync` may come later too.
 * `pong` answers a `ping`, without a number. The operator's events carry `operatorSeq`, and 0 as `seq`.
 */
export type ServerFrame = {
  event: string
  data: Record<string, unknown>
  seq: number
  operatorSeq?: number | undefined
}

/** The first frame must be `authenticate`, within 5 s. `seq` and `operatorSeq` are the last numbers seen, to receive what was missed. */
export const ClientFrame = v.variant('emit', [
  v.object({
    emit: v.literal('authenticate'),
    data: v.object({
      token: v.string(),
      seq: v.optional(v.nullable(v.number())),
      operatorSeq: v.optional(v.nullable(v.number())),
    }),
  }),
  v.object({ emit: v.literal('userStatus'), data: v.optional(v.unknown()) }),
  /** Checks the connection: scripts cannot see the protocol's own pings. */
  v.object({ emit: v.literal('ping') }),
  v.object({
    emit: v.literal('typing'),
    data: v.object({ ticketId: Id, state: v.picklist(['composing', 'recording', 'paused']) }),
  }),
  /** The ticket whose conversation is open on the visible page. */
  v.object({ emit: v.literal('joinChatBox'), data: v.fallback(v.nullable(Id), null) }),
  v.object({ emit: v.literal('joinChatBoxLeave'), data: v.optional(v.unknown()) }),
  v.object({
    emit: v.picklist(['joinTickets', 'joinTicketsLeave', 'joinNotification', 'joinNotificationLeave']),
    data: v.optional(v.unknown()),
  }),
])
export type ClientFrame = v.InferOutput<typeof ClientFrame>
/** An attendant is typing or recording, which the contact sees. */
export type TypingSign = Extract<ClientFrame, { emit: 'typing' }>['data']

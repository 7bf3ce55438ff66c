import * as v from 'valibot'
import { Id, Instant } from '../../platform/formats'
import { TicketStatus, type TicketSummary } from '../../tickets/contract'
import { UserStatus } from '../../users/contract'

/** Maximum of tickets on the wall: those that have waited longest. */
export const MOST_MOMENTS = 600

/** An open or pending ticket on the wall. */
export const Moment = v.object({
  id: Id,
  uuid: v.string(),
  status: TicketStatus,
  isGroup: v.boolean(),
  /** A bot serves it: it is pending and does not wait. */
  isBot: v.boolean(),
  /** Since when the contact waits; null: answered. */
  waitingSince: v.nullable(Instant),
  updatedAt: Instant,
  whatsappId: Id,
  queue: v.nullable(v.object({ id: Id, name: v.string(), color: v.string() })),
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  contact: v.object({ id: Id, name: v.string(), profilePicUrl: v.nullable(v.string()) }),
})
export type Moment = v.InferOutput<typeof Moment>

export const momentOf = ({
  contact: { id, name, profilePicUrl },
  ...ticket
}: Pick<
  TicketSummary,
  | 'id'
  | 'uuid'
  | 'status'
  | 'isGroup'
  | 'isBot'
  | 'waitingSince'
  | 'updatedAt'
  | 'whatsappId'
  | 'queue'
  | 'user'
  | 'contact'
>): Moment => ({
  id: ticket.id,
  uuid: ticket.uuid,
  status: ticket.status,
  isGroup: ticket.isGroup,
  isBot: ticket.isBot,
  waitingSince: ticket.waitingSince,
  updatedAt: ticket.updatedAt,
  whatsappId: ticket.whatsappId,
  queue: ticket.queue,
  user: ticket.user,
  contact: { id, name, profilePicUrl },
})

/** Response of `GET /usersMoments`: the open and waiting tickets visible to the user, without groups. */
export const UsersMoments = v.object({
  /** Longest wait first. */
  tickets: v.array(Moment),
  /** The total, if it exceeds the listed ones. */
  total: v.number(),
  /** Attendants: for a restricted user, the colleagues in their queues. */
  users: v.array(
    v.object({
      id: Id,
      name: v.string(),
      online: v.boolean(),
      status: UserStatus,
      queueIds: v.array(Id),
      /** Maximum of conversations distributed to the user; null: the queue's setting. */
      conversationLimit: v.nullable(v.number()),
      open: v.number(),
    }),
  ),
})
export type UsersMoments = v.InferOutput<typeof UsersMoments>

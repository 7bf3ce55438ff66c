import * as v from 'valibot'
import { Id, Instant } from '../../platform/formats'
import { TicketStatus, type TicketSummary } from '../../tickets/contract'
import { UserStatus } from '../../users/contract'

/** As many tickets as the wall holds: those that have waited longest. */
export const MOST_MOMENTS = 600

/** An open or waiting ticket as the wall shows it. */
export const Moment = v.object({
  id: Id,
  uuid: v.string(),
  status: TicketStatus,
  isGroup: v.boolean(),
  /** Null: answered. */
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
  'id' | 'uuid' | 'status' | 'isGroup' | 'waitingSince' | 'updatedAt' | 'whatsappId' | 'queue' | 'user' | 'contact'
>): Moment => ({
  id: ticket.id,
  uuid: ticket.uuid,
  status: ticket.status,
  isGroup: ticket.isGroup,
  waitingSince: ticket.waitingSince,
  updatedAt: ticket.updatedAt,
  whatsappId: ticket.whatsappId,
  queue: ticket.queue,
  user: ticket.user,
  contact: { id, name, profilePicUrl },
})

/** Answer of `GET /usersMoments`: what the person may see of open and waiting tickets, without groups. */
export const UsersMoments = v.object({
  /** Longest wait first. */
  tickets: v.array(Moment),
  /** All of them, where there are more than are listed. */
  total: v.number(),
  /** Those who attend: of a limited person the colleagues of their queues. */
  users: v.array(
    v.object({
      id: Id,
      name: v.string(),
      online: v.boolean(),
      status: UserStatus,
      queueIds: v.array(Id),
      /** How many conversations are distributed to them at most; null: what their queue says. */
      conversationLimit: v.nullable(v.number()),
      open: v.number(),
    }),
  ),
})
export type UsersMoments = v.InferOutput<typeof UsersMoments>

/** The live wall's rows and their grouping. Pure. */
import { type ConnectionSummary, connectionDeleted } from '../../../src/channels/connections/contract'
import { contactUpdated } from '../../../src/contacts/contract'
import { type Moment, momentOf, type UsersMoments } from '../../../src/features/live-wall/contract'
import { queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { type TicketSummary, ticketDeleted, ticketTab, ticketUpdated } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { personUpdated } from '../../../src/users/contract'
import type { Change } from '../../shared/live/apply'
import { type EventHandler, on } from '../../shared/live/bus'
import type { LiveListSpec } from '../../shared/live/live-query'

export type Person = UsersMoments['users'][number]
/** Data beside the rows. Without `total` it is a change of some users. */
export type Beside = { readonly total?: number; readonly users: readonly (Pick<Person, 'id'> & Partial<Person>)[] }

const taken = (ticket: TicketSummary): Change<Moment> => ({ put: momentOf(ticket) })

const handlers: readonly EventHandler<Change<Moment>>[] = [
  on(ticketUpdated, ({ ticket }) => taken(ticket)),
  on(messageCreated, ({ ticket }) => taken(ticket)),
  on(ticketDeleted, ({ ticketId }) => ({ drop: ticketId })),
  on(contactUpdated, ({ contact: { id, name, profilePicUrl } }) => ({
    each: (row) => (row.contact.id === id ? { ...row, contact: { id, name, profilePicUrl } } : row),
  })),
  on(queueUpdated, ({ queue: { id, name, color } }) => ({
    each: (row) => (row.queue?.id === id ? { ...row, queue: { id, name, color } } : row),
  })),
  on(queueDeleted, ({ queueId }) => ({ each: (row) => (row.queue?.id === queueId ? { ...row, queue: null } : row) })),
]

const since = ({ waitingSince }: Moment): number =>
  waitingSince === null ? Number.POSITIVE_INFINITY : Date.parse(waitingSince)

/** Longest wait first, then answered tickets. */
const byWait = (a: Moment, b: Moment): number => (since(a) === since(b) ? a.id - b.id : since(a) - since(b))

export const momentRules = {
  id: ({ id }: Moment) => id,
  belongs: ({ status, isGroup }: Moment) => status !== 'closed' && !isGroup,
  compare: byWait,
  merge: (known: Moment, row: Moment): Moment => (row.updatedAt < known.updatedAt ? known : row),
  handlers,
} satisfies Omit<LiveListSpec<Moment>, 'key' | 'fetchPage'>

export const momentsSpec: Omit<LiveListSpec<Moment, Beside>, 'fetchPage'> = {
  ...momentRules,
  key: ['moments'],
  refetchOn: [on(connectionDeleted, () => true)],
  extraHandlers: [
    on(personUpdated, ({ userId: id, person }) => ({
      users: [person ? { id, name: person.name, online: person.online, status: person.status } : { id, online: false }],
    })),
  ],
  joinExtra: (before, after) =>
    before === undefined || after.total !== undefined
      ? after
      : {
          ...before,
          users: before.users.map((one) => ({ ...one, ...after.users.find(({ id }) => id === one.id) })),
        },
}

export type QueueState = {
  readonly queue: Moment['queue']
  readonly waiting: readonly Moment[]
  /** With the bot: nobody of ours is expected. */
  readonly bot: number
  readonly open: number
  readonly online: number
}
export type PersonState = { readonly person: Person; readonly tickets: readonly Moment[] }

export type Wall = {
  /** By name; tickets without a queue last. */
  readonly queues: readonly QueueState[]
  readonly waiting: readonly Moment[]
  readonly bot: readonly Moment[]
  /** Busiest first. */
  readonly busy: readonly PersonState[]
  readonly idle: readonly Person[]
}

/** `channel`: only tickets over it. */
export function ticketsOn(
  tickets: readonly Moment[],
  connections: readonly Pick<ConnectionSummary, 'id' | 'channel'>[],
  channel: ConnectionSummary['channel'] | undefined,
): readonly Moment[] {
  if (channel === undefined) return tickets
  const ids = new Set(connections.flatMap((one) => (one.channel === channel ? [one.id] : [])))
  return tickets.filter(({ whatsappId }) => ids.has(whatsappId))
}

/** `queues`: all visible to the user. `queue`: only this one; 0 stands for none. */
export function wallOf(
  tickets: readonly Moment[],
  people: readonly Person[],
  { queues, queue }: { readonly queues: readonly NonNullable<Moment['queue']>[]; readonly queue?: number | undefined },
): Wall {
  const isShown = (id: number) => queue === undefined || id === queue
  const shown = tickets.filter((ticket) => isShown(ticket.queue?.id ?? 0))
  const isWaiting = (ticket: Moment) => ticketTab(ticket) === 'pending'
  const isWithBot = (ticket: Moment) => ticketTab(ticket) === 'bot'
  const isOpen = ({ status }: Moment) => status === 'open'
  const stateOf = (of: Moment['queue']): QueueState => {
    const own = shown.filter((ticket) => (ticket.queue?.id ?? 0) === (of?.id ?? 0))
    const members = people.filter(({ online, queueIds }) => online && of !== null && queueIds.includes(of.id))
    return {
      queue: of,
      waiting: own.filter(isWaiting),
      bot: own.filter(isWithBot).length,
      open: own.filter(isOpen).length,
      online: members.length,
    }
  }
  const known = queues.filter(({ id }) => isShown(id)).map(stateOf)
  const none = stateOf(null)
  const of = (person: Person) => shown.filter((one) => isOpen(one) && one.user?.id === person.id)
  const states = people.map((person) => ({ person, tickets: of(person) }))
  return {
    queues: [...known, ...(isShown(0) && none.waiting.length + none.bot + none.open > 0 ? [none] : [])],
    waiting: shown.filter(isWaiting),
    bot: shown.filter(isWithBot),
    busy: states
      .filter(({ tickets }) => tickets.length > 0)
      .sort((a, b) => b.tickets.length - a.tickets.length || a.person.name.localeCompare(b.person.name)),
    idle: states.filter(({ person, tickets }) => tickets.length === 0 && person.online).map(({ person }) => person),
  }
}

/** The most urgent rows that fit into a cell. */
export const MOST_ROWS = 8

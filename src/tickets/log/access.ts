/**
 * Whoever opens a colleague's conversation, or one that waits, is in its log. Groups are everybody's. Pages of messages are
 * asked for most, so the entries are kept in memory for some seconds and written together; whoever reads a log finds them there.
 */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import { isBusy, isStorageFull, type Raw, statement } from '../../platform/sqlite'
import { HOUR, SECOND } from '../../platform/time'
import { ticketLogged } from '../contract'
import type { TicketToRead } from '../queries'
import { canSee } from '../visibility'

/** A person is noted once in this time. */
const PATIENCE = HOUR
/** Entries that wait for longer are written. A process that dies loses those that wait. */
const WRITE_AFTER = 5 * SECOND
/** So many are written at once: it holds the main loop. */
const MOST_WAITING = 500
/** Of one company; the database knows of all others. */
const MOST_REMEMBERED = 20_000

/** Ids of people are below this. */
const MOST_PEOPLE = 2 ** 20

type Access = { readonly ticketId: number; readonly userId: number; readonly at: number }
type Waiting = { readonly accesses: Access[]; readonly timer: ReturnType<typeof setTimeout> }

declare module '../../platform/module' {
  interface Services {
    readonly accessLog: AccessLog
  }
}

export type AccessLog = ReturnType<typeof createAccessLog>

export function createAccessLog({ cxOf, log }: { cxOf(tenantUuid: string): Cx; readonly log: Log }) {
  const waiting = new Map<string, Waiting>()
  const remembered = new WeakMap<Raw, Map<number, number>>()

  function note(cx: Cx, { userId }: Actor, ticket: TicketToRead) {
    if (ticket.isGroup || ticket.userId === userId) return
    const known = getOrMake(remembered, cx.db.$client, () => new Map())
    const [key, at] = [ticket.id * MOST_PEOPLE + userId, cx.now()]
    if (isRecent(known.get(key), at)) return
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(key, at)
    const { accesses } = getOrMake(waiting, cx.tenant.uuid, () => begin(cx.tenant.uuid))
    accesses.push({ ticketId: ticket.id, userId, at })
    if (accesses.length >= MOST_WAITING) write(cx.tenant.uuid)
    cx.emit(ticketLogged({ ticketId: ticket.id }), (listener) => canSee(listener, ticket))
  }

  function begin(uuid: string): Waiting {
    const timer = setTimeout(() => write(uuid), WRITE_AFTER)
    timer.unref()
    return { accesses: [], timer }
  }

  /** Reading works on a full disk too: an entry that cannot be written is lost. */
  function write(uuid: string) {
    const found = waiting.get(uuid)
    if (!found) return
    waiting.delete(uuid)
    clearTimeout(found.timer)
    try {
      cxOf(uuid).transaction((cx) => store(cx, found.accesses))
    } catch (error) {
      if (isBusy(error)) waiting.set(uuid, { ...begin(uuid), accesses: found.accesses.slice(-MOST_WAITING) })
      else if (!isStorageFull(error)) log.error({ err: error, tenant: uuid }, 'accesses to conversations got lost')
    }
  }

  return {
    /** Notes that a person opens a conversation. */
    note,
    /** Writes what waits of a company: call it before its log is read. */
    write,
    /** The same for every company. */
    writeAll() {
      for (const uuid of [...waiting.keys()]) write(uuid)
    },
  }
}

const isRecent = (at: number | undefined, now: number): boolean => at !== undefined && Math.abs(now - at) < PATIENCE

/**
 * In one statement, by ticket: of many, each by itself takes three times as long. A ticket may be gone meanwhile, and a process
 * before this one may have noted the access.
 */
function store({ db }: Cx, accesses: readonly Access[]) {
  const rows = accesses
    .toSorted((a, b) => a.ticketId - b.ticketId)
    .map(({ ticketId, userId, at }) => [ticketId, userId, at])
  statement(
    db.$client,
    `INSERT INTO ticket_log (ticket_id, kind, user_id, created_at)
     SELECT t.id, 'accessed', a.value ->> 1, a.value ->> 2 FROM json_each(?) a CROSS JOIN tickets t ON t.id = a.value ->> 0
     WHERE NOT EXISTS (SELECT 1 FROM ticket_log l WHERE l.ticket_id = t.id AND l.kind = 'accessed' AND l.user_id = a.value ->> 1
       AND abs(l.created_at - (a.value ->> 2)) < ${PATIENCE})`,
  ).run(JSON.stringify(rows))
}

/**
 * Logs who opens a colleague's or a waiting conversation; groups belong to everybody. Message pages are requested
 * often, so entries are buffered for some seconds and written together; reading a log writes them first.
 */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import { defineService } from '../../platform/module'
import { execute } from '../../platform/sql'
import { isBusy, isStorageFull, type Raw } from '../../platform/sqlite'
import { HOUR, SECOND } from '../../platform/time'
import { ticketLogged } from '../contract'
import type { TicketToRead } from '../queries'
import { canSee } from '../visibility'

/** One entry per person in this time. */
const ENTRY_INTERVAL_MS = HOUR
/** Buffered entries are written after this time. If the process dies, they are lost. */
const WRITE_AFTER = 5 * SECOND
/** At most this many are written at once, because writing blocks the event loop. */
const MOST_WAITING = 500
/** Remembered per company; the database knows the others. */
const MOST_REMEMBERED = 20_000

/** User ids are below this. */
const MOST_PEOPLE = 2 ** 20

type Access = { readonly ticketId: number; readonly userId: number; readonly at: number }
type AccessBuffer = { readonly accesses: Access[]; readonly timer: ReturnType<typeof setTimeout> }

declare module '../../platform/module' {
  interface Services {
    readonly accessLog: AccessLog
  }
}

export type AccessLog = ReturnType<typeof createAccessLog>

export function createAccessLog({ cxOf, log }: { cxOf(tenantUuid: string): Cx; readonly log: Log }) {
  const waiting = new Map<string, AccessBuffer>()
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

  function begin(uuid: string): AccessBuffer {
    const timer = setTimeout(() => write(uuid), WRITE_AFTER)
    timer.unref()
    return { accesses: [], timer }
  }

  /** Reading must work on a full disk, too: an entry that cannot be written is lost. */
  function write(uuid: string) {
    const found = waiting.get(uuid)
    if (!found) return
    waiting.delete(uuid)
    clearTimeout(found.timer)
    try {
      cxOf(uuid).transaction((cx) => insertAccesses(cx, found.accesses))
    } catch (error) {
      if (isBusy(error)) waiting.set(uuid, { ...begin(uuid), accesses: found.accesses.slice(-MOST_WAITING) })
      else if (!isStorageFull(error)) log.error({ err: error, tenant: uuid }, 'accesses to conversations got lost')
    }
  }

  return {
    /** Notes that a user opens a conversation. */
    note,
    /** Writes the buffered entries of a company: call it before reading its log. */
    write,
    /** The same for all companies. */
    writeAll() {
      for (const uuid of [...waiting.keys()]) write(uuid)
    },
  }
}

export const accessLog = defineService('accessLog', { create: createAccessLog, stop: (log) => log.writeAll() })

const isRecent = (at: number | undefined, now: number): boolean =>
  at !== undefined && Math.abs(now - at) < ENTRY_INTERVAL_MS

/**
 * One statement in ticket order: writing many one by one takes three times as long. A ticket may have been deleted
 * meanwhile, and a previous process may have logged the access.
 */
function insertAccesses({ db }: Cx, accesses: readonly Access[]) {
  const rows = accesses
    .toSorted((a, b) => a.ticketId - b.ticketId)
    .map(({ ticketId, userId, at }) => [ticketId, userId, at])
  execute(
    db,
    `INSERT INTO ticket_log (ticket_id, kind, user_id, created_at)
     SELECT t.id, 'accessed', a.value ->> 1, a.value ->> 2 FROM json_each(?) a CROSS JOIN tickets t ON t.id = a.value ->> 0
     WHERE NOT EXISTS (SELECT 1 FROM ticket_log l WHERE l.ticket_id = t.id AND l.kind = 'accessed' AND l.user_id = a.value ->> 1
       AND abs(l.created_at - (a.value ->> 2)) < ${ENTRY_INTERVAL_MS})`,
    JSON.stringify(rows),
  )
}

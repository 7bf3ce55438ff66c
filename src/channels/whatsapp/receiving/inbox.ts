/**
 * Hands the journal to our server: messages that arrive together are stored together, in order, and then deleted from
 * the journal.
 */
import { isRefused } from '../../../platform/sqlite'
import { workedMs } from '../../../platform/time'
import type { Incoming, MessageAction } from '../../channel'
import { isStorageError } from '../../storage-error'
import { briefly, type Log } from '../baileys/log'
import type { Limits } from '../limits'
import type { Scheduler } from '../session/scheduler'
import type { InboxRow } from './inbox-rows'
import { createPlaceholders } from './placeholders'

/** A message, or an action on one. */
export type Arrival = Incoming | MessageAction
type Inbox = {
  /** Null: outside a conversation. */
  read(row: InboxRow): Arrival | null
  /** Called when it is in the journal, so that waiting for it ends. */
  came(arrival: Arrival): void
  /** Durable when they return; they throw when a message could not be stored. */
  store(messages: readonly Incoming[]): void
  storeActions(actions: readonly MessageAction[]): void
  forget(rows: readonly InboxRow[]): void
  readonly limits: Pick<Limits, 'placeholder'>
  readonly scheduler: Scheduler
  readonly log: Log
}
type Waiting = { readonly row: InboxRow | null; readonly arrival: Arrival | null; failures: number }

/** After this many failures of one message, while the database works, it is skipped until the next start. */
const TRIES = 5
const RETRY_MS = 1_000
/**
 * Bounds of a transaction, so that it does not block other work: a maximum of messages, and a duration, because each
 * message may be answered. The next batch has as many messages as fitted into that duration last time. Disk time does
 * not count, otherwise a slow disk would get larger batches.
 */
const EVENTS_PER_BATCH = 32
const LONGEST_MS = 50

export function createInbox({ read, came, store, storeActions, forget, limits, scheduler, log }: Inbox) {
  let queue: Waiting[] = []
  let atOnce = EVENTS_PER_BATCH
  let callOff: (() => void) | null = null
  const placeholders = createPlaceholders(limits.placeholder, show)

  function accept(rows: readonly InboxRow[]): void {
    for (const row of rows) {
      const read = readSafely(row)
      // It stays in the journal, because a later version may be able to read it.
      if (!read) continue
      if (read.arrival) {
        placeholders.clear(read.arrival)
        came(read.arrival)
      }
      queue.push({ row, arrival: read.arrival, failures: 0 })
    }
    if (!callOff) flush()
  }

  function takeTurn(): void {
    callOff ??= scheduler.schedule(() => {
      callOff = null
      flush()
    })
  }

  function tryLater(): void {
    callOff?.()
    callOff = scheduler.scheduleAfter(RETRY_MS, () => {
      callOff = null
      flush()
    })
  }

  function flush(): void {
    const batch = queue.slice(0, atOnce)
    if (batch.length === 0) return
    queue = queue.slice(batch.length)
    if (queue.length > 0) takeTurn()
    const worked = workedMs()
    const isStored = attempt(batch)
    atOnce = Math.max(1, Math.min(EVENTS_PER_BATCH, Math.floor((LONGEST_MS / (workedMs() - worked)) * batch.length)))
    if (isStored) {
      clearStored(batch)
      return
    }
    // One message may be the cause: they are stored one by one, and wait from the first failure on.
    const stuck = batch.length === 1 ? 0 : batch.findIndex((waiting) => !attempt([waiting]))
    clearStored(stuck === -1 ? batch : batch.slice(0, stuck))
    if (stuck === -1) return
    queue = [...keepOrSetAside(batch.slice(stuck)), ...queue]
    tryLater()
  }

  function attempt(batch: readonly Waiting[]): boolean {
    const arrivals = batch.flatMap(({ arrival }) => arrival ?? [])
    try {
      // If a later batch fails, the earlier ones are reported again, and our server recognises their ids.
      for (const run of runsOf(arrivals)) 'messages' in run ? store(run.messages) : storeActions(run.actions)
      return true
    } catch (error) {
      const first = batch[0]
      if (batch.length === 1 && first && !isStorageError(error)) first.failures += isRefused(error) ? TRIES : 1
      log.error({ ...briefly(error), messages: arrivals.length }, 'whatsapp: messages could not be stored')
      return false
    }
  }

  function keepOrSetAside([stuck, ...rest]: readonly Waiting[]): readonly Waiting[] {
    if (!stuck || stuck.failures < TRIES) return stuck ? [stuck, ...rest] : rest
    log.error({ seq: stuck.row?.seq ?? null }, 'whatsapp: a message is set aside, it stays in the journal')
    return rest
  }

  function clearStored(batch: readonly Waiting[]): void {
    const rows = batch.flatMap(({ row }) => row ?? [])
    if (rows.length === 0) return
    try {
      forget(rows)
    } catch (error) {
      // They are reported again at the next start, and our server recognises the ids.
      log.warn(briefly(error), 'whatsapp: the journal could not be cleared')
    }
  }

  function readSafely(row: InboxRow): { readonly arrival: Arrival | null } | null {
    try {
      return { arrival: read(row) }
    } catch (error) {
      log.error({ ...briefly(error), seq: row.seq }, 'whatsapp: a journal entry could not be read')
      return null
    }
  }

  /** Stanzas without content to wait for. */
  function show(message: Incoming): void {
    queue.push({ row: null, arrival: message, failures: 0 })
    takeTurn()
  }

  /** Rows that cannot be stored now stay in the journal. */
  function close(): void {
    flush()
    callOff?.()
    callOff = null
    placeholders.close()
    queue = []
  }

  return { accept, awaitRepetition: placeholders.await, show, flush, close }
}

type Run = { readonly messages: Incoming[] } | { readonly actions: MessageAction[] }

/** Actions keep their position among messages. */
function runsOf(arrivals: readonly Arrival[]): readonly Run[] {
  const runs: Run[] = []
  for (const arrival of arrivals) {
    const last = runs.at(-1)
    if ('do' in arrival) {
      if (last && 'actions' in last) last.actions.push(arrival)
      else runs.push({ actions: [arrival] })
    } else if (last && 'messages' in last) last.messages.push(arrival)
    else runs.push({ messages: [arrival] })
  }
  return runs
}

/** From the journal to the house: messages that come together are stored together, and leave the journal only then. */
import type { Incoming } from '../channel'
import type { InboxRow } from './inbox-rows'
import type { Limits } from './limits'
import { briefly, type Log } from './log'

type Inbox = {
  /** Null: nothing that belongs in a conversation. */
  read(row: InboxRow): Incoming | null
  /** Durable when it returns; throws when it could not be stored. */
  store(messages: readonly Incoming[]): void
  forget(rows: readonly InboxRow[]): void
  readonly limits: Pick<Limits, 'placeholder'>
  readonly log: Log
}
type Waiting = { readonly row: InboxRow | null; readonly message: Incoming | null; failures: number }

/** So many refusals of one message, while the database is well: it is set aside until the next start. */
const TRIES = 5
const RETRY_MS = 1_000
/** More in one transaction would keep everybody else waiting. */
const AT_ONCE = 32

export function makeInbox({ read, store, forget, limits, log }: Inbox) {
  let queue: Waiting[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  const undecrypted = new Map<string, ReturnType<typeof setTimeout>>()

  function accept(rows: readonly InboxRow[]): void {
    for (const row of rows) {
      const read = readSafely(row)
      // It stays in the journal: a later version may be able to.
      if (!read) continue
      if (read.message) clearPlaceholder(read.message.externalId)
      queue.push({ row, message: read.message, failures: 0 })
    }
    if (!timer) flush()
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(() => {
      timer = null
      flush()
    }, ms)
  }

  function flush(): void {
    const batch = queue.slice(0, AT_ONCE)
    if (batch.length === 0) return
    queue = queue.slice(AT_ONCE)
    if (queue.length > 0) schedule(0)
    if (attempt(batch)) {
      settle(batch)
      return
    }
    // One of them may be the reason: those before it are stored, it and those behind it wait.
    const stuck = batch.length === 1 ? 0 : batch.findIndex((waiting) => !attempt([waiting]))
    settle(stuck === -1 ? batch : batch.slice(0, stuck))
    if (stuck === -1) return
    queue = [...keepOrSetAside(batch.slice(stuck)), ...queue]
    clearTimer()
    schedule(RETRY_MS)
  }

  function clearTimer(): void {
    if (timer) clearTimeout(timer)
    timer = null
  }

  function attempt(batch: readonly Waiting[]): boolean {
    const messages = batch.flatMap(({ message }) => message ?? [])
    if (messages.length === 0) return true
    try {
      store(messages)
      return true
    } catch (error) {
      const first = batch[0]
      if (batch.length === 1 && first && !isStorage(error)) first.failures += 1
      log.error({ ...briefly(error), messages: messages.length }, 'whatsapp: messages could not be stored')
      return false
    }
  }

  function keepOrSetAside([stuck, ...rest]: readonly Waiting[]): readonly Waiting[] {
    if (!stuck || stuck.failures < TRIES) return stuck ? [stuck, ...rest] : rest
    log.error({ seq: stuck.row?.seq ?? null }, 'whatsapp: a message is set aside, it stays in the journal')
    return rest
  }

  function settle(batch: readonly Waiting[]): void {
    const rows = batch.flatMap(({ row }) => row ?? [])
    if (rows.length === 0) return
    try {
      forget(rows)
    } catch (error) {
      // They will come a second time at the next start, and the house knows their ids.
      log.warn(briefly(error), 'whatsapp: the journal could not be cleared')
    }
  }

  function readSafely(row: InboxRow): { readonly message: Incoming | null } | null {
    try {
      return { message: read(row) }
    } catch (error) {
      log.error({ ...briefly(error), seq: row.seq }, 'whatsapp: a journal entry could not be read')
      return null
    }
  }

  /** Usually the phone repeats what could not be decrypted; only when it does not, the gap is shown. */
  function awaitRepetition(message: Incoming): void {
    clearPlaceholder(message.externalId)
    const timeout = setTimeout(() => {
      undecrypted.delete(message.externalId)
      queue.push({ row: null, message, failures: 0 })
      schedule(0)
    }, limits.placeholder)
    undecrypted.set(message.externalId, timeout)
  }

  function clearPlaceholder(externalId: string): void {
    clearTimeout(undecrypted.get(externalId))
    undecrypted.delete(externalId)
  }

  /** What cannot be stored now stays in the journal. */
  function close(): void {
    flush()
    clearTimer()
    for (const timeout of undecrypted.values()) clearTimeout(timeout)
    undecrypted.clear()
    queue = []
  }

  return { accept, awaitRepetition, flush, close }
}

function isStorage(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (code.startsWith('SQLITE_') || code === 'ENOSPC')
}

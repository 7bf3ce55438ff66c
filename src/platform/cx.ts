/** Where an action happens: which company, its database, the clock, the emitter. First parameter of every action; never stored. */
import type { Audience, LiveEvent } from './events'
import { begin, type Db } from './sqlite'
import type { Clock } from './time'

/** The company whose file is open. */
export type Tenant = {
  readonly id: number
  readonly uuid: string
  readonly timeZone: string
  readonly language: string
}

/** Wakes another part of the house after the commit: `what` names it. */
export type Signal =
  | { readonly what: 'outbox'; readonly connectionId: number }
  | { readonly what: 'media'; readonly messageId: number }
  | { readonly what: 'picture'; readonly connectionId: number; readonly contactId: number }
  | { readonly what: 'group'; readonly connectionId: number; readonly contactId: number }
  | { readonly what: 'pendingUpdates'; readonly connectionId: number }
  /** What these people may see has changed; null: everybody. */
  | { readonly what: 'rights'; readonly userIds: readonly number[] | null }

/** Where events and signals go after the commit. */
export type Exits = {
  emit(tenant: Tenant, event: LiveEvent, audience: Audience): void
  signal(tenant: Tenant, signal: Signal): void
}

export type Cx = {
  readonly tenant: Tenant
  /** The company's database. Do not keep it across an `await`: the file may be closed and reopened meanwhile. */
  readonly db: Db
  /** Epoch milliseconds. */
  now(): number
  /** Sends an event to the screens; inside a transaction, after the commit. */
  emit(event: LiveEvent, audience: Audience): void
  /** Wakes another part of the house; inside a transaction, after the commit. */
  signal(signal: Signal): void
  /** Synchronous, immediate, durable when it returns. Nested calls join the outer one. */
  transaction<T>(run: (cx: Cx) => T): T
}

export function createCx(tenant: Tenant, openDb: () => Db, clock: Clock, exits: Exits): Cx {
  return {
    tenant,
    get db() {
      return openDb()
    },
    now: clock,
    emit: (event, audience) => exits.emit(tenant, event, audience),
    signal: (signal) => exits.signal(tenant, signal),
    transaction: (run) => transact({ tenant, db: openDb(), clock, exits }, run),
  }
}

type Place = { readonly tenant: Tenant; readonly db: Db; readonly clock: Clock; readonly exits: Exits }

function transact<T>({ tenant, db, clock, exits }: Place, run: (cx: Cx) => T): T {
  const after: (() => void)[] = []
  const inside: Cx = {
    tenant,
    db,
    now: clock,
    emit: (event, audience) => after.push(() => exits.emit(tenant, event, audience)),
    signal: (signal) => after.push(() => exits.signal(tenant, signal)),
    transaction: (nested) => nested(inside),
  }
  const raw = db.$client
  begin(raw)
  let result: T
  try {
    result = run(inside)
    raw.exec('COMMIT')
  } catch (error) {
    if (raw.inTransaction) raw.exec('ROLLBACK')
    throw error
  }
  for (const step of after) step()
  return result
}

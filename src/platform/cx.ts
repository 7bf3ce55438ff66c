/**
 * Context of an action: tenant, database, clock, event emitter. It is the first parameter of every action and never
 * stored.
 */
import type { Audience, LiveEvent } from './events'
import { createExtensions, type DomainEvent, type ExtensionPoint, type Extensions, type Listeners } from './extensions'
import { type Gate, openGate, type Wait, waitFor } from './gate'
import { begin, type Db } from './sqlite'
import type { Clock } from './time'

/** The company whose file is open. */
export type Tenant = {
  readonly id: number
  readonly uuid: string
  readonly timeZone: string
  readonly language: string
  /** Features of the company's plan; null for all. */
  readonly features: readonly string[] | null
  /** What the company's plan limits, by name; null for no limit. */
  readonly limits: Readonly<Record<string, number | null>>
  /** The due date of its subscription. */
  readonly dueAt: number
  /** When the company went on standby; null if it is not on standby. */
  readonly standbySince: number | null
}

/** Where a company's events go. */
export type Exits = {
  /** Called after the commit. */
  emit(tenant: Tenant, event: LiveEvent, audience: Audience): void
  readonly extensions: Extensions
  readonly gate: Gate
  /** Called after each commit. Undefined without a fleet. */
  readonly committed?: ((tenantUuid: string) => void) | undefined
  /** A subscriber failed after the commit. */
  subscriberFailed(event: DomainEvent, error: unknown): void
}

/** Discards all events. */
export const noExits: Exits = { emit() {}, extensions: createExtensions([]), gate: openGate, subscriberFailed() {} }

export type Cx = {
  readonly tenant: Tenant
  /** The company's database. Do not keep it across an `await`: the file may be closed and reopened meanwhile. */
  readonly db: Db
  /** Epoch milliseconds. */
  now(): number
  /** For what sends something outside: undefined if everything this company has committed so far may show there. */
  readonly wait: Wait
  /** Sends an event to the screens. Inside a transaction it is sent after the commit. */
  emit(event: LiveEvent, audience: Audience): void
  /**
   * Calls the subscribers. `inTransaction` ones run at once and their errors propagate; outside a transaction, one is
   * opened for them. `afterCommit` ones run after the commit.
   */
  happened(event: DomainEvent): void
  /** Members of an extension point, in its order. */
  membersOf<T>(point: ExtensionPoint<T>): readonly T[]
  /** Synchronous, immediate, durable when it returns. Nested calls join the outer one. */
  transaction<T>(run: (cx: Cx) => T): T
  /** Like `transaction`, but stores nothing and sends no event. Returns or throws what `run` does. Not inside another. */
  dryRun<T>(run: (cx: Cx) => T): T
}

export function createCx(tenant: Tenant, openDb: () => Db, clock: Clock, exits: Exits): Cx {
  const { extensions, gate } = exits
  const outside: Cx = {
    tenant,
    get db() {
      return openDb()
    },
    now: clock,
    wait: waitFor(gate, tenant.uuid),
    emit: (event, audience) => exits.emit(tenant, event, audience),
    happened(event) {
      const listeners = extensions.listenersTo(event)
      if (!listeners) return
      if (listeners.inTransaction.length > 0) outside.transaction((cx) => cx.happened(event))
      else callAfterwards(outside, listeners, event, exits)
    },
    membersOf: extensions.membersOf,
    transaction: (run) => transact(outside, exits, { run, end: 'COMMIT' }),
    dryRun: (run) => transact(outside, exits, { run, end: 'ROLLBACK' }),
  }
  return outside
}

type Transaction<T> = { readonly run: (cx: Cx) => T; readonly end: 'COMMIT' | 'ROLLBACK' }

function transact<T>(outside: Cx, exits: Exits, { run, end }: Transaction<T>): T {
  const { tenant, db, now, wait } = outside
  const after: (() => void)[] = []
  const inside: Cx = {
    tenant,
    db,
    now,
    wait,
    emit: (event, audience) => after.push(() => exits.emit(tenant, event, audience)),
    happened(event) {
      const listeners = exits.extensions.listenersTo(event)
      if (!listeners) return
      for (const handle of listeners.inTransaction) refuseLater(event, handle(inside, event.payload))
      if (listeners.afterCommit.length > 0) after.push(() => callAfterwards(outside, listeners, event, exits))
    },
    membersOf: outside.membersOf,
    transaction: (nested) => nested(inside),
    dryRun() {
      throw new Error('a dry run inside a transaction would roll that back')
    },
  }
  const raw = db.$client
  begin(raw)
  let result: T
  try {
    result = run(inside)
    raw.exec(end)
  } catch (error) {
    if (raw.inTransaction) raw.exec('ROLLBACK')
    throw error
  }
  if (end === 'COMMIT') {
    exits.committed?.(tenant.uuid)
    for (const step of after) step()
  }
  return result
}

/** Asynchronous work would run after the commit, outside the transaction. */
function refuseLater({ definition }: DomainEvent, returned: unknown) {
  if (returned instanceof Promise)
    throw new Error(`a subscriber to ${definition.eventName} in the transaction is asynchronous`)
}

/** Calls each one even if another fails. */
function callAfterwards(cx: Cx, { afterCommit }: Listeners, event: DomainEvent, { subscriberFailed }: Exits) {
  for (const handle of afterCommit) {
    try {
      const returned: unknown = handle(cx, event.payload)
      if (returned instanceof Promise) returned.catch((error: unknown) => subscriberFailed(event, error))
    } catch (error) {
      subscriberFailed(event, error)
    }
  }
}

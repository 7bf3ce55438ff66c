/**
 * In tests, a company's own code cannot write control.db: its requests, jobs and messages run as the company's, and a
 * trigger on each table refuses what they write outside of an operation (`platform/control-writes.ts`). The types say the
 * same, except to code that asks for `writableControl` where it should not.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import * as v from 'valibot'
import type { AroundControlWrite, ControlWrite } from '../../src/platform/control-writes'
import type { Databases } from '../../src/platform/databases'
import { getColumn } from '../../src/platform/sql'

const doers = new AsyncLocalStorage<string>()
/** Operations that are running. */
let running = 0

/** `doer` is named if it writes where it may not. */
export const asCompany = <T>(doer: string, run: () => T): T => doers.run(doer, run)
/** As the operator, whoever asked. */
export const asInstallation = <T>(run: () => T): T => doers.exit(run)

/** All methods of `target` run as a company's. */
export const asCompanys = <T extends object>(doer: string, target: T): T =>
  new Proxy(target, {
    get(of, name, receiver) {
      const value: unknown = Reflect.get(of, name, receiver)
      return typeof value === 'function'
        ? (...given: unknown[]) => asCompany(`${doer}.${String(name)}`, () => value.apply(of, given) as unknown)
        : value
    },
  })

/** They are in a bucket of their own in a fleet. */
const unguarded = ['claims']
/** It is the operator's, too. */
const unguardedDoers = ['PUT /api/companies/:id']

export function guardControl({ control, writableControl }: Databases): void {
  const raw = writableControl().$client
  raw.function('guard_control', (table: string) => {
    const doer = doers.getStore()
    if (doer !== undefined && running === 0 && !unguardedDoers.includes(doer))
      throw new Error(`${doer} writes ${table} of control.db without an operation`)
    return null
  })
  const tables = getColumn<string>(
    control,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'",
  )
  for (const table of tables.filter((table) => !unguarded.includes(table)))
    for (const change of ['INSERT', 'UPDATE', 'DELETE'])
      raw.exec(
        `CREATE TEMP TRIGGER guard_${table}_${change} BEFORE ${change} ON main.${table} BEGIN SELECT guard_control('${table}'); END`,
      )
}

const overWire = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** Refuses what another node could not send or could not be sent back, and a write inside a company's transaction. */
export const watchControlWrites =
  (databases: () => Databases | undefined, wrote?: (operation: string) => void): AroundControlWrite =>
  (operation, args, run) => {
    requirePlain(operation, 'arguments', args)
    if (!Bun.deepEquals(v.parse(operation.args, overWire(args)), overWire(args)))
      throw new Error(`${operation.name}: its schema drops arguments`)
    const { listOpen, openFile } = databases() ?? { listOpen: () => [], openFile: () => undefined } // while it opens
    const inside = listOpen().find((uuid) => openFile(uuid)?.inTransaction)
    if (inside !== undefined) throw new Error(`${operation.name} runs inside a transaction of company ${inside}`)
    running++
    try {
      const result = run()
      requirePlain(operation, 'result', result)
      wrote?.(operation.name)
      return result
    } finally {
      running--
    }
  }

function requirePlain({ name }: ControlWrite, what: string, value: unknown): void {
  if (!Bun.deepEquals(overWire(value), value)) throw new Error(`${name}: JSON does not carry its ${what}`)
}

/** Stores webhooks that arrive together in one commit per company, so that a slow disk costs one delay for all of them. */
import { getOrMake } from '../../platform/maps'
import type { Raw } from '../../platform/sqlite'
import { type NewPart, storeParts } from './journal'

/** A larger transaction would block everybody else. One webhook may have more. */
const PARTS_PER_COMMIT = 500

type Deps = {
  openSessionStore(tenantUuid: string): Raw
  now(): number
  stored(tenantUuid: string): void
  /** They could not be stored. Meta repeats them. */
  missed(tenantUuid: string): void
}
type Waiting = { readonly parts: readonly NewPart[]; resolve(): void; reject(error: unknown): void }

export function createIntake({ openSessionStore, now, stored, missed }: Deps) {
  const waiting = new Map<string, Waiting[]>()

  function storeSome(tenantUuid: string): void {
    const all = waiting.get(tenantUuid) ?? []
    let parts = 0
    const later = all.findIndex((one) => {
      parts += one.parts.length
      return parts > PARTS_PER_COMMIT && one !== all[0]
    })
    const some = later === -1 ? all.splice(0) : all.splice(0, later)
    if (all.length === 0) waiting.delete(tenantUuid)
    else setImmediate(storeSome, tenantUuid)
    try {
      const together = some.flatMap((one) => one.parts)
      storeParts(openSessionStore(tenantUuid), together, now())
    } catch (error) {
      missed(tenantUuid)
      for (const one of some) one.reject(error)
      return
    }
    for (const one of some) one.resolve()
    stored(tenantUuid)
  }

  /** Resolves when they are durable. */
  return function store(tenantUuid: string, parts: readonly NewPart[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const pending = getOrMake(waiting, tenantUuid, () => {
      setImmediate(storeSome, tenantUuid)
      return []
    })
    pending.push({ parts, resolve, reject })
    return promise
  }
}

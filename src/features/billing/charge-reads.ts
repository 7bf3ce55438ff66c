import { getOrMake } from '../../platform/maps'
import { defineService } from '../../platform/module'
import { SECOND } from '../../platform/time'
import type { Charge } from './tables'

/** Milliseconds in which an earlier reading still counts. */
const FRESH_MS = 2 * SECOND
const MOST_WOKEN = 1000

declare module '../../platform/module' {
  interface Services {
    readonly chargeReads: ChargeReads
  }
}

/** Bounds how often charges are read at their provider. */
export class ChargeReads {
  /** Charges being read, so that a flood of webhooks causes one request to the provider. */
  readonly #reading = new Map<string, Promise<void>>()
  /** Last webhook-triggered read of each charge, so that a page's recent read never suppresses a genuine webhook. */
  readonly #woken = new Map<string, number>()

  /** Joins a reading under way. */
  once(charge: Charge, read: () => Promise<void>): Promise<void> {
    const key = keyOf(charge)
    return getOrMake(this.#reading, key, () => read().finally(() => this.#reading.delete(key)))
  }

  /** Notes a webhook. Returns false if another one has just made the charge be read. */
  wake(charge: Charge, now: number): boolean {
    const at = this.#woken.get(keyOf(charge))
    if (at !== undefined && isFresh(at, now)) return false
    if (this.#woken.size >= MOST_WOKEN) this.#woken.clear()
    this.#woken.set(keyOf(charge), now)
    return true
  }
}

/** Whether a reading at this time still counts, also after the clock was set back a little. */
export const isFresh = (at: number, now: number): boolean => Math.abs(now - at) < FRESH_MS

const keyOf = ({ provider, reference }: Charge): string => `${provider}/${reference}`

export const chargeReads = defineService('chargeReads', { create: () => new ChargeReads() })

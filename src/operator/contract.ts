/** What the browser may know of the installation itself. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'

/** How much of a company leaves, or goes on, once an installation at rest is activated. */
export const Waiting = v.partial(v.object({ messages: v.number(), schedules: v.number(), campaigns: v.number() }))
export type Waiting = v.InferOutput<typeof Waiting>

export const Installation = v.object({
  version: v.string(),
  /** The installation runs the simulated WhatsApp. */
  simulator: v.boolean(),
  /** A restored copy that has not been activated yet. */
  passive: v.boolean(),
  /** Then, to whoever is signed in. */
  waiting: v.optional(Waiting),
  /** The disk is full: nothing is received or sent until there is room. */
  storageFull: v.boolean(),
  /** Whether strangers may found a company here. */
  signUp: v.boolean(),
  /** Where people get help; null: the operator names no place. */
  supportUrl: v.nullable(v.string()),
})
export type Installation = v.InferOutput<typeof Installation>

export const installationUpdated = defineEvent('installation.update', v.object({ storageFull: v.boolean() }))

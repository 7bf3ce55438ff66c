/** What the browser may know of the installation itself. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'

/** How much of a company leaves, or goes on, once an installation or company at rest is activated. */
export const Waiting = v.partial(v.object({ messages: v.number(), schedules: v.number(), campaigns: v.number() }))
export type Waiting = v.InferOutput<typeof Waiting>

export const Installation = v.object({
  version: v.string(),
  /** The installation runs the simulated WhatsApp. */
  simulator: v.boolean(),
  /** A restored copy that has not been activated yet. */
  passive: v.boolean(),
  /** The company of whoever is signed in was restored, and has not been released yet. */
  resting: v.boolean(),
  /** In both cases, to whoever is signed in. */
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
/** The company is at rest no more. */
export const companyReleased = defineEvent('company.released', v.object({ resting: v.literal(false) }))

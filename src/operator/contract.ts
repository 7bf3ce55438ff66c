/** Installation data shared with the browser. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'

/** How many sends start or resume when a standby installation or company is activated. */
export const Waiting = v.partial(
  v.object({ messages: v.number(), schedules: v.number(), campaigns: v.number(), emails: v.number() }),
)
export type Waiting = v.InferOutput<typeof Waiting>

export const Installation = v.object({
  version: v.string(),
  /** The installation runs the simulated WhatsApp. */
  simulator: v.boolean(),
  /** The installation was restored and not yet activated (standby). */
  passive: v.boolean(),
  /** The signed-in user's company was restored and not yet released (standby). */
  resting: v.boolean(),
  /** In both cases, for signed-in users. */
  waiting: v.optional(Waiting),
  /** The disk is full: nothing is received or sent until there is space. */
  storageFull: v.boolean(),
  /** Whether strangers may sign up and create a company. */
  signUp: v.boolean(),
  /** The support page; null if the operator has set none. */
  supportUrl: v.nullable(v.string()),
})
export type Installation = v.InferOutput<typeof Installation>

export const installationUpdated = defineEvent('installation.update', v.object({ storageFull: v.boolean() }))
/** The company's standby has ended. */
export const companyReleased = defineEvent('company.released', v.object({ resting: v.literal(false) }))

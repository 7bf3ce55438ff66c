/** What the browser may know of the installation itself. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'

export const Installation = v.object({
  version: v.string(),
  /** The installation runs the simulated WhatsApp. */
  simulator: v.boolean(),
  /** A restored copy that has not been activated yet. */
  passive: v.boolean(),
  /** The disk is full: nothing is received or sent until there is room. */
  storageFull: v.boolean(),
  /** Whether strangers may found a company here. */
  signUp: v.boolean(),
  /** Where people get help; null: the operator names no place. */
  supportUrl: v.nullable(v.string()),
})
export type Installation = v.InferOutput<typeof Installation>

export const installationUpdated = defineEvent('installation.update', v.object({ storageFull: v.boolean() }))

/** Installation data shared with the browser. */
import * as v from 'valibot'
import { type Audience, defineEvent } from '../platform/events'
import { StorageLevel } from '../tenancy/contract'
import { SupportGrant } from './support/contract'

/** How many sends start or resume when a standby installation or company is activated. */
export const Waiting = v.partial(
  v.object({
    messages: v.number(),
    schedules: v.number(),
    campaigns: v.number(),
    emails: v.number(),
    /** To webhooks. */
    deliveries: v.number(),
  }),
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
  /** To the operator's people: the newest backup failed. */
  backupFailed: v.optional(v.boolean()),
  /** To the company's administrators: what its files take of the plan's storage. */
  storage: v.optional(StorageLevel),
  /** To the company's administrators: the operator asks to enter it, or may, or did lately. */
  support: v.optional(SupportGrant),
  /** Whether strangers may sign up and create a company. */
  signUp: v.boolean(),
  /** The support page; null if the operator has set none. */
  supportUrl: v.nullable(v.string()),
})
export type Installation = v.InferOutput<typeof Installation>

/** What has changed. */
export const InstallationNews = v.partial(
  v.pick(Installation, ['storageFull', 'resting', 'backupFailed', 'signUp', 'supportUrl']),
)
export type InstallationNews = v.InferOutput<typeof InstallationNews>
export const installationUpdated = defineEvent('installation.update', InstallationNews)
/** Tells open pages of all companies. */
export type Announce = (news: InstallationNews, audience: Audience) => void

declare module '../platform/module' {
  interface Services {
    readonly announce: Announce
  }
}

/** The company's standby has ended. */
export const companyReleased = defineEvent('company.released', v.object({ resting: v.literal(false) }))

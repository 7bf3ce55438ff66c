/** Updates of the installation, as the operator's browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Instant, text } from '../../platform/formats'

/** What a look for the newest release met. */
export const lookFaults = [
  'unreachable',
  'timeout',
  'notFound',
  'status',
  'redirects',
  'notRelease',
  'noSignature',
  'signature',
  'format',
  'fields',
  /** It has no program for this machine. */
  'platform',
  /** It is older than the program that runs. */
  'older',
] as const

/** Why an attempt ended before the swap. */
export const preparationFaults = [
  'noSpace',
  'unreachable',
  'notFound',
  'status',
  'redirects',
  'cut',
  'slow',
  'tooLong',
  'hash',
  'notRunnable',
  'backup',
  /** In a fleet: companies did not leave the machine. */
  'drain',
  'cancelled',
  'stopped',
] as const
export type PreparationFault = (typeof preparationFaults)[number]

export const updateSteps = [
  'download',
  'verify',
  'backup',
  /** In a fleet: its companies go to other machines. */
  'drain',
  'stop',
  'copy',
  'start',
  'migrate',
  'check',
  'open',
  'steady',
  'back',
] as const
export type UpdateStep = (typeof updateSteps)[number]

/**
 * How an attempt ended. `back`: it did not hold, and the version before serves again. `broken`: it did not hold, but the version
 * before no longer knows the data. `failed`: the program was not replaced.
 */
export const updateEnds = ['good', 'back', 'broken', 'failed'] as const
export type UpdateEnd = (typeof updateEnds)[number]

export const UpdateAttempt = v.object({
  id: v.string(),
  version: v.string(),
  from: v.string(),
  by: v.picklist(['schedule', 'operator', 'command']),
  phase: v.picklist(['fetching', 'ready', 'stopping', 'trial', 'opened', 'good', 'failed']),
  startedAt: Instant,
  endedAt: v.nullable(Instant),
  changesData: v.boolean(),
  steps: v.array(
    v.object({
      step: v.picklist(updateSteps),
      state: v.picklist(['running', 'done', 'skipped', 'failed']),
      at: Instant,
      /** In English. */
      detail: v.nullable(v.string()),
    }),
  ),
  /** In English; null unless it failed. */
  cause: v.nullable(v.string()),
  /** The same by a name that screens translate, where there is one. */
  fault: v.nullable(v.picklist(preparationFaults)),
  /** Null while it runs. */
  end: v.nullable(v.picklist(updateEnds)),
})
export type UpdateAttempt = v.InferOutput<typeof UpdateAttempt>

export const UpdateOffer = v.object({
  version: v.string(),
  at: Instant,
  /** Bytes of the program. */
  size: v.number(),
  changes: v.object({ en: v.array(v.string()), 'pt-BR': v.optional(v.array(v.string())) }),
  page: v.nullable(v.string()),
  /** Whether the databases change; null if the release does not say. */
  changesData: v.nullable(v.boolean()),
  /** It was tried on this machine and did not hold. */
  hasFailed: v.boolean(),
})
export type UpdateOffer = v.InferOutput<typeof UpdateOffer>

/** A version on this machine. */
export const MachineVersion = v.object({
  version: v.string(),
  /** `installed`: the executable that was installed, which an update leaves where it is. */
  state: v.picklist(['used', 'kept', 'installed', 'failed', 'removed']),
  /** Since when it is used, or when it was last tried or replaced. */
  at: v.nullable(Instant),
})
export type MachineVersion = v.InferOutput<typeof MachineVersion>

/**
 * `noKey`: this program was built without a key. `elsewhere`: what runs is not the executable, or another program starts it.
 * `standby`: a restored installation that was not activated.
 */
export const updateObstacles = ['noKey', 'noAddress', 'elsewhere', 'standby'] as const

/** A machine of a fleet, in the order in which they are updated. */
export const UpdatedMachine = v.object({
  name: v.string(),
  version: v.string(),
  /** Steps of a company's schema that its program knows. */
  schema: v.number(),
  isRunning: v.boolean(),
  /** It serves this page, and owns control.db. */
  isHere: v.boolean(),
  companies: v.number(),
  /** Its newest attempt; null if there was none, or the machine does not say. */
  attempt: v.nullable(
    v.object({
      version: v.string(),
      end: v.nullable(v.picklist(updateEnds)),
      /** The step that runs, or that failed; null before the first. */
      step: v.nullable(v.picklist(updateSteps)),
      cause: v.nullable(v.string()),
    }),
  ),
})
export type UpdatedMachine = v.InferOutput<typeof UpdatedMachine>

/** Why a company holds an update of all machines up, as `rolling.ts` explains. */
export const holdUpReasons = ['silent', 'tooOld', 'untaken', 'moving'] as const

/** An update of all machines that was ordered. */
export const FleetUpdate = v.object({
  version: v.string(),
  at: Instant,
  /** The one whose turn it is; null before the first. */
  machine: v.nullable(v.string()),
  /** It did not hold there, and no other machine is touched. */
  stopped: v.nullable(v.object({ machine: v.string(), cause: v.string(), at: Instant })),
  /** Companies because of which no machine has been asked for a while; `machine` has the company, or had it last. */
  heldUpBy: v.array(
    v.object({
      company: v.string(),
      /** Null if the company is no longer known. */
      name: v.nullable(v.string()),
      machine: v.string(),
      why: v.picklist(holdUpReasons),
    }),
  ),
})
export type FleetUpdate = v.InferOutput<typeof FleetUpdate>

export const InstallationUpdate = v.object({
  version: v.string(),
  platform: v.string(),
  /** SHA-256 of the public key inside this program; null without one. */
  key: v.nullable(v.string()),
  obstacle: v.nullable(v.picklist(updateObstacles)),
  address: v.string(),
  /** Set by the environment. */
  isAddressFixed: v.boolean(),
  hour: v.number(),
  /** When this hour comes next. */
  nextHour: Instant,
  looked: v.nullable(
    v.object({ at: Instant, fault: v.nullable(v.picklist(lookFaults)), detail: v.nullable(v.string()) }),
  ),
  isLooking: v.boolean(),
  /** A newer version that may be taken. */
  offer: v.nullable(UpdateOffer),
  plan: v.nullable(v.object({ version: v.string(), at: Instant })),
  /** The newest. */
  attempt: v.nullable(UpdateAttempt),
  /** Bytes that have come, while a program is downloaded. */
  downloaded: v.nullable(v.number()),
  /** Whether the attempt that runs can still be cancelled. */
  isCancellable: v.boolean(),
  versions: v.array(MachineVersion),
  /** Null without a fleet. */
  machines: v.nullable(v.array(UpdatedMachine)),
  fleet: v.nullable(FleetUpdate),
  companies: v.number(),
  /** People with an open page. */
  people: v.number(),
  /** The newest verified backup. */
  backup: v.nullable(v.object({ bytes: v.number(), ms: v.number() })),
  /** How long nobody was served when an update last held, in milliseconds. */
  lastOutage: v.nullable(v.number()),
})
export type InstallationUpdate = v.InferOutput<typeof InstallationUpdate>

/** Body of `PUT /installation/update/plan`. */
export const PlanUpdate = v.object({
  version: text(40, 'form.invalid'),
  when: v.picklist(['hour', 'now'], 'form.invalid'),
})
export type NewPlan = v.InferInput<typeof PlanUpdate>

/** Sent to the operator's people. */
export const updateChanged = defineEvent('update.changed', v.object({}))

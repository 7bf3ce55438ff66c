/** What the page about updates shows. */
import { instant, instantOrNull } from '../../platform/formats'
import type { Services } from '../../platform/module'
import { getValue } from '../../platform/sql'
import { version } from '../../version'
import type { FleetUpdate, InstallationUpdate, UpdateAttempt, UpdatedMachine } from './contract'
import { fingerprintOf, platformHere, readReleaseKey } from './manifest'
import type { RollNote } from './notes'
import { type Attempt, listFailed } from './programs'
import { type AttemptThere, type HoldUp, listMachines } from './rolling'
import { changesData } from './updates'
import { endOf, lastOutage, listVersions } from './versions-here'

/** Backups that are looked through for the newest good one. */
const LOOKED_AT = 100
const MOST_HOLD_UPS = 20

/** In a fleet with what the other machines say of theirs. */
export async function showUpdate(services: Services): Promise<InstallationUpdate> {
  const shown = showOwn(services)
  const { fleet, fleetUpdates, updates } = services
  if (!fleet) return shown
  const roll = updates.roll()
  const attempts = await fleetUpdates?.listAttempts()
  const machines = listMachines(fleet.status()).map(
    ({ name, version: program, schema, isRunning, companies }): UpdatedMachine => {
      const attempt = attempts?.get(name)
      return {
        name,
        version: program,
        schema,
        isRunning,
        isHere: name === fleet.node,
        companies,
        attempt: attempt ? showShort(attempt, program) : null,
      }
    },
  )
  return { ...shown, machines, fleet: roll ? showRoll(roll, fleetUpdates?.listHoldUps() ?? []) : null }
}

const showRoll = ({ version: wanted, at, asked, stopped }: RollNote, holdUps: readonly HoldUp[]): FleetUpdate => ({
  version: wanted,
  at: instant(at),
  machine: asked?.machine ?? null,
  stopped: stopped && { machine: stopped.machine, cause: stopped.cause, at: instant(stopped.at) },
  heldUpBy: holdUps.slice(0, MOST_HOLD_UPS).map((one) => ({ ...one })),
})

function showShort(attempt: AttemptThere, program: string): UpdatedMachine['attempt'] {
  const { version: tried, cause, steps } = attempt
  const step = steps.find(({ state }) => state === 'failed') ?? steps.at(-1)
  return { version: tried, end: endOf(attempt, program), step: step?.step ?? null, cause }
}

function showOwn(services: Services): InstallationUpdate {
  const { updates, operatorSettings, databases, hub, backups, vitals, releaseKey } = services
  const state = updates.state()
  const [attempt] = state.attempts
  const [look, offer, plan] = [updates.lastLook(), updates.offer(), updates.plan()]
  const key = readReleaseKey(releaseKey)
  const backup = backups.list(LOOKED_AT).find((run) => run.state === 'verified')
  return {
    version,
    platform: platformHere(),
    key: key ? fingerprintOf(key) : null,
    obstacle: updates.obstacle(),
    address: operatorSettings.read('updateAddress'),
    isAddressFixed: operatorSettings.isFixed('updateAddress'),
    hour: operatorSettings.read('updateHour'),
    nextHour: instant(updates.nextHour()),
    looked: look ? { at: instant(look.at), fault: look.fault, detail: look.detail } : null,
    isLooking: updates.isLooking(),
    offer: offer
      ? {
          version: offer.release.version,
          at: offer.release.at,
          size: offer.file.size,
          changes: offer.release.changes,
          page: offer.release.page ?? null,
          changesData: changesData(offer.release),
          hasFailed: listFailed(state).includes(offer.release.version),
        }
      : null,
    plan: plan ? { version: plan.version, at: instant(plan.at) } : null,
    attempt: attempt ? showAttempt(attempt, updates.faultOf(attempt)) : null,
    downloaded: updates.downloaded(),
    isCancellable: updates.isCancellable(),
    versions: listVersions(state, version, vitals.startedAt).map(({ at, ...one }) => ({
      ...one,
      at: instantOrNull(at),
    })),
    machines: null,
    fleet: null,
    companies: getValue<number>(databases.control, 'SELECT count(*) FROM companies') ?? 0,
    people: new Set(hub.all().map(({ actor }) => `${actor.tenantId} ${actor.userId}`)).size,
    backup:
      backup && backup.endedAt !== null && backup.bytes !== null
        ? { bytes: backup.bytes, ms: backup.endedAt - backup.startedAt }
        : null,
    lastOutage: lastOutage(state),
  }
}

function showAttempt(attempt: Attempt, fault: UpdateAttempt['fault']): UpdateAttempt {
  const { id, version: tried, from, by, phase, startedAt, endedAt, changesData, steps, cause } = attempt
  return {
    id,
    version: tried,
    from,
    by,
    phase,
    startedAt: instant(startedAt),
    endedAt: instantOrNull(endedAt),
    changesData,
    steps: steps.map(({ step, state, at, detail }) => ({ step, state, at: instant(at), detail })),
    cause,
    fault,
    end: endOf(attempt, version),
  }
}

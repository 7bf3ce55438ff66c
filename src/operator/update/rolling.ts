/**
 * An update of a whole fleet, machine after machine. The node that owns control.db asks the next one when the last is at work
 * again; a machine on which the version does not hold ends it, so that no other tries it.
 */
import * as v from 'valibot'
import { AppError } from '../../errors'
import type { Nodes } from '../../fleet/nodes'
import type { FleetStatus, NodeStatus } from '../../fleet/placement/status'
import type { FleetView } from '../../fleet/view'
import { CONTROL } from '../../platform/gate'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { type Clock, HOUR, MINUTE, SECOND } from '../../platform/time'
import { messageOf } from '../../texts/texts'
import { forgetNote, type RollNote, readNote, SentRelease, writeNote } from './notes'
import { type Attempt, isNewer, isUnfinished } from './programs'

const TAKE = 'updates.take'
const FIND = 'updates.find'
const Sent = v.object({ sent: SentRelease })
/** What a machine says of its newest attempt. */
export type AttemptThere = Pick<Attempt, 'version' | 'phase' | 'cause' | 'startedAt' | 'steps'> & {
  /** The machine takes its companies back. */
  readonly isReturning: boolean
}

const ASK_WITHIN = 5 * SECOND
/** A machine that is asked and neither answers nor has the version for so long ends the update. */
const ABSENT_MS = HOUR
/** How long the next machine waits for copies that the last one makes. */
const COPIES_MS = 10 * MINUTE

export type FleetUpdates = {
  /** Newest attempt of each machine that runs and says it. */
  listAttempts(): Promise<ReadonlyMap<string, AttemptThere>>
  /** Does what is due. Call it where control.db is owned. */
  rollOn(): Promise<void>
}

export type FleetUpdateDeps = {
  readonly fleet: FleetView
  readonly nodes: Nodes
  readonly control: ControlDb & WritableControl
  readonly clock: Clock
  /** Begins on this machine. Throws why not. */
  take(sent: SentRelease): void
  findAttempt(): Attempt | undefined
  isReturning(): boolean
  changed(): void
  /** Mails the operator's people that it has ended, or on which machine it stopped. */
  tell(roll: RollNote): Promise<void>
}

export function createFleetUpdates(deps: FleetUpdateDeps): FleetUpdates {
  const { fleet, nodes, control, clock, changed } = deps
  nodes.answer(TAKE, (question) => deps.take(v.parse(Sent, question).sent), 'nothing')
  const findHere = (): AttemptThere | null => {
    const attempt = deps.findAttempt()
    return attempt ? { ...attempt, isReturning: deps.isReturning() } : null
  }
  nodes.answer(FIND, findHere, 'nothing')

  const find = async (node: string) =>
    (await nodes.ask({ node }, FIND, null, {
      within: ASK_WITHIN,
      isRepeatable: true,
      shows: [],
    })) as AttemptThere | null

  const write = (roll: RollNote) => {
    writeNote(control, 'roll', roll)
    changed()
  }
  const stopAt = async (roll: RollNote, machine: string, cause: string) => {
    const stopped = { ...roll, stopped: { machine, cause, at: clock() } }
    write(stopped)
    await deps.tell(stopped)
  }

  /** Whether the machine that was asked is at work again with the version. */
  async function isDone(roll: RollNote, { machine, at }: NonNullable<RollNote['asked']>): Promise<boolean> {
    const there = fleet.status().nodes.find(({ name, isRunning }) => name === machine && isRunning)
    const attempt = there && (await find(machine).catch(() => undefined))
    if (attempt && attempt.version === roll.version && attempt.startedAt >= at && !isUnfinished(attempt)) {
      if (attempt.phase === 'good') return !attempt.isReturning
      await stopAt(roll, machine, attempt.cause ?? 'it ended without a reason')
    } else if (clock() - at > ABSENT_MS) await stopAt(roll, machine, 'it did not come back within an hour')
    return false
  }

  return {
    async listAttempts() {
      const running = fleet.status().nodes.filter(({ isRunning }) => isRunning)
      const found = await Promise.all(
        running.map(async ({ name }) => [name, await find(name).catch(() => null)] as const),
      )
      return new Map(found.flatMap(([name, attempt]) => (attempt ? [[name, attempt] as const] : [])))
    },

    async rollOn() {
      const roll = readNote(control, 'roll')
      if (!roll || roll.stopped || roll.at > clock()) return
      if (roll.asked && !(await isDone(roll, roll.asked))) return
      const status = fleet.status()
      const next = findNext(status, roll.version)
      if (!next) {
        forgetNote(control, 'roll')
        changed()
        return deps.tell(roll)
      }
      if (!isSettled(status, roll.asked ? clock() - roll.asked.at : 0)) return
      write({ ...roll, asked: { machine: next.name, at: clock() } })
      try {
        await nodes.ask({ node: next.name }, TAKE, { sent: roll.sent }, { within: ASK_WITHIN })
      } catch (error) {
        await stopAt(roll, next.name, error instanceof AppError ? messageOf(error.known, 'en') : String(error))
      }
    },
  }
}

/** In the order of an update. The machine that owns control.db comes last: its successor may bring that further. */
export function listMachines({ nodes, companies }: FleetStatus): NodeStatus[] {
  const control = companies.find(({ uuid }) => uuid === CONTROL)?.owner
  return nodes.toSorted((a, b) => Number(a.name === control) - Number(b.name === control))
}

export const findNext = (status: FleetStatus, version: string): NodeStatus | undefined =>
  listMachines(status).find((node) => node.isRunning && isNewer(version, node.version))

/** Every company is owned, and could be taken over; copies may take longer than anybody wants to wait. */
function isSettled({ nodes, companies }: FleetStatus, sinceAsked: number): boolean {
  if (companies.some(({ owner, move }) => owner === null || move)) return false
  const isAlone = nodes.filter(({ isRunning }) => isRunning).length < 2
  return isAlone || sinceAsked > COPIES_MS || companies.every(({ isStandbyReady }) => isStandbyReady)
}

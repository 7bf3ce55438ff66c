/**
 * An update of a whole fleet, machine after machine. The node that owns control.db asks the next one when the last is at work
 * again; a machine on which the version does not hold ends it, so that no other tries it.
 */
import * as v from 'valibot'
import { AppError, fail } from '../../errors'
import type { Nodes } from '../../fleet/nodes'
import type { CompanyStatus, FleetStatus, NodeStatus } from '../../fleet/placement/status'
import type { FleetView } from '../../fleet/view'
import { CONTROL } from '../../platform/gate'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { type Clock, HOUR, MINUTE, SECOND } from '../../platform/time'
import { messageOf } from '../../texts/texts'
import type { holdUpReasons } from './contract'
import { updateErrors } from './errors'
import { forgetNote, type RollNote, readNote, SentRelease, writeNote } from './notes'
import { type Attempt, isNewer, isUnfinished } from './programs'

const TAKE = 'updates.take'
const FIND = 'updates.find'
const Sent = v.object({ sent: SentRelease })
/** The newest attempt of a machine, as it reports it. */
export type AttemptThere = Pick<Attempt, 'id' | 'version' | 'phase' | 'cause' | 'startedAt' | 'steps'> & {
  /** The machine takes its companies back. */
  readonly isReturning: boolean
}

const ASK_WITHIN = 5 * SECOND
/** For a page, which shows a machine without its attempt after that. */
const SHOW_WITHIN = 2 * SECOND
/** A machine that is asked and neither answers nor has the version for so long ends the update. */
const ABSENT_MS = HOUR
/** How long a machine waits for copies of companies, such as those that the last one makes. */
const COPIES_MS = 10 * MINUTE
/** Companies that hold the update up for so long are shown. */
const HELD_UP_MS = 2 * MINUTE

export type FleetUpdates = {
  /** Newest attempt of each machine that runs and says it. */
  listAttempts(): Promise<ReadonlyMap<string, AttemptThere>>
  /** Does what is due. Call it where control.db is owned. */
  rollOn(): Promise<void>
  /** Companies that have held the update up for a while. */
  listHoldUps(): readonly HoldUp[]
  /** Goes on without waiting for them. Call it where control.db is owned. */
  goOn(): void
}

/**
 * A company because of which no machine is asked. `silent`: nobody has it, and the machine that had it does not run. `tooOld`: nobody
 * has it, because every program that runs is too old for its data. `untaken`: nobody takes it, for a reason that the logs say.
 * `moving`: it is on its way for that long.
 */
export type HoldUp = {
  readonly company: string
  readonly name: string | null
  readonly machine: string
  readonly why: (typeof holdUpReasons)[number]
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
  /** When the hour of updates comes next. */
  nextHour(): number
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

  const find = async (node: string, within = ASK_WITHIN) =>
    (await nodes.ask({ node }, FIND, null, {
      within,
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

  /** Whether the machine that was asked is at work again with the version, and has its companies. */
  async function isDone(roll: RollNote, { machine, at, before }: NonNullable<RollNote['asked']>): Promise<boolean> {
    const there = fleet.status().nodes.find(({ name, isRunning }) => name === machine && isRunning)
    const attempt = there && (await find(machine).catch(() => undefined))
    const isIts = attempt && attempt.id !== before && attempt.version === roll.version
    if (isIts && !isUnfinished(attempt)) {
      if (attempt.phase === 'good') return !attempt.isReturning
      await stopAt(roll, machine, attempt.cause ?? 'it ended without a reason')
    } else if (attempt !== undefined && !isIts && clock() - at > MINUTE)
      write({ ...roll, asked: null }) // it never began
    else if (clock() - at > ABSENT_MS) await stopAt(roll, machine, 'it did not come back within an hour')
    return false
  }

  async function ask(roll: RollNote, machine: string): Promise<void> {
    const before = (await find(machine))?.id ?? null
    write({ ...roll, heldUpSince: null, asked: { machine, at: clock(), before } })
    try {
      await nodes.ask({ node: machine }, TAKE, { sent: roll.sent }, { within: ASK_WITHIN })
    } catch (error) {
      // Nobody knows whether it has begun: its attempt will say.
      if (!(error instanceof AppError) || UNCLEAR.has(error.code)) throw error
      await stopAt(roll, machine, messageOf(error.known, 'en'))
    }
  }

  async function rollOn(): Promise<void> {
    const roll = readNote(control, 'roll')
    if (!roll || roll.stopped || roll.at > clock()) return
    // The hour has passed by: people are inside by now.
    if (!roll.asked && clock() - roll.at > HOUR && !isBegun(fleet.status(), roll.version))
      return write({ ...roll, at: deps.nextHour() })
    if (roll.asked && !(await isDone(roll, roll.asked))) return
    const status = fleet.status()
    const next = findNext(status, roll.version)
    noteHoldUps(roll, next !== undefined && findHoldUps(status, roll.without).length > 0)
    if (!next) {
      forgetNote(control, 'roll')
      changed()
      return deps.tell(roll)
    }
    if (isSettled(status, roll, clock())) await ask(roll, next.name)
  }

  function noteHoldUps(roll: RollNote, isHeldUp: boolean): void {
    if (isHeldUp !== (roll.heldUpSince !== null)) write({ ...roll, heldUpSince: isHeldUp ? clock() : null })
  }

  function listHoldUps(): readonly HoldUp[] {
    const roll = readNote(control, 'roll')
    if (!roll || roll.stopped || roll.heldUpSince === null || clock() - roll.heldUpSince < HELD_UP_MS) return []
    return findHoldUps(fleet.status(), roll.without)
  }

  return {
    async listAttempts() {
      const running = fleet.status().nodes.filter(({ isRunning }) => isRunning)
      const found = await Promise.all(
        running.map(async ({ name }) => [name, await find(name, SHOW_WITHIN).catch(() => null)] as const),
      )
      return new Map(found.flatMap(([name, attempt]) => (attempt ? [[name, attempt] as const] : [])))
    },

    rollOn,
    listHoldUps,
    goOn() {
      const [roll, holdUps] = [readNote(control, 'roll'), listHoldUps()]
      if (!roll || holdUps.length === 0) fail(updateErrors.ERR_UPDATE_NOT_HELD_UP)
      write({ ...roll, heldUpSince: null, without: [...roll.without, ...holdUps.map(({ company }) => company)] })
    },
  }
}

const UNCLEAR: ReadonlySet<string> = new Set(['ERR_OUTCOME_UNKNOWN', 'ERR_NODE_UNREACHABLE'])

const isBegun = ({ nodes }: FleetStatus, version: string): boolean => nodes.some((node) => node.version === version)

/** In the order of an update. The machine that owns control.db comes last: its successor may bring that further. */
export function listMachines({ nodes, companies }: FleetStatus): NodeStatus[] {
  const control = companies.find(({ uuid }) => uuid === CONTROL)?.owner
  return nodes.toSorted((a, b) => Number(a.name === control) - Number(b.name === control))
}

export const findNext = (status: FleetStatus, version: string): NodeStatus | undefined =>
  listMachines(status).find((node) => node.isRunning && isNewer(version, node.version))

/**
 * Every company is owned, and could be taken over. Copies may take longer than anybody wants to wait, since the last machine was
 * asked, or the update was due.
 */
export function isSettled(
  { nodes, companies }: FleetStatus,
  { asked, at, without }: Pick<RollNote, 'asked' | 'at' | 'without'>,
  now: number,
): boolean {
  if (findHoldUps({ nodes, companies }, without).length > 0) return false
  const isAlone = nodes.filter(({ isRunning }) => isRunning).length < 2
  const waited = now - (asked?.at ?? at)
  const isCopied = ({ isStandbyReady, uuid }: CompanyStatus) => isStandbyReady || without.includes(uuid)
  return isAlone || waited > COPIES_MS || companies.every(isCopied)
}

/** `without` are companies that the operator does not wait for. */
export function findHoldUps({ nodes, companies }: FleetStatus, without: readonly string[]): HoldUp[] {
  const running = nodes.filter(({ isRunning }) => isRunning)
  const whyNobodyHas = ({ last, schema }: CompanyStatus): HoldUp['why'] => {
    if (running.every((node) => node.schema < schema)) return 'tooOld'
    return running.some(({ name }) => name === last) ? 'untaken' : 'silent'
  }
  return companies.flatMap((one): HoldUp[] => {
    const { uuid, name, owner, last, move } = one
    if ((owner !== null && !move) || without.includes(uuid)) return []
    return [{ company: uuid, name, machine: last, why: owner === null ? whyNobodyHas(one) : 'moving' }]
  })
}

/**
 * Takes the turns of integrations: one at a time per ticket, in their order. The rows are the queue: after a crash, a
 * turn is taken again under the same id. State, answers and log are stored in one transaction, if the integration still
 * serves the ticket then.
 */
import type { Cx } from '../../platform/cx'
import { on } from '../../platform/extensions'
import { defineService } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { isPaused } from '../../tenancy/standby'
import { mediaSettled } from '../../tickets/messages/events'
import { findMessage } from '../../tickets/messages/queries'
import { FILE_LINKS, fileLinkOf } from './file-links'
import { type FailedTurn, type RunDeps, type ServedTurn, TurnRunner } from './run-turn'
import type { Integration, Turn } from './runner'
import { turnDue } from './serve'
import { findFirstTurn, findServed, findSession, listTimed, listWaiting, nextTimed } from './sessions'
import { clear, onTime, storeTurn } from './store-turn'
import type { PendingTurn } from './tables'

/** Turns under way in all, and in one company; beyond, they wait for the job. */
const MOST_IN_ALL = 200
const MOST_IN_COMPANY = 40
/** Maximum wait for the message's file. */
const FILE_WAIT = 20 * SECOND

export type TurnDeps = RunDeps & {
  cxOf(tenantUuid: string): Cx
  isHeld(): boolean
}

declare module '../../platform/module' {
  interface Services {
    readonly integrations: IntegrationTurns
  }
}

export class IntegrationTurns {
  readonly #deps: TurnDeps
  readonly #runner: TurnRunner
  /** Turns under way, by company and ticket. */
  readonly #running = new Map<string, Promise<void>>()
  readonly #perCompany = new Map<string, number>()
  readonly #stopping = new AbortController()

  constructor(deps: TurnDeps) {
    this.#deps = deps
    this.#runner = new TurnRunner({ ...deps, left: this.#stopping.signal })
  }

  wake(uuid: string, ticketId: number): void {
    setImmediate(() => this.#goOn(uuid, ticketId))
  }

  /** Starts what is due in a company: turns, actions left for later, and timers. */
  wakeDue(cx: Cx): void {
    for (const ticketId of listTimed(cx.db, cx.now())) {
      cx.transaction((cx) => onTime(cx, ticketId))
      this.wake(cx.tenant.uuid, ticketId)
    }
    for (const ticketId of listWaiting(cx.db)) this.wake(cx.tenant.uuid, ticketId)
  }

  /** Turns under way continue by themselves, and those behind an unfinished answer follow it. */
  nextDue(cx: Cx): number | null {
    const waiting = listWaiting(cx.db).flatMap((id) => {
      const turn = findFirstTurn(cx.db, id)
      const isRunning = this.#running.has(keyOf(cx.tenant.uuid, id))
      const isReady = turn && !isRunning && (findServed(cx.db, id)?.session.rest ?? null) === null
      return isReady ? [fileDue(cx, turn)] : []
    })
    const due = Math.min(...waiting, nextTimed(cx.db) ?? Number.POSITIVE_INFINITY)
    return Number.isFinite(due) ? due : null
  }

  /** A trial without a ticket: nothing is sent or stored, but the calls. */
  dryRun(cx: Cx, integration: Integration, turn: Turn, left: AbortSignal): ReturnType<TurnRunner['dryRun']> {
    return this.#runner.dryRun(cx, integration, turn, left)
  }

  /** Resolves when nothing is under way any more. Turns under way are taken again after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running.values())
    await new Promise(setImmediate)
  }

  /** Must not throw. What cannot be read now is tried again by the job. */
  #goOn(uuid: string, ticketId: number): void {
    const { cxOf, isHeld, log } = this.#deps
    const key = keyOf(uuid, ticketId)
    const ofCompany = this.#perCompany.get(uuid) ?? 0
    if (this.#stopping.signal.aborted || isHeld() || this.#running.has(key)) return
    if (this.#running.size >= MOST_IN_ALL || ofCompany >= MOST_IN_COMPANY) return
    try {
      const cx = cxOf(uuid)
      if (isPaused(cx)) return
      const next = takeNext(cx, ticketId)
      if (!next) return
      this.#perCompany.set(uuid, ofCompany + 1)
      const work = this.#take(cx, next).then((isStored) => {
        this.#running.delete(key)
        const left = (this.#perCompany.get(uuid) ?? 1) - 1
        if (left > 0) this.#perCompany.set(uuid, left)
        else this.#perCompany.delete(uuid)
        if (isStored) this.wake(uuid, ticketId) // otherwise the job takes it again, not at once
      })
      this.#running.set(key, work)
    } catch (error) {
      log.warn({ err: error, tenant: uuid }, 'turns of an integration could not be read')
    }
  }

  /** Must not reject. Returns whether the turn is stored. */
  async #take(cx: Cx, next: ServedTurn): Promise<boolean> {
    const { log } = this.#deps
    const result = await this.#runner.run(cx, next).catch((error: unknown): FailedTurn => {
      log.error({ err: error, tenant: cx.tenant.uuid }, 'a turn of an integration failed')
      return { fault: 'error', calls: [] }
    })
    if (this.#stopping.signal.aborted) return false
    try {
      cx.transaction((cx) => storeTurn(cx, next, result))
      return true
    } catch (error) {
      log.warn({ err: error, tenant: cx.tenant.uuid }, 'a turn of an integration could not be stored')
      return false
    }
  }
}

const keyOf = (uuid: string, ticketId: number): string => `${uuid} ${ticketId}`

/** The next turn of a ticket, if it can be taken now. Clears a ticket that no integration serves. */
function takeNext(cx: Cx, ticketId: number): ServedTurn | undefined {
  const served = findServed(cx.db, ticketId)
  const turn = findFirstTurn(cx.db, ticketId)
  if (!served) {
    if (turn || findSession(cx.db, ticketId)) cx.transaction((cx) => clear(cx, ticketId))
    return undefined
  }
  // The last answer is still being said, or the file is being fetched.
  return turn && served.session.rest === null && fileDue(cx, turn) <= cx.now() ? { ...served, turn } : undefined
}

/** Until when the turn waits for the file of its message; 0: it does not. */
function fileDue({ db, now }: Cx, { messageId, createdAt }: PendingTurn): number {
  const due = createdAt + FILE_WAIT
  const isRecent = Math.abs(now() - createdAt) < FILE_WAIT // not after a clock was set back
  const media = messageId !== null && isRecent ? findMessage(db, messageId)?.media : undefined
  return media?.state === 'missing' && media.ticket !== null ? due : 0
}

export const integrationTurns = defineService('integrations', {
  create(services) {
    const { outsideAllow, answerForBot, encryptionFor, isOnStandby, publicUrl } = services
    const encryption = encryptionFor(FILE_LINKS)
    return new IntegrationTurns({
      ...services,
      services,
      encryption: encryptionFor('integrations'),
      allowed: outsideAllow,
      think: answerForBot,
      fileUrlOf: (cx, message) => fileLinkOf({ publicUrl: publicUrl(), encryption }, cx, message),
      isHeld: isOnStandby,
    })
  },
  subscribers: (turns) => [
    on(turnDue, 'afterCommit', (cx, { ticketId }) => turns().wake(cx.tenant.uuid, ticketId)),
    on(mediaSettled, 'afterCommit', (cx, { message: { ticketId } }) => {
      if (ticketId !== null && findSession(cx.db, ticketId)) turns().wake(cx.tenant.uuid, ticketId)
    }),
  ],
  stop: (turns) => turns.stop(),
})

/**
 * Takes the turns of integrations: one at a time per ticket, in their order. The rows are the queue: after a crash, a
 * turn is taken again under the same id. State, answers and log are stored in one transaction, if the integration still
 * serves the ticket then.
 */
import { findConnection } from '../../channels/connections/queries'
import { findContact } from '../../contacts/queries'
import type { Cx } from '../../platform/cx'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import { on } from '../../platform/extensions'
import { findStoredFile } from '../../platform/files'
import type { Log } from '../../platform/log'
import { defineService } from '../../platform/module'
import { type OutsideAllow, OutsideFailed } from '../../platform/outside'
import { HOUR, SECOND } from '../../platform/time'
import type { FilePlace } from '../../platform/uploads'
import { findQueue } from '../../queues/queries'
import { isPaused } from '../../tenancy/standby'
import { writeLog } from '../../tickets/log/log'
import { mediaSettled } from '../../tickets/messages/events'
import { findMessage } from '../../tickets/messages/queries'
import type { StoredMessage } from '../../tickets/messages/tables'
import { createAsking, type Think } from './ask'
import { FILE_LINKS, fileLinkOf } from './file-links'
import { noteTurn, storeCalls } from './health'
import { leaveNote, perform } from './perform'
import { failureNote } from './phrases'
import { type PreparedAction, prepare } from './prepare'
import { findIntegration } from './queries'
import {
  type Call,
  type Integration,
  IntegrationFailed,
  type IntegrationRunner,
  integrationRunners,
  MOST_STATE,
  type Outcome,
  queueIntegrations,
  type Turn,
  type TurnEvent,
  type TurnFile,
} from './runner'
import { cutToRoom, isMessage, roomFor } from './said'
import { openIntegration } from './secrets'
import { isTooFast, leave, turnDue } from './serve'
import {
  addTurn,
  endSession,
  findFirstTurn,
  findServed,
  findSession,
  listTimed,
  listWaiting,
  nextTimed,
  removeTurn,
  type Served,
  saveSession,
} from './sessions'
import type { IntegrationSession, PendingTurn } from './tables'

/** Turns under way in all, and in one company; beyond, they wait for the job. */
const MOST_IN_ALL = 200
const MOST_IN_COMPANY = 40
/** An answer later than this helps nobody: after a standstill, people take over. */
const LATEST = HOUR
/** So long a turn waits for the file of its message. */
const FILE_WAIT = 20 * SECOND
/** A timer comes no sooner. */
const SHORTEST_WAKE = SECOND

export type TurnDeps = {
  readonly log: Log
  readonly encryption: Encryption
  readonly allowed: OutsideAllow
  cxOf(tenantUuid: string): Cx
  readonly think: Think
  /** An address at which another server can fetch the message's file. */
  fileUrlOf(cx: Cx, message: StoredMessage): string | null
  folderOf(tenantUuid: string): string
  companyNameOf(tenantUuid: string): string
  placeOf(who: { readonly tenantUuid: string; readonly userId: number }): FilePlace
  isHeld(): boolean
}

declare module '../../platform/module' {
  interface Services {
    readonly integrations: IntegrationTurns
  }
}
export type IntegrationTurns = ReturnType<typeof createIntegrationTurns>

type Ready = {
  readonly state: string
  readonly actions: readonly PreparedAction[]
  readonly wakeAt: number | null
  readonly calls: readonly Call[]
  readonly whenStored: Outcome['whenStored']
}
type Failed = { readonly fault: string; readonly calls: readonly Call[] }

export function createIntegrationTurns({ log, encryption, allowed, think, isHeld, ...deps }: TurnDeps) {
  const { cxOf } = deps
  /** Turns under way, by company and ticket. */
  const running = new Map<string, Promise<void>>()
  const perCompany = new Map<string, number>()
  const stopping = new AbortController()

  const keyOf = (uuid: string, ticketId: number) => `${uuid} ${ticketId}`

  function wake(uuid: string, ticketId: number) {
    setImmediate(() => goOn(uuid, ticketId))
  }

  /** Must not throw. What cannot be read now is tried again by the job. */
  function goOn(uuid: string, ticketId: number) {
    const key = keyOf(uuid, ticketId)
    const mine = perCompany.get(uuid) ?? 0
    if (stopping.signal.aborted || isHeld() || running.has(key)) return
    if (running.size >= MOST_IN_ALL || mine >= MOST_IN_COMPANY) return
    try {
      const cx = cxOf(uuid)
      if (isPaused(cx)) return
      const next = takeNext(cx, ticketId)
      if (!next) return
      perCompany.set(uuid, mine + 1)
      const work = take(cx, next).then((isStored) => {
        running.delete(key)
        const left = (perCompany.get(uuid) ?? 1) - 1
        if (left > 0) perCompany.set(uuid, left)
        else perCompany.delete(uuid)
        if (isStored) wake(uuid, ticketId) // otherwise the job takes it again, not at once
      })
      running.set(key, work)
    } catch (error) {
      log.warn({ err: error, tenant: uuid }, 'turns of an integration could not be read')
    }
  }

  type Next = Served & { readonly turn: PendingTurn }

  /** What is no longer served is cleared away. */
  function takeNext(cx: Cx, ticketId: number): Next | undefined {
    const served = findServed(cx.db, ticketId)
    const turn = findFirstTurn(cx.db, ticketId)
    if (!served) {
      if (turn || findSession(cx.db, ticketId)) cx.transaction((cx) => clear(cx, ticketId))
      return undefined
    }
    // The last answer is still being said, or the file is being fetched.
    return turn && served.session.rest === null && fileDue(cx, turn) <= cx.now() ? { ...served, turn } : undefined
  }

  /** Must not reject. Returns whether the turn is stored. */
  async function take(cx: Cx, next: Next): Promise<boolean> {
    const result = await outcomeOf(cx, next).catch((error: unknown): Failed => {
      log.error({ err: error, tenant: cx.tenant.uuid }, 'a turn of an integration failed')
      return { fault: 'error', calls: [] }
    })
    if (stopping.signal.aborted) return false
    try {
      cx.transaction((cx) => ('fault' in result ? giveUp(cx, next, result) : finish(cx, next, result)))
      return true
    } catch (error) {
      log.warn({ err: error, tenant: cx.tenant.uuid }, 'a turn of an integration could not be stored')
      return false
    }
  }

  async function outcomeOf(cx: Cx, { session, ticket, turn }: Next): Promise<Ready | Failed> {
    const failed = (fault: string, calls: readonly Call[] = []): Failed => ({ fault, calls })
    if (Math.abs(cx.now() - turn.createdAt) > LATEST) return failed('late')
    const found = integrationOf(cx, session)
    if (found === undefined) return failed('missing')
    if (found === 'sealed') return failed('secret')
    const runner = findRunner(cx, found)
    const asked = runner && turnFor(cx, { session, ticket, turn })
    if (!runner || !asked) return failed('missing')
    const file = (most: number) => fileOf(cx, turn, { most, folder: deps.folderOf(cx.tenant.uuid) })
    const { context, calls } = createAsking({ cx, encryption, allowed, think, file, left: stopping.signal })
    try {
      const outcome = await within(context.signal, runner.run(found, asked, context))
      const state = JSON.stringify(outcome.state ?? null)
      if (state.length > MOST_STATE) return failed('state', calls)
      const prepared = await prepare(outcome.actions, {
        place: deps.placeOf({ tenantUuid: cx.tenant.uuid, userId: 0 }),
        allowed,
        left: stopping.signal,
        now: cx.now,
      })
      return {
        state,
        actions: prepared.actions,
        wakeAt: outcome.wakeAt === undefined ? null : Math.max(outcome.wakeAt, cx.now() + SHORTEST_WAKE),
        calls: [...calls, ...(outcome.calls ?? []), ...prepared.calls],
        whenStored: outcome.whenStored,
      }
    } catch (error) {
      if (error instanceof OutsideFailed) return failed(error.fault, calls)
      if (error instanceof IntegrationFailed) return failed(error.message, calls)
      if (context.signal.aborted) return failed('timeout', calls)
      log.error({ err: error, tenant: cx.tenant.uuid, integration: found.type }, 'an integration failed')
      return failed('error', calls)
    }
  }

  function integrationOf(cx: Cx, { integrationId, queueId }: IntegrationSession): Integration | 'sealed' | undefined {
    if (integrationId === 0) {
      const queue = findQueue(cx.db, queueId)
      return (
        queue &&
        cx
          .membersOf(queueIntegrations)
          .map((one) => one.of(cx, queue))
          .find((one) => one !== undefined)
      )
    }
    const row = findIntegration(cx.db, integrationId)
    try {
      return row && openIntegration(cx, encryption, row)
    } catch (error) {
      if (error instanceof DecryptionFailed) return 'sealed'
      throw error
    }
  }

  function turnFor(cx: Cx, { session, ticket, turn }: Next): Turn | undefined {
    const contact = findContact(cx.db, ticket.contactId)
    const connection = findConnection(cx.db, ticket.connectionId)
    const event = eventOf(cx, turn, deps.fileUrlOf)
    if (!contact || !connection || !event) return undefined
    return {
      id: turn.key,
      event,
      session: { id: session.key, turn: session.turn + 1, beganAt: session.beganAt },
      state: JSON.parse(session.state) as unknown, // written by finish
      ticket: { id: ticket.id, uuid: ticket.uuid, queueId: ticket.queueId, status: ticket.status },
      contact: {
        id: contact.id,
        name: contact.name,
        number: contact.number ?? '',
        channel: ticket.channel,
        email: contact.email ?? '',
      },
      connection: { id: connection.id, name: connection.name, channel: connection.channel },
      company: {
        id: cx.tenant.uuid,
        name: deps.companyNameOf(cx.tenant.uuid),
        language: cx.tenant.language,
      },
      now: cx.now(),
    }
  }

  type DueAt = number | null
  const isRunning = (cx: Cx, ticketId: number) => running.has(keyOf(cx.tenant.uuid, ticketId))

  return {
    wake,
    /** Starts what is due in a company: turns, actions left for later, and timers. */
    wakeDue(cx: Cx) {
      for (const ticketId of listTimed(cx.db, cx.now())) {
        cx.transaction((cx) => onTime(cx, ticketId))
        wake(cx.tenant.uuid, ticketId)
      }
      for (const ticketId of listWaiting(cx.db)) wake(cx.tenant.uuid, ticketId)
    },
    /** Turns under way continue by themselves, and those behind an unfinished answer follow it. */
    nextDue(cx: Cx): DueAt {
      const waiting = listWaiting(cx.db).flatMap((id) => {
        const turn = findFirstTurn(cx.db, id)
        const isReady = turn && !isRunning(cx, id) && (findServed(cx.db, id)?.session.rest ?? null) === null
        return isReady ? [fileDue(cx, turn)] : []
      })
      const timed = nextTimed(cx.db)
      const due = Math.min(...waiting, timed ?? Number.POSITIVE_INFINITY)
      return Number.isFinite(due) ? due : null
    },
    /** A trial without a ticket: nothing is sent or stored, but the calls. */
    async rehearse(cx: Cx, integration: Integration, turn: Turn, left: AbortSignal) {
      const runner = findRunner(cx, integration)
      if (!runner) return { outcome: null, calls: [], fault: 'missing' }
      const signal = AbortSignal.any([left, stopping.signal])
      const { context, calls } = createAsking({ cx, encryption, allowed, think, left: signal })
      try {
        return { outcome: await within(context.signal, runner.run(integration, turn, context)), calls, fault: null }
      } catch (error) {
        return { outcome: null, calls, fault: faultOf(error, context.signal) }
      }
    },
    /** Resolves when nothing is under way any more. Turns under way are taken again after the next start. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running.values())
      await new Promise(setImmediate)
    },
  }
}

const faultOf = (error: unknown, signal: AbortSignal): string => {
  if (error instanceof OutsideFailed) return error.fault
  if (error instanceof IntegrationFailed) return error.message
  return signal.aborted ? 'timeout' : 'error'
}

const findRunner = (cx: Cx, { type }: Pick<Integration, 'type'>): IntegrationRunner | undefined =>
  cx.membersOf(integrationRunners).find((one) => one.type === type)

/** Rejects when the time is over, whatever the runner waits for. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new OutsideFailed('timeout'))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  work.catch(() => undefined) // nobody waits for it after the time
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

async function fileOf(
  { db }: Cx,
  { messageId }: PendingTurn,
  { most, folder }: { readonly most: number; readonly folder: string },
): Promise<TurnFile | undefined> {
  const media = messageId === null ? undefined : findMessage(db, messageId)?.media
  const found = media?.file ? findStoredFile(folder, media.file) : undefined
  const file = found && Bun.file(found.path)
  if (!media || !file || file.size > most) return undefined
  return { bytes: await file.bytes(), mimetype: media.mimetype, seconds: media.seconds }
}

/** Until when the turn waits for the file of its message; 0: it does not. */
function fileDue({ db, now }: Cx, { messageId, createdAt }: PendingTurn): number {
  const due = createdAt + FILE_WAIT
  const isRecent = Math.abs(now() - createdAt) < FILE_WAIT // not after a clock was set back
  const media = messageId !== null && isRecent ? findMessage(db, messageId)?.media : undefined
  return media?.state === 'missing' && media.ticket !== null ? due : 0
}

function eventOf(cx: Cx, { messageId }: PendingTurn, fileUrlOf: TurnDeps['fileUrlOf']): TurnEvent | undefined {
  if (messageId === null) return { kind: 'timer' }
  const message = findMessage(cx.db, messageId)
  if (!message) return undefined
  const { id, kind: type, body, createdAt: timestamp } = message
  return { kind: 'message', message: { id, type, body, fileUrl: fileUrlOf(cx, message), timestamp } }
}

function clear(cx: Cx, ticketId: number) {
  endSession(cx, ticketId)
  // Without a session, too: its ticket may have been merged.
  for (let turn = findFirstTurn(cx.db, ticketId); turn; turn = findFirstTurn(cx.db, ticketId))
    removeTurn(cx.db, turn.id)
}

type Taken = { readonly session: IntegrationSession; readonly turn: PendingTurn }

/** Undefined: people have taken the ticket meanwhile, or the turn was finished before; then the answer changes nothing. */
function stillServed(cx: Cx, { session, turn }: Taken): Served | undefined {
  const served = findServed(cx.db, session.ticketId)
  if (!served) {
    clear(cx, session.ticketId)
    return undefined
  }
  return served.session.key === session.key && removeTurn(cx.db, turn.id) ? served : undefined
}

function finish(cx: Cx, taken: Taken, { state, actions, wakeAt, calls, whenStored }: Ready) {
  const { ticketId, integrationId } = taken.session
  const cut = cutToRoom(actions, roomFor(cx, ticketId, taken.turn.messageId))
  storeCalls(cx, integrationId, ticketId, cut ? [...calls, tooMany(cx, actions.filter(isMessage).length)] : calls)
  noteTurn(cx, integrationId, false)
  const served = stillServed(cx, taken)
  if (!served) return
  whenStored?.(cx)
  const isOvertaken = findFirstTurn(cx.db, ticketId) !== undefined
  const session = { ...served.session, turn: served.session.turn + 1, state, wakeAt: isOvertaken ? null : wakeAt }
  saveSession(cx.db, session)
  const done: readonly PreparedAction[] = cut ? [...cut, { do: 'stop' }] : actions
  const messages = done.filter(isMessage).length
  if (messages > 0)
    writeLog(cx, ticketId, { kind: 'integrationAnswered', userId: null, data: { messages, ms: msOf(calls) } })
  if (cut) writeLog(cx, ticketId, { kind: 'chatbotSilent', userId: null, data: { cause: 'tooManyMessages' } })
  keepRest(cx, ticketId, done)
}

const tooMany = (cx: Cx, messages: number): Call => ({
  at: cx.now(),
  ms: 0,
  status: null,
  what: `messages: ${messages}`,
  fault: 'tooManyMessages',
})

const msOf = (calls: readonly Call[]): number => Math.round(calls.reduce((sum, { ms }) => sum + ms, 0))

/** Does what can be done now, and stores what is left. */
function keepRest(cx: Cx, ticketId: number, actions: readonly PreparedAction[]) {
  const rest = perform(cx, ticketId, actions)
  const session = findSession(cx.db, ticketId)
  if (session)
    saveSession(cx.db, { ...session, rest: rest ? JSON.stringify(rest.actions) : null, restAt: rest?.at ?? null })
}

/** Nothing of the turn reaches the contact; people take over. */
function giveUp(cx: Cx, taken: Taken, { fault, calls }: Failed) {
  const { ticketId, integrationId } = taken.session
  storeCalls(cx, integrationId, ticketId, calls)
  noteTurn(cx, integrationId, true)
  const served = stillServed(cx, taken)
  if (!served) return
  const name = findIntegration(cx.db, integrationId)?.name ?? null
  writeLog(cx, ticketId, { kind: 'integrationFailed', userId: null, data: { integration: name, fault } })
  leaveNote(cx, served.ticket, failureNote(cx.tenant.language, name ?? 'Typebot', fault))
  leave(cx, served.ticket)
}

/** The pause before the rest of an answer is over, or a timer has run out. */
function onTime(cx: Cx, ticketId: number) {
  const served = findServed(cx.db, ticketId)
  if (!served) return clear(cx, ticketId)
  const { session, ticket } = served
  const now = cx.now()
  if (session.rest !== null) {
    if ((session.restAt ?? 0) <= now) keepRest(cx, ticketId, JSON.parse(session.rest) as PreparedAction[]) // written by keepRest
  } else if (session.wakeAt !== null && session.wakeAt <= now) {
    if (isTooFast(cx, session)) {
      writeLog(cx, ticketId, { kind: 'chatbotSilent', userId: null, data: { cause: 'tooFast' } })
      leave(cx, ticket)
      return
    }
    saveSession(cx.db, { ...session, wakeAt: null, recent: [...session.recent.slice(-50), now] })
    addTurn(cx, ticketId, null)
  }
}

export const integrationTurns = defineService('integrations', {
  create({ outsideAllow, answerForBot, encryptionFor, isOnStandby, publicUrl, ...services }) {
    const links = { publicUrl, encryption: encryptionFor(FILE_LINKS) }
    return createIntegrationTurns({
      ...services,
      encryption: encryptionFor('integrations'),
      allowed: outsideAllow,
      think: answerForBot,
      fileUrlOf: (cx, message) => fileLinkOf(links, cx, message),
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

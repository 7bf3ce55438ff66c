import { findConnection } from '../../channels/connections/queries'
import { findContact } from '../../contacts/queries'
import { usernameOf } from '../../contacts/usernames'
import type { Cx } from '../../platform/cx'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import { obtainStoredFile } from '../../platform/files'
import type { Log } from '../../platform/log'
import type { Services } from '../../platform/module'
import { type OutsideAllow, OutsideFailed } from '../../platform/outside'
import { HOUR, SECOND } from '../../platform/time'
import type { UploadTarget } from '../../platform/uploads'
import { findQueue } from '../../queues/queries'
import { findMessage } from '../../tickets/messages/queries'
import type { StoredMessage } from '../../tickets/messages/tables'
import { createAsking, type Think } from './ask'
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
import { openIntegration } from './secrets'
import type { SessionTicket } from './sessions'
import type { IntegrationSession, PendingTurn } from './tables'

/** Turns older than this are handed to attendants, as after a standstill. */
const MAX_AGE_MS = HOUR
/** A timer comes no sooner. */
const SHORTEST_WAKE = SECOND

export type RunDeps = {
  readonly log: Log
  readonly encryption: Encryption
  readonly allowed: OutsideAllow
  readonly think: Think
  readonly services: Services
  /** An address at which another server can fetch the message's file. */
  fileUrlOf(cx: Cx, message: StoredMessage): string | null
  folderOf(tenantUuid: string): string
  companyNameOf(tenantUuid: string): string
  uploadTargetOf(who: { readonly tenantUuid: string; readonly userId: number }): UploadTarget
}

export type ServedTurn = SessionTicket & { readonly turn: PendingTurn }

export type TurnAnswer = {
  readonly state: string
  readonly actions: readonly PreparedAction[]
  readonly wakeAt: number | null
  readonly calls: readonly Call[]
  readonly whenStored: Outcome['whenStored']
}
export type FailedTurn = { readonly fault: string; readonly calls: readonly Call[] }

/** Calls integrations. Stores nothing. */
export class TurnRunner {
  readonly #deps: RunDeps & { readonly left: AbortSignal }

  /** `left` ends all calls. */
  constructor(deps: RunDeps & { readonly left: AbortSignal }) {
    this.#deps = deps
  }

  /** Calls the integration that serves the ticket. Rejects only for a fault of ours. */
  async run(cx: Cx, { session, ticket, turn }: ServedTurn): Promise<TurnAnswer | FailedTurn> {
    const { encryption, allowed, think, services, folderOf, uploadTargetOf, left, log } = this.#deps
    const failed = (fault: string, calls: readonly Call[] = []): FailedTurn => ({ fault, calls })
    if (Math.abs(cx.now() - turn.createdAt) > MAX_AGE_MS) return failed('late')
    const found = this.#integrationOf(cx, session)
    if (found === undefined) return failed('missing')
    if (found === 'sealed') return failed('secret')
    const runner = findRunner(cx, found)
    const asked = runner && this.#turnFor(cx, { session, ticket, turn })
    if (!runner || !asked) return failed('missing')
    const file = (most: number) => fileOf(cx, turn, { most, folder: folderOf(cx.tenant.uuid) })
    const { context, calls } = createAsking({ cx, encryption, allowed, think, services, file, left })
    try {
      const outcome = await within(context.signal, runner.run(found, asked, context))
      const state = JSON.stringify(outcome.state ?? null)
      if (state.length > MOST_STATE) return failed('state', calls)
      const prepared = await prepare(outcome.actions, {
        place: uploadTargetOf({ tenantUuid: cx.tenant.uuid, userId: 0 }),
        wait: cx.wait,
        allowed,
        left,
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

  /** A trial without a ticket: nothing is sent or stored, but the calls. */
  async dryRun(cx: Cx, integration: Integration, turn: Turn, left: AbortSignal) {
    const runner = findRunner(cx, integration)
    if (!runner) return { outcome: null, calls: [], fault: 'missing' }
    const { encryption, allowed, think, services } = this.#deps
    const signal = AbortSignal.any([left, this.#deps.left])
    const { context, calls } = createAsking({ cx, encryption, allowed, think, services, left: signal })
    try {
      return { outcome: await within(context.signal, runner.run(integration, turn, context)), calls, fault: null }
    } catch (error) {
      return { outcome: null, calls, fault: faultOf(error, context.signal) }
    }
  }

  #integrationOf(cx: Cx, { integrationId, queueId }: IntegrationSession): Integration | 'sealed' | undefined {
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
      return row && openIntegration(cx, this.#deps.encryption, row)
    } catch (error) {
      if (error instanceof DecryptionFailed) return 'sealed'
      throw error
    }
  }

  #turnFor(cx: Cx, { session, ticket, turn }: ServedTurn): Turn | undefined {
    const contact = findContact(cx.db, ticket.contactId)
    const connection = findConnection(cx.db, ticket.connectionId)
    const event = this.#eventOf(cx, turn)
    if (!contact || !connection || !event) return undefined
    return {
      id: turn.key,
      event,
      session: { id: session.key, turn: session.turn + 1, beganAt: session.beganAt },
      state: JSON.parse(session.state) as unknown, // written by storeTurn
      ticket: { id: ticket.id, uuid: ticket.uuid, queueId: ticket.queueId, status: ticket.status },
      contact: {
        id: contact.id,
        name: contact.name,
        number: contact.number ?? '',
        username: usernameOf(cx.db, contact.id) ?? '',
        channel: ticket.channel,
        email: contact.email ?? '',
      },
      connection: { id: connection.id, name: connection.name, channel: connection.channel },
      company: {
        id: cx.tenant.uuid,
        name: this.#deps.companyNameOf(cx.tenant.uuid),
        language: cx.tenant.language,
      },
      now: cx.now(),
    }
  }

  #eventOf(cx: Cx, { messageId }: PendingTurn): TurnEvent | undefined {
    if (messageId === null) return { kind: 'timer' }
    const message = findMessage(cx.db, messageId)
    if (!message) return undefined
    const { id, kind: type, body, createdAt: timestamp } = message
    const fileUrl = this.#deps.fileUrlOf(cx, message)
    const tapped = message.extra?.tapped
    return { kind: 'message', message: { id, type, body, fileUrl, timestamp, ...(tapped !== undefined && { tapped }) } }
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
  const found = media?.file ? await obtainStoredFile(folder, media.file) : undefined
  const file = found && Bun.file(found.path)
  if (!media || !file || file.size > most) return undefined
  return { bytes: await file.bytes(), mimetype: media.mimetype, seconds: media.seconds }
}

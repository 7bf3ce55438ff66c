/**
 * Sends notifications that are due. The rows are the queue: a row is taken for the time of an attempt, so that it is sent
 * again if the process dies meanwhile. A device shows the second one in place of the first.
 */
import { createHash } from 'node:crypto'
import type { ControlWrites } from '../../platform/control-writes'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import type { Log } from '../../platform/log'
import { defineService } from '../../platform/module'
import { askOutside, type OutsideAllow } from '../../platform/outside'
import { execute } from '../../platform/sql'
import type { ControlDb } from '../../platform/sqlite'
import { MINUTE, SECOND, systemClock } from '../../platform/time'
import { isOverdue } from '../../tenancy/standby'
import { findActor, findUser } from '../../users/people'
import { createActKey, PUSH_ACTS } from './acts'
import { compose } from './compose'
import type { PushKind, PushPayload } from './contract'
import { countSent } from './counters'
import { encryptFor, signFor } from './encrypt'
import { decryptDeviceKeys, type KeyPair, openKeys } from './keys'
import { findDevice, findPushSettings, listDueNotices } from './queries'
import { wantsPeace } from './quiet'
import { outcomeOf, type PushAnswer } from './retries'
import type { StoredDevice, StoredNotice } from './tables'
import { announceDevices } from './team'

/** For a push service's response. */
const ANSWER_LIMIT = 10 * SECOND
/** Bytes of it that are read. */
const MOST_BYTES = 1000
/** An attempt that has no outcome after this time is made again. */
const TAKEN_FOR = MINUTE
/** Concurrent attempts of all companies. */
const MOST_IN_ALL = 64
/** Composed in one run. */
const MOST_PER_RUN = 32
/** A device whose push service refused so many in a row is given up. */
const MOST_REFUSED = 5

const URGENCY: Readonly<Record<PushKind | 'test', 'high' | 'normal'>> = {
  own: 'high',
  given: 'high',
  waiting: 'normal',
  mentions: 'normal',
  groups: 'high',
  chats: 'normal',
  reminders: 'high',
  unseen: 'high',
  test: 'high',
}

declare module '../../platform/module' {
  interface Services {
    readonly push: PushSender
  }
}

type SenderDeps = {
  readonly log: Log
  readonly control: ControlDb
  readonly controlWrites: ControlWrites
  readonly encryption: Encryption
  readonly actEncryption: Encryption
  readonly allowed: OutsideAllow
  now(): number
  cxOf(tenantUuid: string): Cx
  isOnScreen(tenantUuid: string, userId: number, ticketId: number): boolean
  random(): number
}

/** A notification on its way. */
type Shipment = { readonly notice: StoredNotice; readonly device: StoredDevice; readonly payload: PushPayload }

export class PushSender {
  readonly #deps: SenderDeps
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #keys: Promise<KeyPair> | undefined

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /** The pair is made at the first start. What fails is tried again by the next who asks. */
  keys(): Promise<KeyPair> {
    this.#keys ??= openKeys(this.#deps).catch((error: unknown) => {
      this.#keys = undefined
      throw error
    })
    return this.#keys
  }

  /** Returns whether more is due. */
  sendDue(cx: Cx): boolean {
    const room = Math.min(MOST_PER_RUN, MOST_IN_ALL - this.#running.size)
    if (room <= 0 || this.#stopping.signal.aborted) return false
    const due = listDueNotices(cx.db, cx.now(), room)
    const shipments = cx.transaction((cx) => due.flatMap((notice) => this.#take(cx, notice) ?? []))
    for (const shipment of shipments) this.#send(cx, shipment)
    return due.length === room
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Resolves when outcomes are stored. Aborted attempts are made again after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  /** Decides what becomes of a notification. Undefined: it is not sent now. */
  #take(cx: Cx, notice: StoredNotice): Shipment | undefined {
    const now = cx.now()
    const device = findDevice(cx.db, notice.deviceId)
    const user = device && findUser(cx.db, device.userId)
    const actor = device && findActor(cx.db, device.userId, cx.tenant, '', isOverdue(cx))
    if (!device || !user || !actor) {
      if (device) removeDeviceRow(cx, device) // of somebody blocked
      return undefined
    }
    const settings = findPushSettings(cx.db, device.userId)
    const isUnwanted = notice.kind !== 'test' && wantsPeace(user, settings, cx.tenant.timeZone, now)
    if (notice.expiresAt <= now || isUnwanted || actor.isOverdue) return void dropNotice(cx, notice)
    if (device.heldUntil > now) return void postpone(cx, notice, device.heldUntil)
    const { isOnScreen } = this.#deps
    const composed = compose(
      cx,
      {
        actor,
        settings,
        language: device.language,
        isOnScreen: (ticketId) => isOnScreen(cx.tenant.uuid, device.userId, ticketId),
      },
      notice,
    )
    if (composed.is === 'nothing') return void dropNotice(cx, notice)
    if (composed.is === 'later') return void postpone(cx, notice, now + composed.wait)
    execute(cx.db, 'UPDATE push_notices SET next_at = ?, tries = tries + 1 WHERE id = ?', [now + TAKEN_FOR, notice.id])
    const { takes } = composed
    const key = takes === null ? null : createActKey(cx, this.#deps.actEncryption, device, notice, takes)
    return { notice: { ...notice, tries: notice.tries + 1 }, device, payload: { ...composed.payload, key } }
  }

  #send(cx: Cx, shipment: Shipment): void {
    const { uuid } = cx.tenant
    const { signal } = this.#stopping
    const work = this.#attempt(cx, shipment)
      .then((answer) => {
        if (!signal.aborted) this.#store(uuid, shipment, answer)
      })
      .catch((error: unknown) => this.#deps.log.warn({ err: error, tenant: uuid }, 'a notification could not be sent'))
      .finally(() => this.#running.delete(work))
    this.#running.add(work)
  }

  async #attempt(cx: Pick<Cx, 'tenant' | 'now' | 'wait'>, { notice, device, payload }: Shipment): Promise<PushAnswer> {
    const { encryption, allowed } = this.#deps
    const keys = decryptDeviceKeys(cx, encryption, device.keys)
    if (!keys) return { status: 410, retryAfter: null } // nothing can be encrypted for it any more
    const ttl = Math.max(0, Math.round((notice.expiresAt - cx.now()) / SECOND))
    const body = encryptFor(keys, JSON.stringify(payload))
    const authorization = await signFor(await this.keys(), device.endpoint, subjectOf(device.origin), systemClock())
    try {
      const { status, retryAfter } = await askOutside({
        url: device.endpoint,
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          'content-length': String(body.length),
          ttl: String(ttl),
          urgency: URGENCY[notice.kind],
          topic: topicOf(notice.tag),
        },
        body,
        reach: 'public',
        wait: cx.wait,
        allowed,
        limit: ANSWER_LIMIT,
        most: MOST_BYTES,
        isExcerptEnough: true,
        left: this.#stopping.signal,
      })
      return { status, retryAfter }
    } catch {
      return { status: null, retryAfter: null }
    }
  }

  #store(uuid: string, { notice, device }: Shipment, answer: PushAnswer): void {
    const { cxOf, random } = this.#deps
    cxOf(uuid).transaction((cx) => {
      const now = cx.now()
      const outcome = outcomeOf(answer, notice.tries, now, random())
      switch (outcome.is) {
        case 'taken':
          execute(cx.db, 'UPDATE push_devices SET sent_at = ?, refused = 0, held_until = 0 WHERE id = ?', [
            now,
            device.id,
          ])
          countSent(cx, notice, device.userId)
          return dropNotice(cx, notice)
        case 'gone':
          return removeDeviceRow(cx, device)
        case 'shorten':
          if (notice.data.isBare) return dropNotice(cx, notice)
          return void execute(
            cx.db,
            "UPDATE push_notices SET data = json_set(data, '$.isBare', json('true')), next_at = ? WHERE id = ? AND revision = ?",
            [now, notice.id, notice.revision],
          )
        case 'refused':
          if (device.refused + 1 >= MOST_REFUSED) return removeDeviceRow(cx, device)
          execute(cx.db, 'UPDATE push_devices SET refused = refused + 1 WHERE id = ?', device.id)
          return dropNotice(cx, notice)
        case 'again':
          execute(cx.db, 'UPDATE push_devices SET held_until = ? WHERE id = ?', [now + outcome.wait, device.id])
          return postpone(cx, notice, now + outcome.wait)
      }
    })
  }
}

/** A later one in its place stays. */
const dropNotice = ({ db }: Cx, { id, revision }: StoredNotice) =>
  void execute(db, 'DELETE FROM push_notices WHERE id = ? AND revision = ?', [id, revision])

const postpone = ({ db }: Cx, { id }: StoredNotice, at: number) =>
  void execute(db, 'UPDATE push_notices SET next_at = ? WHERE id = ?', [at, id])

function removeDeviceRow(cx: Cx, { id, userId }: StoredDevice): void {
  const { changes } = execute(cx.db, 'DELETE FROM push_devices WHERE id = ? AND user_id = ?', [id, userId])
  if (changes > 0) announceDevices(cx, userId)
}

/** Whom a push service may ask about these notifications. Browsers allow http on this machine alone. */
const subjectOf = (origin: string): string =>
  origin.startsWith('https:') ? origin : `mailto:push@${new URL(origin).hostname}`

/** A push service keeps only the latest of a topic for a device that is off; it takes 32 letters of base64url. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

export const pushSender = defineService('push', {
  create(services) {
    const { log, clock, databases, controlWrites, cxOf, encryptionFor, outsideAllow } = services
    const sender = new PushSender({
      log,
      cxOf,
      now: clock,
      control: databases.control,
      controlWrites,
      encryption: encryptionFor('push'),
      actEncryption: encryptionFor(PUSH_ACTS),
      allowed: outsideAllow,
      isOnScreen: (...where) => services.attention.isOnScreen(...where),
      random: Math.random,
    })
    sender.keys().catch((error: unknown) => log.error({ err: error }, 'the keys for notifications could not be made'))
    return sender
  },
  stop: (sender) => sender.stop(),
})

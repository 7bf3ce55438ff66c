/**
 * Life cycle of one connection: open, pair, lose, reconnect, end. Its socket is opened in session-socket.ts; sending is
 * in sending/conversation.ts.
 */

import type { WAVersion } from '@whiskeysockets/baileys'
import type { Address, PairingRequest, PasskeyDemand, SessionNews } from '../../channel'
import type { Baileys } from '../baileys/baileys'
import { createCaches } from '../baileys/caches'
import { briefly } from '../baileys/log'
import { Groups } from '../groups/groups'
import { unlinkDevice } from '../sending/conversation'
import { clientOf, noteFact, PASSKEY_DEMAND, readFact } from '../storage/facts'
import { Records } from '../storage/records'
import { AccountStatus } from './account-status'
import { Alarm } from './alarm'
import { type Answer, answerTo, type Reason, retryDelay } from './close-reason'
import type { SessionContext } from './context'
import type { LiveSocket, SendingSocket } from './live-socket'
import { createOnline, type Online } from './online'
import { PairingWindow } from './pairing-window'
import { openSessionSocket } from './session-socket'

export class Session {
  private live: LiveSocket | null = null
  private isOpen = false
  private online: Online | null = null
  private baileys: Baileys | null = null
  private window: PairingWindow | null = null
  /** A phone was linked since the last claim. */
  private isNew = false
  /** Another connection has the account; it is unlinked as soon as the socket is open, and nothing else is done with it. */
  private isRefused = false
  /** WhatsApp Web version that this socket claims. */
  private version: WAVersion | null = null
  /** Version that WhatsApp refused when it closed the last socket. */
  private refusedVersion: WAVersion | null = null
  /** Number of attempts since the connection was last stable. */
  private attempt = 0
  /** Timer of the next attempt after a lost connection or a ban. */
  private readonly next: Alarm
  /** Removes the session from the opening queue. */
  private reportOpened: () => void = () => {}
  /** Counts starts, so that late callbacks of an earlier start are ignored. */
  private epoch = 0
  private readonly caches: ReturnType<typeof createCaches>
  private readonly records: Records
  private readonly accountStatus: AccountStatus
  readonly groups: Groups

  constructor(private readonly context: SessionContext) {
    this.caches = createCaches(context.now)
    this.records = new Records(context)
    this.accountStatus = new AccountStatus(context, this.records)
    this.groups = new Groups(context, () => this.records.me)
    this.next = new Alarm(context.now)
  }

  /** Does nothing while it is already running. */
  start(): void {
    if (this.isUnderWay) return
    this.records.discardAttempt() // left by a killed process
    const { stored } = this.records
    if (stored === 'paired') this.begin()
    else if (stored === 'locked') this.reportLocked()
    else this.accountStatus.report({ status: 'DISCONNECTED' })
  }

  pair(request: PairingRequest): void {
    if (this.records.isPaired) {
      // Somebody pressed "try again": connect now instead of after the back-off.
      if (!this.isOpen) this.begin()
    } else if (this.window?.isFor(request) && !this.passkey) {
      this.window.prolong()
    } else {
      this.records.archiveLocked()
      this.begin(
        new PairingWindow(request, this.context.limits.pairingWindow, () => this.finish('DISCONNECTED', 'pairingOver')),
      )
    }
  }

  keepPairing(): void {
    if (!this.passkey) this.window?.prolong()
  }

  async logout(): Promise<void> {
    await this.unlink('loggedOutHere')
    this.accountStatus.report({ status: 'DISCONNECTED', retries: 0, number: null })
  }

  stop(): void {
    this.drop()
    this.records.close()
  }

  watch(chats: readonly Address[], opened: readonly Address[]): void {
    this.online?.watch(chats, opened)
  }

  /** WhatsApp may not have reported the restriction, so it is asked. */
  firstContact(isRefused: boolean): void {
    if (isRefused) this.live?.sock.fetchAccountReachoutTimelock().catch(() => {}) // then it stays inferred
    this.accountStatus.firstContact(isRefused)
  }

  /** Null while it is not open. */
  get socket(): SendingSocket | null {
    const { live, isOpen, baileys, context } = this
    return live && isOpen && baileys ? { live, baileys, parse: context.parse } : null
  }

  /** Null while WhatsApp demands none. */
  get passkey(): PasskeyDemand | null {
    return this.live?.passkey ?? null
  }

  private reportLocked(): void {
    const { context } = this
    context.log.error(context.ref, 'whatsapp: the stored session was encrypted with another secret.key')
    this.accountStatus.report({ status: 'DISCONNECTED', reason: 'locked' })
  }

  private get isUnderWay(): boolean {
    return this.live !== null || this.window !== null || this.next.isSet
  }

  private begin(window: PairingWindow | null = null): void {
    this.drop()
    this.window = window
    this.attempt = 0
    this.accountStatus.report({ status: 'OPENING', retries: 0 })
    this.open()
  }

  private open(): void {
    this.epoch += 1
    const { epoch } = this
    this.connect(epoch).catch((error) => {
      if (epoch !== this.epoch) return
      this.context.log.error({ ...this.context.ref, ...briefly(error) }, 'whatsapp: a session could not be opened')
      this.retry({ do: 'retry', reason: 'network', refreshVersion: false })
    })
  }

  private async connect(epoch: number): Promise<void> {
    const { context, records } = this
    const baileys = await context.load()
    const refused = this.refusedVersion
    const version = context.url ? null : await context.versionToUse({ db: context.db, baileys, refused })
    if (epoch !== this.epoch) return
    records.open(baileys)
    await this.claim()
    if (epoch !== this.epoch) return
    const opened = await context.openings.begin({ first: this.isWatched })
    if (epoch !== this.epoch) return opened()
    this.reportOpened = opened
    this.version = version
    this.baileys = baileys
    this.live = openSessionSocket({
      context,
      records,
      groups: this.groups,
      caches: this.caches,
      baileys,
      version,
      byCode: this.window?.request.by === 'code',
      isRefused: this.isRefused,
      current: () => this.live,
      updated: (update) => {
        if (epoch !== this.epoch) return
        if (update.qr) this.offer(update.qr)
        if (update.isNewLogin) this.paired()
        if (update.connection === 'open') this.opened()
        if (update.reachoutTimeLock) this.accountStatus.limit(update.reachoutTimeLock)
      },
      passkeyDemanded: (demand) => {
        if (epoch === this.epoch) this.demanded(demand)
      },
      passkeyFailed: (reason) => {
        if (epoch === this.epoch) this.finish('DISCONNECTED', reason)
      },
      closed: (code, shutOut) => {
        if (epoch === this.epoch) this.closed(code, shutOut)
      },
    })
  }

  /** Somebody is waiting in front of the screen. */
  private get isWatched(): boolean {
    return this.window !== null || this.accountStatus.status === 'PAIRING'
  }

  private offer(qrcode: string): void {
    const { window, context } = this
    if (!window) return
    this.reportOpened()
    window.shown += 1
    if (window.shown > context.limits.qrCodes) {
      this.finish('DISCONNECTED', 'qrUnscanned')
    } else if (window.request.by === 'code') {
      if (window.shown === 1 || !this.accountStatus.pairingCode)
        this.askForCode(window.request.number, context.now() + window.codeLife(context.limits))
    } else {
      this.accountStatus.report({
        status: 'qrcode',
        qrcode,
        qrcodeExpiresAt: context.now() + window.qrLife(context.limits),
      })
    }
  }

  private askForCode(number: string, qrcodeExpiresAt: number): void {
    const { live, epoch } = this
    live?.sock.requestPairingCode(number).then(
      (pairingCode) => {
        if (epoch === this.epoch) this.accountStatus.report({ status: 'qrcode', pairingCode, qrcodeExpiresAt })
      },
      () => {
        if (epoch === this.epoch) this.finish('DISCONNECTED', 'pairingFailed')
      },
    )
  }

  /** From now on the ceremony's own time limits apply, with or without a viewer. */
  private demanded({ stage, expiresAt }: PasskeyDemand): void {
    this.window?.close()
    this.accountStatus.report({ status: 'PASSKEY', passkey: { stage, expiresAt } })
    if (stage === 'demanded')
      this.noting(({ db, ref, now }) => noteFact(db, PASSKEY_DEMAND, { value: String(ref.connectionId), at: now() }))
  }

  private paired(): void {
    this.window?.close()
    this.window = null
    this.groups.startAnew()
    this.isNew = true
    this.claim().catch(() => {}) // the next socket asks again before it opens
  }

  /** Before a socket opens with an account: nothing is received for one that another connection has. */
  private async claim(): Promise<void> {
    const { number } = this.records
    this.isRefused = number !== null && !(await this.context.claim(number))
    if (this.isRefused || !this.isNew) return
    this.isNew = false
    this.accountStatus.report({ status: 'PAIRING', number })
    this.records.expectHistory()
  }

  private opened(): void {
    this.isOpen = true
    this.refusedVersion = null
    this.reportOpened()
    if (this.isRefused) {
      void this.turnAway()
      return
    }
    const { epoch } = this
    setTimeout(() => {
      if (epoch === this.epoch) this.attempt = 0
    }, this.context.limits.stable).unref()
    this.noteClient()
    const { live } = this
    if (live) this.online = createOnline(live.sock, this.context.limits.linger)
    this.accountStatus.reportOpen()
    if (live) this.groups.opened(live)
    if (live) this.records.socketOpened(live)
  }

  /** For the operator: the version with which this connection was accepted, and since when. */
  private noteClient(): void {
    const { baileys, context } = this
    const value = (this.version ?? baileys?.DEFAULT_CONNECTION_CONFIG.version ?? []).join('.')
    const name = clientOf(context.ref.connectionId)
    this.noting(({ db }) => {
      if (readFact(db, name)?.value !== value) noteFact(db, name, { value, at: context.now() })
    })
  }

  /** Optional: if it cannot be stored, the session continues. */
  private noting(note: (context: SessionContext) => void): void {
    const { context } = this
    try {
      note(context)
    } catch (error) {
      context.log.warn({ ...context.ref, ...briefly(error) }, 'whatsapp: a fact for the operator could not be stored')
    }
  }

  /** Unlinks, on the phone too, an account that another connection has. */
  private async turnAway(): Promise<void> {
    const reason = this.isNew ? 'accountTaken' : 'accountInUse'
    this.isRefused = false
    await this.unlink(reason)
    this.accountStatus.report({ status: 'DISCONNECTED', reason, number: null })
  }

  private async unlink(reason: string): Promise<void> {
    const { socket } = this
    // From here on closing events of this socket are ignored.
    this.epoch += 1
    if (socket) await unlinkDevice(socket)
    this.drop()
    this.records.archive(reason)
  }

  private closed(code: number | null, shutOut: number | null): void {
    this.letGo()
    const { isPaired } = this.records
    if (this.accountStatus.status === 'PASSKEY' && !isPaired) {
      this.finish('DISCONNECTED', 'passkeyLineLost')
      return
    }
    const answer: Answer =
      isPaired || this.window
        ? answerTo(code)
        : { do: 'stop', status: 'DISCONNECTED', reason: 'pairingOver', archive: false }
    switch (answer.do) {
      case 'restart':
        this.open()
        break
      case 'retry':
        this.retry(answer)
        break
      case 'stop':
        if (answer.archive && isPaired) this.records.archive(answer.reason)
        // Without a linked phone there is no account to ban.
        this.finish(isPaired ? answer.status : 'DISCONNECTED', answer.reason, shutOut)
    }
  }

  private retry({ reason, refreshVersion }: Extract<Answer, { do: 'retry' }>): void {
    const { context } = this
    const { limits, random } = context
    if (refreshVersion) this.refusedVersion = this.version
    const wait = retryDelay(this.attempt, random, { fromMs: limits.backOffFrom, toMs: limits.backOffTo })
    this.attempt += 1
    // Somebody is looking at the dialog, so it stays open.
    const status = this.window ? 'OPENING' : 'TIMEOUT'
    this.accountStatus.report({ status, reason, retries: this.attempt })
    this.next.set(context.now() + wait, () => this.open())
  }

  /** Ends the session. Retries after `forMs`, if given. */
  private finish(status: SessionNews['status'], reason: Reason, forMs: number | null = null): void {
    this.drop()
    this.records.discardAttempt()
    const { stored } = this.records
    if (stored === 'locked') {
      this.reportLocked()
      return
    }
    const isPaired = stored === 'paired'
    const until = isPaired && forMs !== null ? this.context.now() + forMs : null
    this.accountStatus.report({ status, reason, until, ...(isPaired ? {} : { number: null }) })
    if (until !== null) this.next.set(until, () => this.begin())
  }

  /** Ends everything that is running, without a report. */
  private drop(): void {
    this.epoch += 1
    this.live?.end()
    this.letGo()
    this.window?.close()
    this.window = null
    this.isNew = false
    this.next.stop()
  }

  /** Called when the socket is closed. */
  private letGo(): void {
    this.live = null
    this.isOpen = false
    this.online?.stop()
    this.online = null
    this.accountStatus.stop()
    this.reportOpened()
  }
}

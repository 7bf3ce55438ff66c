/** The life of one connection: opened, paired, lost, brought back, ended. What it says is in conversation.ts. */
import type { PairingWish, SessionNews } from '../channel'
import type { Baileys } from './baileys'
import { makeCaches } from './caches'
import { type Answer, answerTo, type Reason, retryDelay } from './close-reason'
import { unlinkDevice } from './conversation'
import { type Hearing, handlers } from './hearing'
import { type LiveSocket, openSocket } from './live-socket'
import { briefly } from './log'
import { PairingWindow } from './pairing-window'
import { Records, type RecordsHouse } from './records'
import { versionToUse } from './version'

export type SessionHouse = Hearing &
  RecordsHouse & {
    readonly url: string | null
    random(): number
    load(): Promise<Baileys>
    /** Throwing while the status is PAIRING refuses the account. */
    tell(news: SessionNews): void
  }

/** What is told of a connection before anything happened. */
export const NOTHING: SessionNews = {
  status: 'DISCONNECTED',
  reason: null,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: null,
  retries: 0,
  number: null,
}
/** Fields that belong to one moment only. */
const MOMENTARY = {
  reason: null,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: null,
  restrictedUntil: null,
} as const
const FIRST_QR_MS = 60_000
const NEXT_QR_MS = 20_000

export class Session {
  private news: SessionNews = NOTHING
  private live: LiveSocket | null = null
  private isOpen = false
  private baileys: Baileys | null = null
  private window: PairingWindow | null = null
  private isRefused = false
  private mustRefreshVersion = false
  private attempt = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Counts what was begun, so that what belongs to something older is recognised when it ends. */
  private epoch = 0
  private readonly caches: ReturnType<typeof makeCaches>
  private readonly records: Records

  constructor(private readonly house: SessionHouse) {
    this.caches = makeCaches(house.now)
    this.records = new Records(house)
  }

  /** Does nothing while it is already under way. */
  start(): void {
    if (this.isUnderWay) return
    if (this.records.isPaired) this.begin()
    else this.tell({ ...MOMENTARY, status: 'DISCONNECTED' })
  }

  pair(wish: PairingWish): void {
    if (this.records.isPaired) {
      // Somebody pressed "try again": now, not when the back-off thinks fit.
      if (!this.isOpen) this.begin()
    } else if (this.window?.isFor(wish)) {
      this.window.prolong()
    } else {
      this.begin(
        new PairingWindow(wish, this.house.limits.pairingWindow, () => this.finish('DISCONNECTED', 'pairingOver')),
      )
    }
  }

  keepPairing(): void {
    this.window?.prolong()
  }

  async logout(): Promise<void> {
    await this.unlink('loggedOutHere')
    this.tell({ ...MOMENTARY, status: 'DISCONNECTED', retries: 0 })
  }

  stop(): void {
    this.drop()
    this.records.close()
  }

  /** The socket to speak through, or null while there is none. */
  get speaking(): { readonly live: LiveSocket; readonly baileys: Baileys } | null {
    return this.live && this.isOpen && this.baileys ? { live: this.live, baileys: this.baileys } : null
  }

  private get isUnderWay(): boolean {
    return this.live !== null || this.window !== null || this.timer !== undefined
  }

  private begin(window: PairingWindow | null = null): void {
    this.drop()
    this.window = window
    this.attempt = 0
    this.tell({ ...MOMENTARY, status: 'OPENING', retries: 0 })
    this.open()
  }

  private open(): void {
    this.epoch += 1
    const { epoch } = this
    this.connect(epoch).catch((error) => {
      if (epoch !== this.epoch) return
      this.house.log.error({ ...this.house.ref, ...briefly(error) }, 'whatsapp: a session could not be opened')
      this.retry({ do: 'retry', reason: 'network', refreshVersion: false })
    })
  }

  private async connect(epoch: number): Promise<void> {
    const { house, records } = this
    const baileys = await house.load()
    const mustBeNew = this.mustRefreshVersion
    const version = house.url ? null : await versionToUse({ db: house.db, baileys, now: house.now(), mustBeNew })
    if (epoch !== this.epoch) return
    this.mustRefreshVersion = false
    this.baileys = baileys
    const credentials = records.open(baileys)
    const undecrypted = records.awaitRepetition.bind(records)
    this.live = openSocket({
      baileys,
      credentials,
      creds: records.credsToUse(baileys),
      caches: this.caches,
      url: house.url,
      version,
      // Asked also before the session counts as open: while it catches up with what it missed.
      getMessage: (key) => house.contentOf(key, this.live && { live: this.live, baileys }),
      limits: house.limits,
      log: house.log,
      logFields: house.ref,
      on: {
        ...handlers(house, undecrypted, credentials.otherHalf),
        'connection.update': (update) => {
          if (epoch !== this.epoch) return
          if (update.qr) this.offer(update.qr)
          if (update.isNewLogin) this.paired()
          if (update.connection === 'open') this.opened()
          if (update.reachoutTimeLock) this.restricted(update.reachoutTimeLock)
        },
      },
      journaled: (rows) => records.accept(rows),
      storageFailed: (error) =>
        house.log.error({ ...house.ref, ...briefly(error) }, 'whatsapp: session.db could not be written'),
      closed: (code) => {
        if (epoch === this.epoch) this.closed(code)
      },
    })
  }

  private offer(qrcode: string): void {
    const { window, house } = this
    if (!window) return
    window.shown += 1
    if (window.shown > house.limits.qrCodes) {
      this.finish('DISCONNECTED', 'qrUnscanned')
    } else if (window.wish.by === 'code') {
      if (window.shown === 1 || !this.news.pairingCode) this.askForCode(window.wish.number)
    } else {
      const life = house.limits.qrLife ?? (window.shown === 1 ? FIRST_QR_MS : NEXT_QR_MS)
      this.tell({ ...MOMENTARY, status: 'qrcode', qrcode, qrcodeExpiresAt: house.now() + life })
    }
  }

  private askForCode(number: string): void {
    const { live, epoch } = this
    live?.sock.requestPairingCode(number).then(
      (pairingCode) => {
        if (epoch === this.epoch) this.tell({ ...MOMENTARY, status: 'qrcode', pairingCode })
      },
      () => {
        if (epoch === this.epoch) this.finish('DISCONNECTED', 'pairingFailed')
      },
    )
  }

  private paired(): void {
    this.window?.close()
    this.window = null
    this.isRefused = !this.tell({ ...MOMENTARY, status: 'PAIRING', number: this.records.number })
  }

  private opened(): void {
    this.isOpen = true
    if (this.isRefused) {
      void this.turnAway()
      return
    }
    const { epoch } = this
    setTimeout(() => {
      if (epoch === this.epoch) this.attempt = 0
    }, this.house.limits.stable).unref()
    this.tell({ ...MOMENTARY, status: 'CONNECTED', number: this.records.number, retries: 0 })
  }

  /** The house does not want this account here: it is unlinked on the phone too. */
  private async turnAway(): Promise<void> {
    this.isRefused = false
    await this.unlink('accountTaken')
    this.tell({ ...MOMENTARY, status: 'DISCONNECTED', reason: 'accountTaken', number: null })
  }

  private async unlink(reason: string): Promise<void> {
    const { speaking } = this
    // From here on nobody listens to how this socket closes.
    this.epoch += 1
    if (speaking) await unlinkDevice(speaking)
    this.drop()
    this.records.archive(reason)
  }

  private restricted(lock: { isActive?: boolean; timeEnforcementEnds?: Date }): void {
    if (!this.isOpen) return
    if (lock.isActive) {
      const restrictedUntil = lock.timeEnforcementEnds?.getTime() ?? null
      this.tell({ ...MOMENTARY, status: 'RESTRICTED', reason: 'restricted', restrictedUntil })
    } else {
      this.tell({ ...MOMENTARY, status: 'CONNECTED' })
    }
  }

  private closed(code: number | null): void {
    this.live = null
    this.isOpen = false
    const { isPaired } = this.records
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
        if (answer.archive) this.records.archive(answer.reason)
        this.finish(isPaired ? answer.status : 'DISCONNECTED', answer.reason)
    }
  }

  private retry({ reason, refreshVersion }: Extract<Answer, { do: 'retry' }>): void {
    const { limits, random } = this.house
    this.mustRefreshVersion ||= refreshVersion
    const wait = retryDelay(this.attempt, random, { fromMs: limits.backOffFrom, toMs: limits.backOffTo })
    this.attempt += 1
    // Somebody is looking at the dialog: it stays open.
    const status = this.window ? 'OPENING' : 'TIMEOUT'
    this.tell({ ...MOMENTARY, status, reason, retries: this.attempt })
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.open()
    }, wait)
  }

  private finish(status: SessionNews['status'], reason: Reason): void {
    this.drop()
    this.records.discardAttempt()
    this.tell({ ...MOMENTARY, status, reason })
  }

  /** Ends what is under way, without a word to anybody. */
  private drop(): void {
    this.epoch += 1
    this.live?.end()
    this.live = null
    this.isOpen = false
    this.window?.close()
    this.window = null
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** False when the house objected. */
  private tell(change: Partial<SessionNews>): boolean {
    this.news = { ...this.news, ...change }
    try {
      this.house.tell(this.news)
      return true
    } catch (error) {
      this.house.log.warn({ ...this.house.ref, ...briefly(error) }, 'whatsapp: the house objected to news of a session')
      return false
    }
  }
}

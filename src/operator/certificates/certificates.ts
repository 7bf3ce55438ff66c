/** The installation's own certificate: gets it, renews it in time, hands it to the ports, and says what keeps it from coming. */

import { isIP } from 'node:net'
import type { Acme } from '../../platform/acme/client'
import { renewalIdOf } from '../../platform/acme/x509'
import { hostInUrl } from '../../platform/address'
import type { Wait } from '../../platform/gate'
import type { Log } from '../../platform/log'
import type { WritableControl } from '../../platform/sqlite'
import { type Clock, HOUR, MINUTE, SECOND } from '../../platform/time'
import type { OperatorSettings } from '../../settings/operator/settings'
import { type Address, addressIn, isSameAddress } from './address'
import {
  type Attempt,
  endAttempt,
  findAttempt,
  listAttempts,
  markInterrupted,
  noteChallenge,
  readNote,
  startAttempt,
  writeNote,
} from './attempts'
import { CertificateBlock, causeOf } from './causes'
import { type AddressChecks, checkAddress, proxyServesChallenges } from './checks'
import type { AddressKind, CertificateState } from './contract'
import type { Listening } from './listening'
import { type ChallengeType, obtain } from './order'
import { HSTS_AFTER, HSTS_FOR, nextTryAt, renewalAt, troubleIn, warningAt } from './schedule'
import { readFiles, type ServerCertificate, TlsStore } from './store'
import { adoptTlsFiles, type TlsFiles } from './tls-files'

/** A person who asks again at once gets no further order. */
const MANUAL_PAUSE = 10 * SECOND
/** How often the authority is asked when it wants the certificate renewed, unless it says. */
const ASK_WINDOW = 6 * HOUR
const LOOKED_AT = 50
const HTTPS = 443
/** How often, and how many times, a node looks whether its copy of control.db has the new certificate. */
const [COPY_PAUSE, COPY_LOOKS] = [50, 100]

export type CertificateDeps = {
  readonly dataDir: string
  readonly files: TlsFiles
  /** The files are in control.db, and other nodes change them. */
  readonly isFleet: boolean
  readonly control: WritableControl
  /** Whether control.db is written in this process. Elsewhere no certificate is asked for, and nothing noted. */
  readonly isControlHere: () => boolean
  /** As `Databases.whenControlIsHere`. */
  readonly whenHere: (call: () => void) => void
  readonly settings: Pick<OperatorSettings, 'read'>
  readonly clock: Clock
  readonly log: Log
  readonly userAgent: string
  /** Nothing is sent to an authority before it. */
  readonly acknowledged: Wait
  isOnStandby(): boolean
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Something that the page shows has changed. */
  changed(): void
  /** Mails the operator's people. */
  warn(warning: Warning): Promise<void>
}

export type Warning = {
  readonly name: string
  readonly failures: number
  /** When the certificate ends; null if there is none. */
  readonly to: number | null
  readonly last: Attempt | undefined
}

export type Report = {
  readonly kind: AddressKind
  readonly name: string
  readonly state: CertificateState
  readonly certificate: ServerCertificate | undefined
  readonly failures: number
  /** When the certificate is renewed, or when the next attempt is made. Null if neither is. */
  readonly next: number | null
  readonly attempts: readonly Attempt[]
  readonly checked: AddressChecks | undefined
}

export class Certificates {
  readonly #deps: CertificateDeps
  readonly #store: TlsStore
  readonly #answers = new Map<string, string>()
  readonly #closing = new AbortController()
  #address: Address
  #served: ServerCertificate | undefined
  #files = ''
  #listening: Listening | undefined
  #work: Promise<unknown> | undefined
  #window: { readonly start: number; readonly end: number; readonly serial: string } | undefined
  #askWindowAt = 0
  #checked: AddressChecks | undefined
  readonly #obtained = new Set<(serial: string) => void>()

  constructor(deps: CertificateDeps) {
    this.#deps = deps
    this.#store = new TlsStore(deps.files)
    this.#address = addressIn(deps.settings)
    deps.whenHere(() => this.#takeOver())
    this.#load()
  }

  /** The server listens, so certificates can be got and used from now on. */
  async attach(listening: Listening): Promise<void> {
    this.#listening = listening
    await this.#apply()
    this.#inBackground(this.look())
  }

  /** Calls `call` when this process has got a certificate. */
  whenObtained(call: (serial: string) => void): void {
    this.#obtained.add(call)
  }

  /** Another node has got a certificate: resolves when it is served here, too. */
  async follow(serial: string): Promise<void> {
    const { signal } = this.#closing
    for (let looks = 0; looks < COPY_LOOKS && this.#store.certificate()?.serial !== serial; looks++)
      await this.#deps.wait(COPY_PAUSE, signal)
    await this.look()
  }

  /** The body of a challenge's answer; undefined if no such challenge is under way. */
  answerOf(token: string): string | undefined {
    return this.#answers.get(token)
  }

  /** Adds an answer by which a check sees whether a request has reached this process. */
  answerProbe(token: string, answer: string): () => void {
    this.#answers.set(token, answer)
    return () => this.#answers.delete(token)
  }

  /** Where another program on this machine can pass challenges on. */
  plainPort(): number {
    return this.#listening?.ports.plain ?? 0
  }

  /** Where browsers reach the installation while it serves a certificate of its own; null otherwise. */
  url(): string | null {
    const name = this.#name()
    if (!this.#served || name === '') return null
    const port = this.#listening?.ports.https ?? HTTPS
    return `https://${hostInUrl(name)}${port === HTTPS ? '' : `:${port}`}`
  }

  /** Where pages without TLS lead; null while the certificate cannot be used. */
  redirectTo(): string | null {
    return this.#served && this.#served.to > this.#deps.clock() ? this.url() : null
  }

  /** The header that makes browsers ask for https alone; null in the first week, and for addresses, which they ignore. */
  strictTransport(): string | null {
    const { control, clock } = this.#deps
    const [name, since] = readNote(control, 'since').split(' ')
    const isOver = this.#served !== undefined && this.#served.to <= clock()
    if (!since || name !== this.#name() || isIP(name) !== 0 || isOver) return null
    return clock() - Number(since) >= HSTS_AFTER ? `max-age=${HSTS_FOR / SECOND}` : null
  }

  /**
   * Does what is due: takes changed settings and files, opens ports that were taken, gets or renews the certificate, warns.
   * Resolves when an attempt that it began has ended.
   */
  async look(): Promise<void> {
    const { settings, isOnStandby, isControlHere } = this.#deps
    const address = addressIn(settings)
    if (!isSameAddress(address, this.#address)) {
      this.#address = address
      this.#checked = undefined
      this.#load()
      this.#deps.changed()
    } else if (address.kind === 'files' || this.#deps.isFleet) this.#load()
    if (!this.#listening) return
    await this.#apply()
    if (this.#work || isOnStandby() || !isControlHere()) return
    await this.#warnBeforeExpiry()
    if (address.kind !== 'domain' && address.kind !== 'ip') return
    await this.#askWindow(address.name)
    if (this.#nextAt() <= this.#deps.clock()) await this.#begin()
  }

  /** A person asks for a certificate now. The pause after failures does not count, what the authority has asked for does. */
  async tryNow(): Promise<'started' | 'running' | 'wait'> {
    if (this.#work) return 'running'
    const address = this.#address
    if ((address.kind !== 'domain' && address.kind !== 'ip') || !this.#listening) return 'wait'
    if (this.waitSeconds() > 0 || !this.#deps.isControlHere()) return 'wait'
    this.#inBackground(this.#begin())
    return 'started'
  }

  /** Until a person may ask again; at least 1 where there is nothing to ask for. */
  waitSeconds(): number {
    const { control, clock } = this.#deps
    if (this.#address.kind !== 'domain' && this.#address.kind !== 'ip') return 1
    const attempts = listAttempts(control, this.#address.name, LOOKED_AT)
    const until = Math.max(troubleIn(attempts).retryAt, (attempts[0]?.endedAt ?? 0) + MANUAL_PAUSE)
    return Math.max(0, Math.ceil((until - clock()) / SECOND))
  }

  async check(): Promise<AddressChecks> {
    const { clock } = this.#deps
    const checked = await checkAddress(this.#address, {
      listening: this.#listening,
      served: this.#served,
      clock,
      signal: this.#closing.signal,
      probe: (token, answer) => this.answerProbe(token, answer),
      skew: this.#skew,
    })
    this.#checked = checked
    return checked
  }

  report(): Report {
    const { control, clock } = this.#deps
    const name = this.#name()
    const attempts = listAttempts(control, name, LOOKED_AT)
    const { failures } = troubleIn(attempts)
    const next = this.#address.kind === 'domain' || this.#address.kind === 'ip' ? this.#nextAt() : null
    return {
      kind: this.#address.kind,
      name,
      state: this.#state(failures, clock()),
      certificate: this.#served,
      failures,
      next: next === null || next === Infinity ? null : next,
      attempts,
      checked: this.#checked,
    }
  }

  async stop(): Promise<void> {
    this.#closing.abort()
    await this.#work
  }

  #skew: number | undefined

  /** control.db is written here from now on. */
  #takeOver(): void {
    const { control, clock, files, isFleet, dataDir } = this.#deps
    if (isFleet) adoptTlsFiles(control, files, dataDir)
    if (!this.#work) markInterrupted(control, clock())
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((error) => this.#deps.log.error({ err: error }, 'looking after the certificate failed'))
  }

  #name(): string {
    if (this.#address.kind === 'proxy') return ''
    return this.#address.name || (this.#served?.names[0] ?? '')
  }

  #state(failures: number, now: number): CertificateState {
    if (this.#address.kind === 'proxy') return 'off'
    if (this.#work) return 'running'
    if (this.#served && this.#served.to <= now) return 'expired'
    if (this.#served) return failures > 0 ? 'failing' : 'good'
    return this.#address.kind === 'files' || failures > 0 ? 'missing' : 'waiting'
  }

  /** Reads the certificate that belongs to the present address. */
  #load(): void {
    const address = this.#address
    if (address.kind === 'proxy') this.#served = undefined
    else if (address.kind === 'files') {
      const { pair, changed } = readFiles(address.cert, address.key)
      if (changed === this.#files && changed !== '') return
      this.#files = changed
      // A file that is being replaced must not take the certificate away.
      this.#served = pair ?? (this.#served && address.kind === 'files' ? this.#served : undefined)
    } else {
      const stored = this.#store.certificate()
      this.#served = stored?.names.includes(address.name) ? stored : undefined
    }
    this.#noteSince()
  }

  /** Since when https has worked under this name. */
  #noteSince(): void {
    const { control, clock } = this.#deps
    if (!this.#served || !this.#deps.isControlHere()) return
    const [known] = readNote(control, 'since').split(' ')
    if (known !== this.#name()) writeNote(control, 'since', `${this.#name()} ${clock()}`)
  }

  async #apply(): Promise<void> {
    await this.#listening?.apply({ isOn: this.#address.kind !== 'proxy', pair: this.#served ?? null })
  }

  #nextAt(): number {
    const { control, clock } = this.#deps
    const served = this.#served
    const due = served ? renewalAt(served, this.#window?.serial === served.serial ? this.#window : null) : 0
    const attempts = listAttempts(control, this.#name(), LOOKED_AT)
    return Math.max(due, nextTryAt(attempts, served?.to ?? null, clock()))
  }

  #begin(): Promise<void> {
    const { changed } = this.#deps
    const work = this.#attempt().finally(() => {
      this.#work = undefined
      changed()
    })
    this.#work = work
    changed()
    return work
  }

  async #attempt(): Promise<void> {
    const { control, clock, log, settings, userAgent, acknowledged, wait } = this.#deps
    const [address, listening, before] = [this.#address, this.#listening, this.#served]
    if ((address.kind !== 'domain' && address.kind !== 'ip') || !listening) return
    const id = startAttempt(control, clock(), address.name)
    let acme: Acme | undefined
    try {
      const challenges = await this.#challenges(listening)
      const keyId = settings.read('acmeKeyId')
      this.#served = await obtain(address, {
        store: this.#store,
        clock,
        listening,
        userAgent,
        acknowledged,
        external: keyId === '' ? undefined : { id: keyId, key: settings.read('acmeKey') },
        signal: this.#closing.signal,
        wait: (ms) => wait(ms, this.#closing.signal),
        answers: this.#answers,
        challenges,
        replaces: before && renewalIdOf(before.cert),
        chosen: (type) => noteChallenge(control, id, type),
        opened: (opened) => {
          acme = opened
        },
      })
      endAttempt(control, clock(), id, {
        state: before ? 'renewed' : 'issued',
        cause: null,
        detail: null,
        retryAt: null,
      })
      writeNote(control, 'warned', '')
      this.#noteSince()
      await this.#apply()
      for (const call of this.#obtained) call(this.#served.serial)
      log.info({ name: address.name, to: new Date(this.#served.to).toISOString() }, 'certificate taken into use')
    } catch (error) {
      // The next start, or the node that writes control.db now, marks it as interrupted.
      if (this.#closing.signal.aborted || !this.#deps.isControlHere()) return
      const { cause, detail } = causeOf(error, acme?.skew)
      const pause = error instanceof Error && 'wait' in error && typeof error.wait === 'number' ? error.wait : 0
      const retryAt = pause > 0 ? clock() + pause : null
      endAttempt(control, clock(), id, { state: 'failed', cause, detail, retryAt })
      log.warn({ err: error, cause, name: address.name }, 'no certificate was got')
      await this.#warnOfFailures(id)
    } finally {
      this.#skew = acme?.skew ?? this.#skew
    }
  }

  /** HTTP-01 where port 80 leads here; after a failure to connect, the other way in turn. */
  async #challenges(listening: Listening): Promise<ChallengeType[]> {
    const { control } = this.#deps
    const name = this.#name()
    const isHttp =
      listening.http().is === 'open' ||
      (await proxyServesChallenges(name, listening.ports.http, (token, answer) => this.answerProbe(token, answer)))
    const isAlpn = listening.https().is !== 'taken' && listening.https().is !== 'forbidden'
    const all: ChallengeType[] = [...(isHttp ? ['http-01' as const] : []), ...(isAlpn ? ['tls-alpn-01' as const] : [])]
    if (all.length === 0)
      throw new CertificateBlock(listening.http().is === 'forbidden' ? 'portForbidden' : 'port80Taken')
    const [, last] = listAttempts(control, name, 2)
    const isBlocked = last?.state === 'failed' && (last.cause === 'firewall' || last.cause === 'otherServer')
    return isBlocked && last.challenge === all[0] ? all.toReversed() : all
  }

  /** A failed question changes nothing: our own time counts. */
  async #askWindow(name: string): Promise<void> {
    const { clock, log, userAgent, acknowledged } = this.#deps
    const [served, address] = [this.#served, this.#address]
    if (!served || clock() < this.#askWindowAt || (address.kind !== 'domain' && address.kind !== 'ip')) return
    this.#askWindowAt = clock() + ASK_WINDOW
    const id = renewalIdOf(served.cert)
    if (id === undefined) return
    const { askRenewalWindow } = await import('./window')
    try {
      const { window, skew } = await askRenewalWindow(id, {
        directory: address.directory,
        userAgent,
        acknowledged,
        clock,
        signal: this.#closing.signal,
      })
      this.#skew = skew ?? this.#skew
      if (!window) return
      this.#window = { start: window.start, end: window.end, serial: served.serial }
      if (window.wait !== undefined) this.#askWindowAt = clock() + Math.max(window.wait, MINUTE)
    } catch (error) {
      log.debug({ err: error, name }, 'the authority does not say when to renew')
    }
  }

  async #warnOfFailures(id: number): Promise<void> {
    const { control, warn } = this.#deps
    const { failures } = troubleIn(listAttempts(control, this.#name(), LOOKED_AT))
    if (failures !== 2) return
    await warn({ name: this.#name(), failures, to: this.#served?.to ?? null, last: findAttempt(control, id) })
  }

  async #warnBeforeExpiry(): Promise<void> {
    const { control, clock, warn } = this.#deps
    const served = this.#served
    if (!served) return
    const stage = warningAt(served, clock())
    const { failures } = troubleIn(listAttempts(control, this.#name(), LOOKED_AT))
    const isUnattended = this.#address.kind === 'files' || failures > 0
    const mark = `${served.serial} ${stage}`
    if (stage === null || !isUnattended || readNote(control, 'warned') === mark) return
    writeNote(control, 'warned', mark)
    const [last] = listAttempts(control, this.#name(), 1)
    await warn({ name: this.#name(), failures, to: served.to, last })
  }
}

/** Updates of the running server: looks for a newer version, prepares it with a verified backup, and hands over to it. */
import type { KeyObject } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { fail } from '../../errors'
import type { FleetView } from '../../fleet/view'
import { nextRun } from '../../platform/jobs'
import type { Log } from '../../platform/log'
import type { NewProgram } from '../../platform/module'
import type { WritableControl } from '../../platform/sqlite'
import { type Clock, DAY, HOUR } from '../../platform/time'
import type { OperatorSettings } from '../../settings/operator/settings'
import { digestOf } from '../backup/files'
import type { Backups } from '../backup/runner'
import { kinds } from '../layout'
import { Refusal } from '../refusal'
import { beginAttempt, failAttempt, keepProgram, keepSignature, noteStep } from './attempts'
import type { PreparationFault, UpdateEnd, updateObstacles } from './contract'
import { DownloadFailed, downloadProgram } from './download'
import { emptyNode } from './emptying'
import { updateErrors } from './errors'
import { LookFailed, lookForRelease } from './look'
import {
  fileFor,
  type Release,
  type ReleaseFile,
  ReleaseRefused,
  relationTo,
  type VerifiedRelease,
  verifyRelease,
} from './manifest'
import { forgetNote, type LookNote, type RollNote, readNote, type SentRelease, writeNote } from './notes'
import {
  type Attempt,
  findUnfinished,
  isNewer,
  isUnfinished,
  listFailed,
  programPath,
  readUpdateState,
  type StepName,
  type UpdateState,
} from './programs'
import { NotRunnable, requireRunnable } from './runnable'
import { endOf } from './versions-here'

export type UpdateDeps = {
  readonly dataDir: string
  readonly control: WritableControl
  /** Whether notes can be written here. */
  isControlHere(): boolean
  /** Null without a fleet. */
  readonly fleet: FleetView | null
  readonly settings: Pick<OperatorSettings, 'read'>
  readonly clock: Clock
  readonly log: Log
  readonly backups: Backups
  /** The key inside this program; undefined if it has none. */
  readonly key: KeyObject | undefined
  readonly version: string
  readonly platform: string
  isOnStandby(): boolean
  /** Of the operator's company. */
  timeZone(): string
  /** Something that the page shows has changed. */
  changed(): void
  /**
   * Replaces this server by the program. Throws, with the server still running, if it cannot be tried here. Null where there is
   * nothing to replace.
   */
  readonly swap: ((program: NewProgram) => Promise<unknown>) | null
  /** Mails the operator's people how an attempt ended. */
  tell(attempt: Attempt): Promise<void>
}

/** A plan whose hour has passed by longer waits for the next day: the server was off, and people are inside by now. */
const LATE = HOUR
const LOOK_EVERY = DAY
/** After a look that failed. */
const LOOK_AGAIN = HOUR
/** How often the page hears of a download, in bytes. */
const PROGRESS = 4 * 1024 * 1024

type Work = {
  readonly version: string
  readonly abort: AbortController
  readonly done: Promise<void>
}

class PreparationFailed extends Error {
  readonly fault: PreparationFault
  constructor(fault: PreparationFault, words: string) {
    super(words)
    this.fault = fault
  }
}

export class Updates {
  readonly #deps: UpdateDeps
  readonly #closing = new AbortController()
  #looking: Promise<void> | undefined
  #work: Work | undefined
  #isSwapping = false
  #downloaded: number | null = null
  #known: { readonly note: string; readonly release: VerifiedRelease | undefined } | undefined

  constructor(deps: UpdateDeps) {
    this.#deps = deps
    const left = findUnfinished(this.state())
    if (left?.phase === 'fetching') this.#fail(left.id, 'stopped', 'the server stopped')
  }

  state(): UpdateState {
    return readUpdateState(this.#deps.dataDir)
  }

  /** Why nothing can be updated; null if it can. */
  obstacle(): (typeof updateObstacles)[number] | null {
    const { key, settings, isOnStandby, swap } = this.#deps
    if (!key) return 'noKey'
    if (settings.read('updateAddress') === '') return 'noAddress'
    if (isOnStandby()) return 'standby'
    return swap ? null : 'elsewhere'
  }

  isLooking = (): boolean => this.#looking !== undefined
  downloaded = (): number | null => this.#downloaded
  isCancellable = (): boolean => this.#work !== undefined && !this.#isSwapping

  /** The last look at the present address. */
  lastLook(): LookNote | undefined {
    const note = readNote(this.#deps.control, 'look')
    return note?.address === this.#deps.settings.read('updateAddress') ? note : undefined
  }

  /** In a fleet that of the machine which is furthest behind. */
  #oldestVersion(): string {
    const { fleet, version } = this.#deps
    const running = fleet?.status().nodes.filter(({ isRunning }) => isRunning) ?? []
    return running.reduce((oldest, node) => (isNewer(oldest, node.version) ? node.version : oldest), version)
  }

  /** A release that is newer than what runs here, or on another machine of the fleet, as the last look found it. */
  offer(): { readonly release: VerifiedRelease; readonly file: ReleaseFile; readonly sent: SentRelease } | undefined {
    const { platform } = this.#deps
    const sent = this.lastLook()?.sent
    const release = sent && this.#verified(sent)
    const file = release && fileFor(release, platform)
    return file && relationTo(this.#oldestVersion(), release) === 'newer' ? { release, file, sent } : undefined
  }

  /** An update of the fleet, until it has ended; also one that has stopped. */
  roll(): RollNote | undefined {
    return this.#deps.fleet ? readNote(this.#deps.control, 'roll') : undefined
  }

  /** Undefined once the version serves, or the key has changed. */
  plan(): { readonly version: string; readonly at: number } | undefined {
    const roll = this.roll()
    if (this.#deps.fleet) return roll && !roll.asked && !roll.stopped ? roll : undefined
    const plan = readNote(this.#deps.control, 'plan')
    const release = plan && this.#verified(plan.sent)
    return release && relationTo(this.#deps.version, release) === 'newer' ? plan : undefined
  }

  /** Why the newest attempt ended before the swap. */
  faultOf({ id }: Attempt): PreparationFault | null {
    const note = readNote(this.#deps.control, 'fault')
    return note?.attempt === id ? note.fault : null
  }

  /** When the hour of updates comes next. */
  nextHour(): number {
    const { settings, clock, timeZone } = this.#deps
    return nextRun(`0 ${settings.read('updateHour')} * * *`, clock(), timeZone()) ?? clock() + DAY
  }

  /** What the operator may want to do something about; null if there is nothing. */
  finding(): {
    readonly version: string
    readonly state: 'offered' | Exclude<UpdateEnd, 'good'>
    readonly at: number
  } | null {
    const stopped = this.roll()?.stopped
    if (stopped) return { version: this.roll()?.version ?? '', state: 'back', at: stopped.at }
    const offer = this.offer()
    const [attempt] = this.state().attempts
    const end = attempt && endOf(attempt, this.#deps.version)
    // What somebody has cancelled, or what a newer version has overtaken, is nobody's concern.
    const isOver = attempt && (offer ? offer.release.version !== attempt.version : end === 'failed')
    if (attempt && end && end !== 'good' && !isOver && this.faultOf(attempt) !== 'cancelled')
      return { version: attempt.version, state: end, at: attempt.endedAt ?? attempt.startedAt }
    if (!offer || this.plan() || this.isRunning()) return null
    return { version: offer.release.version, state: 'offered', at: Date.parse(offer.release.at) }
  }

  /** Asks the address; a second call waits for the first. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
      this.#deps.changed()
    })
    return this.#looking
  }

  /** Plans the version for the hour of updates, or begins with it. */
  schedule(version: string, when: 'hour' | 'now'): void {
    const { control, changed } = this.#deps
    if (this.obstacle() !== null) fail(updateErrors.ERR_UPDATES_OFF)
    if (this.isRunning()) fail(updateErrors.ERR_UPDATE_RUNNING)
    const offer = this.offer()
    if (offer?.release.version !== version) fail(updateErrors.ERR_NO_SUCH_UPDATE)
    if (this.#deps.fleet) {
      const at = when === 'now' ? this.#deps.clock() : this.nextHour()
      writeNote(control, 'roll', {
        version,
        at,
        sent: offer.sent,
        asked: null,
        stopped: null,
        heldUpSince: null,
        without: [],
      })
      changed()
      return
    }
    if (when === 'now') {
      this.#begin(offer.sent, 'operator')
      return
    }
    if (listFailed(this.state()).includes(version)) fail(updateErrors.ERR_UPDATE_FAILED_BEFORE)
    writeNote(control, 'plan', { version, at: this.nextHour(), sent: offer.sent })
    changed()
  }

  /** Begins with a release that `balcao update` has found. Throws why not. */
  take(sent: SentRelease): void {
    if (this.isRunning()) fail(updateErrors.ERR_UPDATE_RUNNING)
    this.#take(sent, 'command')
  }

  #take(sent: SentRelease, by: Attempt['by']): void {
    if (this.#deps.swap === null || this.#deps.isOnStandby()) fail(updateErrors.ERR_UPDATES_OFF)
    const release = this.#verified(sent)
    if (!release || relationTo(this.#deps.version, release) !== 'newer') fail(updateErrors.ERR_NO_SUCH_UPDATE)
    this.#begin(sent, by)
  }

  isRunning(): boolean {
    const roll = this.roll()
    const isRolling = roll !== undefined && roll.asked !== null && roll.stopped === null
    return isRolling || this.#work !== undefined || findUnfinished(this.state()) !== undefined
  }

  /** Begins with what the fleet's update asks this machine for. Throws why not. */
  takeInTurn(sent: SentRelease): void {
    if (this.#work || findUnfinished(this.state())) fail(updateErrors.ERR_UPDATE_RUNNING)
    this.#take(sent, 'schedule')
  }

  /** Takes the plan back, or ends what prepares the swap. Resolves when that has ended. */
  async cancel(): Promise<void> {
    const { control, changed } = this.#deps
    forgetNote(control, 'plan')
    if (this.#deps.fleet) forgetNote(control, 'roll') // a machine that has begun goes on
    changed()
    if (this.#deps.fleet && !this.#work) return
    if (this.#isSwapping || (!this.#work && this.isRunning())) fail(updateErrors.ERR_UPDATE_TOO_LATE)
    this.#work?.abort.abort(new PreparationFailed('cancelled', 'it was cancelled'))
    await this.#work?.done
  }

  /** Does what is due: tells how an attempt ended, begins what is planned, looks for newer versions. */
  async lookAfter(): Promise<void> {
    const { isOnStandby, clock } = this.#deps
    if (!this.#deps.fleet) await this.#tell()
    if (isOnStandby()) return
    if (!this.#deps.fleet) this.#beginPlanned()
    const last = this.lastLook()
    const wait = last && (last.fault === null || last.fault === 'older' ? LOOK_EVERY : LOOK_AGAIN)
    if (last === undefined || clock() - last.at >= (wait ?? 0)) await this.look()
  }

  async stop(): Promise<void> {
    this.#closing.abort(new PreparationFailed('stopped', 'the server stopped'))
    await this.#looking
    // A swap waits for this.
    if (!this.#isSwapping) await this.#work?.done
  }

  async #look(): Promise<void> {
    const { control, settings, key, clock, log, version, changed } = this.#deps
    const address = settings.read('updateAddress')
    if (!key || address === '') return
    changed()
    const before = this.lastLook()
    const note = (found: Pick<LookNote, 'fault' | 'detail' | 'sent'>) => {
      if (this.#deps.isControlHere() && settings.read('updateAddress') === address)
        writeNote(control, 'look', { address, at: clock(), ...found })
    }
    try {
      const found = await lookForRelease({
        address,
        key,
        userAgent: userAgentOf(version),
        signal: this.#closing.signal,
      })
      const { release, bytes, signature } = found
      const sent = { address, bytes: Buffer.from(bytes).toString('base64'), signature }
      note({ ...this.#faultIn(release), sent })
    } catch (error) {
      if (this.#closing.signal.aborted) return
      if (!(error instanceof LookFailed || error instanceof ReleaseRefused)) throw error
      log.info({ err: error, address }, 'no release was found')
      // What was found before holds while the address merely does not answer.
      const isSilent = error.fault === 'unreachable' || error.fault === 'timeout' || error.fault === 'status'
      note({ fault: error.fault, detail: error.detail, sent: (isSilent && before?.sent) || null })
    }
  }

  #faultIn(release: Release): Pick<LookNote, 'fault' | 'detail'> {
    const { version, platform } = this.#deps
    if (relationTo(version, release) === 'older') return { fault: 'older', detail: release.version }
    return fileFor(release, platform) ? { fault: null, detail: null } : { fault: 'platform', detail: platform }
  }

  #verified(sent: SentRelease): VerifiedRelease | undefined {
    const note = `${sent.signature} ${sent.bytes}`
    if (this.#known?.note !== note) this.#known = { note, release: this.#verify(sent) }
    return this.#known.release
  }

  #verify({ bytes, signature }: SentRelease): VerifiedRelease | undefined {
    const { key } = this.#deps
    try {
      return key && verifyRelease(Buffer.from(bytes, 'base64'), signature, key)
    } catch (error) {
      if (error instanceof ReleaseRefused) return undefined // signed with the key of another build
      throw error
    }
  }

  #beginPlanned(): void {
    const { control, clock } = this.#deps
    const plan = readNote(control, 'plan')
    if (!plan || plan.at > clock() || this.isRunning() || this.obstacle() !== null) return
    if (!this.plan()) return void forgetNote(control, 'plan')
    if (clock() - plan.at > LATE) return void writeNote(control, 'plan', { ...plan, at: this.nextHour() })
    this.#begin(plan.sent, 'schedule')
  }

  #begin(sent: SentRelease, by: Attempt['by']): void {
    const { control, changed, platform } = this.#deps
    const release = this.#verified(sent)
    const file = release && fileFor(release, platform)
    if (!release || !file) fail(updateErrors.ERR_NO_SUCH_UPDATE)
    const id = this.#beginAttempt(release.version, by)
    if (this.#deps.isControlHere()) forgetNote(control, 'plan')
    const abort = new AbortController()
    const signal = AbortSignal.any([abort.signal, this.#closing.signal])
    const done = this.#prepareAndSwap({ id, release, file, sent, signal }).finally(() => {
      this.#work = undefined
      this.#isSwapping = false
      this.#downloaded = null
      changed()
    })
    this.#work = { version: release.version, abort, done }
    changed()
  }

  #beginAttempt(version: string, by: Attempt['by']): string {
    const { dataDir, clock, log } = this.#deps
    try {
      return beginAttempt(dataDir, { version, by }, clock())
    } catch (error) {
      if (error instanceof Refusal) return fail(updateErrors.ERR_UPDATE_RUNNING)
      log.error({ err: error }, 'no update can begin: the folder of programs cannot be written')
      return fail(updateErrors.ERR_UPDATE_FOLDER)
    }
  }

  async #prepareAndSwap(preparation: Preparation): Promise<void> {
    const { dataDir, log, clock, swap } = this.#deps
    const { id, release, file, sent, signal } = preparation
    const program = { version: release.version, sha256: file.sha256, size: file.size }
    try {
      await this.#step('download', () => this.#download(preparation))
      await this.#step('verify', async () => {
        await requireRunnable(programPath(dataDir, release.version), release.version, signal)
        keepSignature(dataDir, release.version, sent)
        keepProgram(dataDir, program, clock())
      })
      await this.#step('backup', () => this.#backUp(signal))
      if (this.#deps.fleet) await this.#leave(this.#deps.fleet, signal)
      signal.throwIfAborted()
      this.#isSwapping = true
      await swap?.(program)
    } catch (error) {
      const found = failureOf(error)
      log.warn({ err: error, version: release.version, fault: found.fault }, 'the update ended before the swap')
      this.#fail(id, found.fault, found.words)
    }
  }

  async #step(step: StepName, work: () => Promise<unknown>): Promise<void> {
    const { dataDir, clock, changed } = this.#deps
    const note = (state: 'running' | 'done' | 'failed', detail: string | null = null) => {
      noteStep(dataDir, { step, state, detail }, clock())
      changed()
    }
    note('running')
    try {
      const said = await work()
      note('done', typeof said === 'string' ? said : null)
    } catch (error) {
      note('failed', failureOf(error).words)
      throw error
    }
  }

  /** Nothing is downloaded twice: a whole file of an earlier attempt is used. */
  async #download({ release, file, sent: { address }, signal }: Preparation): Promise<string> {
    const { dataDir, version, changed } = this.#deps
    const to = programPath(dataDir, release.version)
    if (existsSync(to) && statSync(to).size === file.size && (await digestOf(to)).sha256 === file.sha256)
      return `${file.size} bytes, from before`
    let shown = 0
    await downloadProgram({
      release,
      file,
      address,
      to,
      userAgent: userAgentOf(version),
      signal,
      progress: (bytes) => {
        this.#downloaded = bytes
        if (bytes - shown < PROGRESS) return
        shown = bytes
        changed()
      },
    })
    this.#downloaded = null
    return `${file.size} bytes`
  }

  async #backUp(signal: AbortSignal): Promise<string> {
    const { backups, fleet } = this.#deps
    if (fleet) {
      const problem = await backups.makeOnNode(fleet.node)
      signal.throwIfAborted()
      if (problem !== null) throw new PreparationFailed('backup', problem)
      return 'of what this machine owns'
    }
    while (backups.isRunning()) await backups.ended()
    signal.throwIfAborted()
    const { run, done } = backups.start('update')
    await done
    signal.throwIfAborted()
    const made = backups.find(run.id)
    if (made?.state !== 'verified')
      throw new PreparationFailed('backup', made?.problem ?? 'the backup was not finished')
    return `${made.companies ?? 0} companies, ${made.bytes ?? 0} bytes`
  }

  /** The companies go to other nodes, which serve them meanwhile. */
  async #leave(fleet: FleetView, signal: AbortSignal): Promise<void> {
    const { dataDir, clock, changed } = this.#deps
    const progress = (left: number, of: number) => {
      noteStep(dataDir, { step: 'drain', state: 'running', detail: `${of - left} of ${of}` }, clock())
      changed()
    }
    try {
      await this.#step('drain', () => emptyNode({ fleet, dataDir, signal, progress }))
    } catch (error) {
      signal.throwIfAborted()
      throw new PreparationFailed('drain', error instanceof Error ? error.message : String(error))
    }
  }

  #fail(attempt: string, fault: PreparationFault | null, words: string): void {
    const { dataDir, control, clock, changed } = this.#deps
    if (fault && this.#deps.isControlHere()) writeNote(control, 'fault', { attempt, fault })
    failAttempt(dataDir, words, clock())
    changed()
  }

  /** Once for each attempt that nobody watched, or that has replaced the program. */
  async #tell(): Promise<void> {
    const { control, tell, changed } = this.#deps
    const [attempt] = this.state().attempts
    if (!attempt || isUnfinished(attempt) || readNote(control, 'told')?.attempt === attempt.id) return
    writeNote(control, 'told', { attempt: attempt.id })
    changed()
    const wasSwapped = attempt.phase === 'good' || attempt.steps.some(({ step }) => step === 'stop')
    if (wasSwapped || attempt.by === 'schedule') await tell(attempt)
  }
}

type Preparation = {
  readonly id: string
  readonly release: VerifiedRelease
  readonly file: ReleaseFile
  readonly sent: SentRelease
  readonly signal: AbortSignal
}

/** Whether this release's databases differ from this program's; null if it does not say. */
export const changesData = ({ databases }: Release): boolean | null =>
  databases ? (['control', 'tenant', 'session'] as const).some((kind) => databases[kind] !== kinds[kind].steps) : null

const userAgentOf = (version: string) => `Balcao/${version}`

function failureOf(error: unknown): { readonly fault: PreparationFault | null; readonly words: string } {
  if (error instanceof PreparationFailed || error instanceof DownloadFailed)
    return { fault: error.fault, words: error.message }
  if (error instanceof NotRunnable)
    return { fault: 'notRunnable', words: `the program does not run here: ${error.message}` }
  return { fault: null, words: error instanceof Error ? error.message : String(error) }
}

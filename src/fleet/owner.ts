/** A company that is owned here: from the claim of its epoch until it is handed on, lost, or put away. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { anchor, BrokenChain, follow, type Link } from './chain'
import type { CommitLog } from './commit-log'
import { Copies, JOURNAL_NAME, STATE_NAME } from './copies'
import { readChainEnd } from './crash'
import { Follower } from './follower'
import { ChainLost, LogWriter } from './log-writer'
import { type OwnerFiles, openOwnerFiles } from './owner-files'
import { findOwnerNote, type OwnerNote, removeOwnerNote, stampOf, writeOwnerNote } from './owner-note'
import type { PagePool } from './pages'
import { NoSnapshot, rebuild } from './rebuild'
import {
  type ByeBody,
  EpochBody,
  type FileState,
  readHead,
  readJsonBody,
  readSnapshot,
  type SnapshotBody,
} from './records'
import { keepCopies, recover } from './recovery'
import { findReplaced, removeRestoredNote } from './restored'
import { createSealing, type Sealing } from './sealing'
import { type RecordFacts, Shipper } from './shipper'
import {
  isSnapshotDue,
  listSnapshotObjects,
  removeStaging,
  type StagedFile,
  stageFiles,
  UPLOAD_BYTES_PER_SECOND,
  uploadSnapshot,
} from './snapshot'

export type OwnerDeps = {
  readonly company: string
  /** The company's folder, and the names of its databases: their order must never change. */
  readonly folder: string
  readonly names: readonly string[]
  readonly log: CommitLog
  readonly fleetKey: Uint8Array
  /** Who claims: goes into the log for people to read. */
  readonly claim: Omit<EpochBody, 'attempt'>
  readonly pool: PagePool
  /**
   * Called once when another owner has the chain, or nothing can be shipped any more: close the databases and `close` this;
   * the files may have commits that the chain has not.
   */
  readonly onLost: (why: Error) => void
  readonly onRecord?: (record: RecordFacts) => void
  /** A snapshot could not be made. The next record tries again. */
  readonly onSnapshotFault?: (why: Error) => void
  /** The log has given no answer about a record for so many seconds. Nothing of the company leaves meanwhile. */
  readonly onUnsure?: (seconds: number, why: string) => void
  readonly checkpointFrames?: number
  /** How much of a snapshot is uploaded, from 0 to 1. */
  readonly onUploaded?: (share: number) => void
  /** How fast snapshots are uploaded. */
  readonly uploadBytesPerSecond?: number
  /** Waits before the next try of a message that got no answer. */
  readonly pause?: (tries: number) => Promise<void>
  /** Asked before the claim, with who claimed last; undefined if nobody did. By default everybody may be followed. */
  readonly mayFollow?: (last: LastClaim | undefined) => Promise<boolean>
  /** Ends a claim that has no answer yet, with `WriterStopped`. */
  readonly signal?: AbortSignal
}

/** Who claimed a chain last. */
export type LastClaim = {
  readonly epoch: number
  /** Whether a `bye` record ended it. */
  readonly hasEnded: boolean
  /** Reads the log. */
  find(): Promise<Claimant>
}
type Claimant = Pick<EpochBody, 'node' | 'incarnation'>

/** The last owner must not be followed, because it may still live. Nothing was changed. */
export class MayNotFollow extends Error {}

const encode = (body: object) => Buffer.from(JSON.stringify(body))

/** How the files in the folder came to be what the chain has. */
export type Origin = 'new' | 'restored' | 'recovered' | 'followed' | 'rebuilt'

/**
 * Claims the next epoch and makes the files what the chain has. A company without a chain keeps the files that it has, and
 * begins one with a snapshot of them, and so does a folder that was restored (`restored.ts`). Throws `ChainLost` if another
 * node claims meanwhile, or the log was read from a replica that is behind: nothing was changed then, and a next try may
 * succeed. Throws `MayNotFollow`, likewise.
 */
export async function openOwner(deps: OwnerDeps): Promise<Owner> {
  const { company, folder, log, names, pause } = deps
  const sealing = createSealing(deps.fleetKey, company)
  removeStaging(folder)
  const prepared = await prepare(deps, sealing)
  const writer = new LogWriter(
    { company, log, sealing, onUnsure: deps.onUnsure, ...(pause && { pause }) },
    prepared.last,
  )
  let link: Link
  const stop = () => writer.stop()
  deps.signal?.addEventListener('abort', stop)
  try {
    await requireFollowable(deps, sealing, prepared.last)
    if (deps.signal?.aborted) writer.stop()
    const body: EpochBody = { ...deps.claim, attempt: crypto.randomUUID() }
    link = await writer.claim(encode(body))
  } catch (error) {
    prepared.cancel()
    throw error
  } finally {
    deps.signal?.removeEventListener('abort', stop)
  }
  // Nobody extends the chain from here on, so what was read of it is all of it.
  const origin = (await prepared.complete()) ? prepared.origin : await rebuildAt(deps, sealing, link)
  const files = openOwnerFiles(names.map((name) => ({ name, path: join(folder, name) })))
  try {
    const owner = new Owner(deps, sealing, files, writer, origin)
    await owner.begin(link)
    return owner
  } catch (error) {
    files.close()
    throw error
  }
}

/** Whoever claims between this question and ours makes ours fail. */
async function requireFollowable(deps: OwnerDeps, sealing: Sealing, last: Link | undefined): Promise<void> {
  const { company, mayFollow } = deps
  if (!mayFollow) return
  const claim = last && {
    epoch: last.epoch,
    hasEnded: last.kind === 'bye',
    find: () => findLastClaim(deps, sealing),
  }
  if (!(await mayFollow(claim))) throw new MayNotFollow(`${company}: its last owner may still live`)
}

/** A claim may be purged, and a snapshot after it is not. */
async function findLastClaim({ company, log }: OwnerDeps, sealing: Sealing): Promise<Claimant> {
  let found: Claimant | undefined
  for await (const message of log.read(company, 0)) {
    const head = readHead(message)
    if (head.kind === 'epoch') found = readJsonBody(EpochBody, Buffer.from(sealing.open(head, message.body)).toString())
    else if (head.kind === 'snapshot') found = readSnapshot(sealing.open(head, message.body)).owner
  }
  if (!found) throw new NoSnapshot(`${company}: the log does not say who claimed it last`)
  return found
}

/** Lets go of the follower if the other fails. */
async function together<T>(first: Promise<T>, opening: Promise<Follower | undefined> | undefined) {
  const [done, opened] = await Promise.allSettled([first, opening])
  if (done.status === 'fulfilled' && opened.status === 'fulfilled') return [done.value, opened.value] as const
  if (opened.status === 'fulfilled') opened.value?.close()
  throw [done, opened].find((one) => one.status === 'rejected')?.reason
}

type Preparation = {
  /** The newest message. */
  readonly last: Link | undefined
  readonly origin: Origin
  /** Makes the files what the chain has, after the claim. Returns whether that was possible. */
  complete(): Promise<boolean>
  cancel(): void
}

async function prepare(deps: OwnerDeps, sealing: Sealing): Promise<Preparation> {
  const { company, folder, log } = deps
  const replaced = await findReplaced(company, folder, log)
  if (replaced) return { last: replaced, origin: 'restored', complete: async () => true, cancel: () => {} }
  const note = findOwnerNote(company, folder)
  const [claims, standby] = await together(readClaims(deps), note ? undefined : openStandby(deps, sealing))
  if (claims) {
    standby?.close()
    // The note of a creator names its claim. Other notes, and copies, tell of records that were in the log.
    if (note ? !claims.hashes.has(note.link.hash) : existsSync(join(folder, STATE_NAME)))
      throw new ChainLost(`${company}: the log no longer has any of its records`)
    return { last: claims.last, origin: 'new', complete: async () => true, cancel: () => {} }
  }
  if (note) {
    const end = await readChainEnd(log, sealing, note)
    if (end && end.last.epoch === note.link.epoch)
      return { last: end.last, origin: 'recovered', complete: () => recover(folder, note, end), cancel: () => {} }
  }
  // Another node owned the company since the crash: what is here is a copy that is behind.
  const kept = note && (await keepCopies({ company, folder, log, sealing }))
  const copied = standby ?? (kept ? await openStandby(deps, sealing) : undefined)
  const follower = copied ?? (await rebuild({ company, folder, log, sealing }))
  return {
    last: follower.link,
    origin: copied ? 'followed' : 'rebuilt',
    async complete() {
      await follower.finish()
      return true
    },
    cancel: () => follower.close(),
  }
}

/**
 * Undefined if the chain has more than claims. Otherwise no snapshot was made yet, so nothing was ever told of the
 * company, and its files are those that it was created with.
 */
async function readClaims({ company, folder, names, log }: OwnerDeps): Promise<Claims | undefined> {
  let last: Link | undefined
  const hashes = new Set<string>()
  for await (const message of log.read(company, 0)) {
    last = last ? follow(company, last, message) : anchor(company, message)
    if (last.kind !== 'epoch') return undefined
    hashes.add(last.hash)
  }
  const missing = names.find((name) => !existsSync(join(folder, name)))
  if (missing !== undefined) throw new NoSnapshot(`${company} is new, but ${join(folder, missing)} is missing`)
  return { last, hashes }
}
type Claims = { readonly last: Link | undefined; readonly hashes: ReadonlySet<string> }

/** The chain ends with our claim, so nothing comes between. */
async function rebuildAt({ company, folder, log }: OwnerDeps, sealing: Sealing, claim: Link): Promise<Origin> {
  const follower = await rebuild({ company, folder, log, sealing })
  if (follower.link.hash !== claim.hash) {
    follower.close()
    throw new ChainLost(`${company}: the chain does not end with our claim`)
  }
  await follower.finish()
  return 'rebuilt'
}

/** Undefined if the folder is no follower's, or the chain goes on from something else: then it must be rebuilt. */
async function openStandby({ company, folder, log }: OwnerDeps, sealing: Sealing): Promise<Follower | undefined> {
  const copies = await Copies.open(company, folder)
  if (!copies) return undefined
  const follower = new Follower({ company, folder, log, sealing }, copies)
  try {
    await follower.catchUp()
    return follower
  } catch (error) {
    follower.close()
    if (error instanceof BrokenChain) return undefined
    throw error
  }
}

/** Something still reads the files of a company that is handed over. */
export class FilesInUse extends Error {}

/** Nobody waits for the snapshot any more. */
class SnapshotLeft extends Error {}

export class Owner {
  readonly #deps: OwnerDeps
  readonly #sealing: Sealing
  readonly #files: OwnerFiles
  readonly #writer: LogWriter
  readonly #shipper: Shipper
  readonly origin: Origin
  /** Of the newest snapshot; undefined until it is asked for. */
  #objects: readonly string[] | undefined
  #recordBytes = 0
  /** How often the files were shipped anew. */
  #beginning = 0
  #isEnding = false
  #snapshot: Promise<void> | undefined
  #notes: Promise<void> = Promise.resolve()
  #closed: Promise<void> | undefined
  /** The end of the chain that this owner has written. */
  #bye: { readonly link: Link; readonly states: readonly FileState[] } | undefined

  constructor(deps: OwnerDeps, sealing: Sealing, files: OwnerFiles, writer: LogWriter, origin: Origin) {
    this.#deps = deps
    this.#sealing = sealing
    this.#files = files
    this.#writer = writer
    this.origin = origin
    this.#shipper = new Shipper({
      company: deps.company,
      writer,
      files,
      pool: deps.pool,
      ...(deps.checkpointFrames !== undefined && { checkpointFrames: deps.checkpointFrames }),
      onLost: deps.onLost,
      onGone: () => this.#shipAnew(),
      onCheckpoint: (states, last) => last && this.#note(last, states),
      onRecord: (record) => {
        this.#recordBytes += record.bytes
        deps.onRecord?.(record)
        if (!this.#isEnding && isSnapshotDue(this.#recordBytes, files.states)) void this.takeSnapshot()
      },
    })
  }

  get epoch(): number {
    return this.#writer.epoch
  }
  /** The newest record. */
  get last(): Link | undefined {
    return this.#writer.last
  }
  /** SQLite's `user_version` of a file that is owned: nothing else may open it to look. */
  versionOf(path: string): number | undefined {
    return this.#files.versionOf(path)
  }

  /** What the chain has. */
  get acknowledged(): readonly FileState[] {
    return this.#shipper.acknowledged
  }

  /** Objects of the newest snapshot that was made here. */
  get snapshotObjects(): readonly string[] {
    return this.#objects ?? []
  }

  /** Moves what the chain has into the database files, if nothing else is committed. Returns whether it did. */
  checkpoint(): boolean {
    return this.#shipper.checkpoint()
  }

  /** Call it after each commit: ships it soon. */
  committed(): void {
    this.#shipper.committed()
  }

  /** Ships what was committed without a word. Returns whether something is not acknowledged yet. */
  look(): boolean {
    return this.#shipper.look()
  }

  /** As `Gate.wait`. */
  wait(): Promise<void> | undefined {
    return this.#shipper.wait()
  }

  async begin(link: Link): Promise<void> {
    await writeOwnerNote(this.#deps.folder, this.#noteOf(link, this.#files.states))
    for (const name of [STATE_NAME, JOURNAL_NAME]) rmSync(join(this.#deps.folder, name), { force: true })
    if (this.origin === 'new' || this.origin === 'restored') await this.#shipper.inTurn(() => this.#shipAnew())
    await removeRestoredNote(this.#deps.folder)
  }

  #noteOf = (link: Link, states: readonly FileState[]): OwnerNote => ({
    company: this.#deps.company,
    link,
    files: [...states],
    stamps: this.#files.paths.map(({ path }) => stampOf(path)),
  })

  /** Written after another; a note that is behind makes a restart read more of the log. */
  #note(link: Link, states: readonly FileState[]): void {
    const note = this.#noteOf(link, states)
    this.#notes = this.#notes.then(() => writeOwnerNote(this.#deps.folder, note)).catch(() => {})
  }

  /** Makes a snapshot of what the chain has, and purges the records that it makes needless. */
  takeSnapshot(): Promise<void> {
    this.#snapshot ??= this.#takeSnapshot()
      .catch((error: unknown) => {
        if (!(error instanceof SnapshotLeft))
          this.#deps.onSnapshotFault?.(error instanceof Error ? error : new Error(String(error)))
      })
      .finally(() => {
        this.#snapshot = undefined
        this.#shipper.holdFiles(false)
        removeStaging(this.#deps.folder, ['snapshot'])
      })
    return this.#snapshot
  }

  async #takeSnapshot(): Promise<void> {
    const { log, company, folder } = this.#deps
    const bytesBefore = this.#recordBytes
    const held = await this.#holdAtRecord()
    const beginning = this.#beginning
    const staged = await stageFiles(this.#files, held.states, folder, 'snapshot')
    this.#shipper.holdFiles(false)
    if (!staged) throw new Error(`${company}: the files changed while they were copied`)
    const prefix = `${company}/snapshots/${held.link.epoch}.${held.link.n}`
    const body = await this.#upload(prefix, staged, held.link)
    await this.#shipper.inTurn(async () => {
      // What was shipped anew meanwhile does not follow from these files.
      if (this.#beginning !== beginning) throw new SnapshotLeft()
      await this.#writeSnapshot(body)
    })
    this.#recordBytes -= bytesBefore
    await log.purgeBelow(company, held.link.firstSeq)
  }

  #upload(prefix: string, staged: readonly StagedFile[], contains: Link | undefined): Promise<SnapshotBody> {
    const { log, uploadBytesPerSecond: bytesPerSecond = UPLOAD_BYTES_PER_SECOND } = this.#deps
    const requireGoingOn = () => {
      if (this.#isEnding) throw new SnapshotLeft()
    }
    const size = staged.reduce((sum, file) => sum + file.size, 0)
    let done = 0
    const uploaded = (bytes: number) => {
      done += bytes
      this.#deps.onUploaded?.(done / size)
    }
    const upload = { objects: log.objects, sealing: this.#sealing, bytesPerSecond, requireGoingOn, uploaded }
    const { node, incarnation } = this.#deps.claim
    return uploadSnapshot(upload, prefix, staged, { contains, owner: { node, incarnation } })
  }

  /** All that is committed is acknowledged and in the files, and stays so until `holdFiles(false)`. */
  async #holdAtRecord(): Promise<{ link: Link; states: readonly FileState[] }> {
    for (let tries = 0; tries < HOLD_TRIES; tries++) {
      if (this.#isEnding) throw new SnapshotLeft()
      await this.#shipper.wait()
      const states = this.#shipper.acknowledged
      const link = this.#writer.last
      if (link && this.#files.checkpoint(states)) {
        this.#shipper.holdFiles(true)
        this.#note(link, states)
        return { link, states }
      }
      await Bun.sleep(HOLD_PAUSE_MS)
    }
    throw new Error(`${this.#deps.company}: no moment was found at which all is in the files`)
  }

  async #writeSnapshot(body: SnapshotBody): Promise<void> {
    const { company, log } = this.#deps
    const former = this.#objects ?? (await listSnapshotObjects(log, company, this.#sealing))
    await this.#writer.append('snapshot', encode(body))
    this.#objects = body.files.map(({ object }) => object)
    for (const name of former) if (!this.#objects.includes(name)) await log.objects.remove(name).catch(() => {})
  }

  /** Ships all files as a snapshot that the chain goes on from: at its beginning, and when frames were lost to us. */
  async #shipAnew(): Promise<void> {
    const { company, folder } = this.#deps
    for (let tries = 0; tries < HOLD_TRIES; tries++) {
      const states = this.#files.startFromNow()
      if (states && this.#files.checkpoint(states)) {
        this.#shipper.holdFiles(true)
        try {
          const staged = await stageFiles(this.#files, states, folder, 'snapshot-anew')
          if (staged) {
            const prefix = `${company}/snapshots/${this.#writer.epoch}.${(this.#writer.last?.n ?? 0) + 1}`
            await this.#writeSnapshot(await this.#upload(prefix, staged, undefined))
            this.#shipper.startFrom(states)
            this.#beginning++
            return
          }
        } finally {
          this.#shipper.holdFiles(false)
          removeStaging(folder, ['snapshot-anew'])
        }
      }
      await Bun.sleep(HOLD_PAUSE_MS)
    }
    throw new Error(`${company}: no moment was found at which all is in the files`)
  }

  /**
   * Does what takes long before a company is handed over, while it is still at work: gives up a snapshot that is being made,
   * and ships and moves what has gathered. No snapshot begins afterwards, unless `goOn` is called.
   */
  async prepareHandOver(): Promise<void> {
    this.#isEnding = true
    await this.#snapshot
    await this.#shipper.wait()
    this.#shipper.checkpoint()
  }

  /** It stays here after all. */
  goOn(): void {
    this.#isEnding = false
  }

  /** Says bye, and makes the files a follower's. Throws as `sayBye`. */
  async handOver(): Promise<void> {
    await this.sayBye()
    await this.close()
  }

  /**
   * Ships the rest and says so in the log: from then on another node may take the company. The files are a follower's once
   * `close` is done. The product must have closed them. Throws `FilesInUse` if something still reads them, and may be called
   * again.
   */
  async sayBye(): Promise<void> {
    const { company } = this.#deps
    this.#isEnding = true
    await this.#snapshot
    await this.#shipper.wait()
    const states = this.#shipper.acknowledged
    if (!this.#shipper.checkpoint())
      throw new FilesInUse(`${company} cannot be handed over: its files are still in use`)
    const body: ByeBody = { files: [...states] }
    await this.#shipper.inTurn(async () => {
      this.#bye = { link: await this.#writer.append('bye', encode(body)), states }
    })
  }

  /**
   * Lets go of the files: without a word, as after `onLost`, or after `sayBye`. In the first case the databases have commits
   * that the chain may lack, so the note goes and they are built anew.
   */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    const { company, folder } = this.#deps
    this.#isEnding = true
    this.#writer.stop()
    await this.#shipper.stop()
    await this.#snapshot
    await this.#notes
    if (!this.#bye) await removeOwnerNote(folder) // first: SQLite may move commits into the files when they are closed
    this.#files.close()
    if (this.#bye) {
      const { link, states } = this.#bye
      const copies = await Copies.create(company, folder, { link, files: [...states] })
      copies.close()
      await removeOwnerNote(folder)
    }
  }
}
const HOLD_TRIES = 200
const HOLD_PAUSE_MS = 10

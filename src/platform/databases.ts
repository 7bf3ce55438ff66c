/**
 * The installation's databases: control.db and one per company, opened on demand. Tracks which companies are available.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { controlSchema, tenantSchema } from '../../migrations/index'
import { AppError, fail } from '../errors'
import { type Away, awayError } from './away'
import type { Log } from './log'
import { createOpenFiles } from './open-files'
import {
  asControlDb,
  asDb,
  type ControlDb,
  checkpoint,
  DamagedDatabase,
  type Db,
  damageCodes,
  isSqliteError,
  isUnlinked,
  keepsLogs,
  openSqlite,
  type Raw,
  type WritableControl,
  writableHalf,
} from './sqlite'
import { createTemplate } from './template'
import type { AwayWork } from './wire'

export const CONTROL_ID = 0x42616c63 // "Balc"
export const TENANT_ID = 0x42616c74 // "Balt"
export { controlSchema, tenantSchema }

/** One in this process, for all installations. */
const template = createTemplate(tenantSchema, TENANT_ID)

const MOST_OPEN = 256

export type Databases = ReturnType<typeof openDatabases>

/** Called before a company's file is closed; the returned function is called afterwards. */
export type Closing = (uuid: string, raw: Raw) => () => void

export const tenantFolder = (dataDir: string, uuid: string) => join(dataDir, 'tenants', uuid)
export const controlPath = (dataDir: string) => join(dataDir, 'control.db')
export const tenantPath = (dataDir: string, uuid: string) => join(tenantFolder(dataDir, uuid), 'tenant.db')

export const openControl = (dataDir: string): WritableControl => {
  mkdirSync(join(dataDir, 'tenants'), { recursive: true, mode: 0o700 })
  return asControlDb(
    openSqlite(
      controlPath(dataDir),
      controlSchema,
      { applicationId: CONTROL_ID, identity: 'control' },
      { create: isNew(dataDir) },
    ),
  )
}
/**
 * Creates control.db only in a new installation: where companies exist, a missing or empty one was lost, and a new one
 * would hide them all.
 */
const isNew = (dataDir: string) =>
  (!existsSync(controlPath(dataDir)) || !existsSync(join(dataDir, 'secret.key'))) && !hasCompanies(dataDir)

/** Judged by the folders, without control.db. */
export function hasCompanies(dataDir: string): boolean {
  const tenants = join(dataDir, 'tenants')
  return existsSync(tenants) && readdirSync(tenants).some((uuid) => existsSync(tenantPath(dataDir, uuid)))
}

export const openTenantFile = (dataDir: string, uuid: string, { create }: { create: boolean }): Db => {
  if (create) mkdirSync(join(tenantFolder(dataDir, uuid), 'media'), { recursive: true, mode: 0o700 })
  return openTenantAt(tenantPath(dataDir, uuid), uuid, { create })
}

/** Opens a company's database at any path, such as in a backup. */
export const openTenantAt = (path: string, uuid: string, { create }: { create: boolean }): Db =>
  asDb(openSqlite(path, tenantSchema, { applicationId: TENANT_ID, identity: uuid }, { create }))

/** Writes an empty database of a company at any path, without holding the event loop. */
export const writeTenantFile = (path: string, uuid: string): Promise<void> => template.write(path, uuid)

/** Companies that nobody may use now: their files are damaged, or handed over to another process. */
class OutOfService {
  readonly #log: Log
  readonly #damaged = new Map<string, string>()
  readonly #handedOver = new Map<string, AwayWork>()

  constructor(log: Log) {
    this.#log = log
  }

  get damaged(): ReadonlyMap<string, string> {
    return this.#damaged
  }

  has(uuid: string): boolean {
    return this.#damaged.has(uuid) || this.#handedOver.has(uuid)
  }

  addDamaged(uuid: string, why: string): void {
    if (!this.#damaged.has(uuid))
      this.#log.error(
        { tenant: uuid, why },
        'company database is damaged: company taken out of service, others unaffected',
      )
    this.#damaged.set(uuid, why)
  }

  addHandedOver(uuid: string, work: AwayWork): void {
    this.#handedOver.set(uuid, work)
  }

  /** Why nobody may use the company. One that is handed over comes back by itself. */
  errorOf(uuid: string): AppError {
    const work = this.#damaged.has(uuid) ? undefined : this.#handedOver.get(uuid)
    return work ? awayError({ work, done: null }) : new AppError('ERR_TENANT_UNAVAILABLE')
  }

  remove(uuid: string): void {
    this.#handedOver.delete(uuid)
    this.#damaged.delete(uuid)
  }
}

/** control.db, opened. In a fleet it may be a copy, which becomes the file itself and a copy again. */
export type OpenedControl = {
  /** What is written to a copy fails. */
  readonly db: WritableControl
  /** Throws where it is a copy. */
  writable(): WritableControl
  isHere(): boolean
  /** Calls at once if it is here, and each time when it has come here. */
  whenHere(call: () => void): void
  close(): void
}

function openOwnControl(dataDir: string, log: Log): OpenedControl {
  const db = openControl(dataDir)
  return { db, writable: () => db, isHere: () => true, whenHere: (call) => call(), close: () => putAway(db, log) }
}

/** What a fleet decides for the databases of a node. */
export type FleetDatabases = {
  /** The fleet closes it. */
  readonly control: Omit<OpenedControl, 'close'>
  /** Whether the company is open on this node. */
  isHere(uuid: string): boolean
  /** What a command does with the company of this node. */
  workOn(uuid: string): Away | undefined
  /** Its file is about to be closed. */
  closing(uuid: string): void
}

export function openDatabases(dataDir: string, log: Log, mostOpen = MOST_OPEN, fleet?: FleetDatabases) {
  const ownControl = fleet ? undefined : openOwnControl(dataDir, log)
  const opened = fleet?.control ?? (ownControl as OpenedControl) // one of them is there
  const control: ControlDb = opened.db
  let closing: Closing = () => () => {}
  const open = createOpenFiles(mostOpen, (uuid, raw) => {
    fleet?.closing(uuid)
    return closing(uuid, raw)
  })
  const outOfService = new OutOfService(log)

  const setAside = (uuid: string, why: string) => {
    outOfService.addDamaged(uuid, why)
    try {
      open.close(uuid)
    } catch {
      // A damaged file may even fail to close.
    }
  }

  const isAvailable = (uuid: string) => !outOfService.has(uuid) && (fleet?.isHere(uuid) ?? true)

  const requireAvailable = (uuid: string) => {
    if (isAvailable(uuid)) return
    const work = fleet?.workOn(uuid)
    throw work ? awayError(work) : outOfService.errorOf(uuid)
  }

  const openFile = (uuid: string): Db => {
    requireAvailable(uuid)
    try {
      return openTenantFile(dataDir, uuid, { create: false })
    } catch (error) {
      if (!(error instanceof DamagedDatabase)) throw error
      setAside(uuid, error.message)
      return fail('ERR_TENANT_UNAVAILABLE')
    }
  }

  return {
    dataDir,
    control,
    /**
     * control.db at the installation's owner: for the operator's routes and commands and the installation's jobs. A company's
     * code asks for a write by its name (`control-writes.ts`).
     */
    writableControl: (): WritableControl => opened.writable(),
    /** For services that live as long as the server: they read it everywhere, and write only what `isControlHere` allows. */
    serviceControl: opened.db,
    /** Whether control.db is written in this process; in a fleet, on one node at a time. */
    isControlHere: (): boolean => opened.isHere(),
    /** Calls at once if it is, and each time when that has come to be. */
    whenControlIsHere: (call: () => void): void => opened.whenHere(call),
    isAvailable,
    /** Fails with ERR_COMPANY_AWAY while a command has the company's folder, and with ERR_TENANT_UNAVAILABLE otherwise. */
    requireAvailable,
    isOpen: (uuid: string) => open.has(uuid),

    /** The company's database. Fails with ERR_TENANT_UNAVAILABLE if it is damaged; other companies are unaffected. */
    tenant(uuid: string): Db {
      return open.use(uuid) ?? open.add(uuid, openFile(uuid))
    },

    /** Reads without keeping the file open and without evicting another one. */
    peek<T>(uuid: string, read: (db: Db) => T): T {
      const known = open.find(uuid)
      if (known) return read(known)
      const db = openFile(uuid)
      try {
        return read(db)
      } finally {
        db.$client.close()
      }
    },
    openFile: (uuid: string): Raw | undefined => open.find(uuid)?.$client,
    listOpen: (): readonly string[] => open.list().map(([uuid]) => uuid),
    onClosing(call: Closing) {
      closing = call
    },

    /** Does the slow part of `create`, without holding the event loop. */
    async prepare(uuid: string): Promise<void> {
      await writeTenantFile(tenantPath(dataDir, uuid), uuid)
      await mkdir(join(tenantFolder(dataDir, uuid), 'media'), { recursive: true, mode: 0o700 })
    },
    /** For what was prepared and is not created. */
    discard: (uuid: string): void => rmSync(tenantFolder(dataDir, uuid), { recursive: true, force: true }),
    create(uuid: string): Db {
      return open.add(uuid, openTenantFile(dataDir, uuid, { create: true }))
    },

    /** Keeps a company's file open while it has live sessions. */
    hold: open.hold,
    release: open.release,

    setAside,

    /** Companies whose open file was deleted or replaced on disk. */
    unlinked: (): string[] => open.list().flatMap(([uuid, db]) => (isUnlinked(db.$client) ? [uuid] : [])),

    /**
     * Takes a company out of service without closing its file, which the caller must close. Undefined if it is not
     * open.
     */
    takeOut(uuid: string, why: string): Raw | undefined {
      outOfService.addDamaged(uuid, why)
      const held = open.list().find(([one]) => one === uuid)?.[1].$client
      open.forget(uuid)
      return held
    },

    /** Closes a company's file and keeps it closed while another process works on the folder. */
    handOver(uuid: string, work: AwayWork = 'work') {
      outOfService.addHandedOver(uuid, work)
      open.close(uuid)
    },
    /** Closes a company's file, if it is open. */
    closeFile: (uuid: string): void => open.close(uuid),
    /** Ends `handOver`. A damaged file may have been repaired meanwhile. */
    takeBack(uuid: string) {
      outOfService.remove(uuid)
    },

    /** Takes the company out of service if the error means a damaged file. Returns whether it did. */
    noteDamage(uuid: string, error: unknown): boolean {
      if (!isSqliteError(error) || !damageCodes.has(error.code) || verdictOf(control) !== 'ok') return false
      setAside(uuid, error.message)
      return true
    },

    /**
     * For damage whose file is unknown: checks the open files, most recently used first, and takes the first damaged
     * one out of service.
     */
    findDamaged(): boolean {
      for (const [uuid, db] of open.list().toReversed()) {
        const verdict = verdictOf(db)
        if (verdict === 'ok') continue
        setAside(uuid, verdict)
        return true
      }
      return false
    },
    damagedTenants: (): ReadonlyMap<string, string> => outOfService.damaged,

    close() {
      for (const [uuid, db] of open.list()) {
        open.forget(uuid)
        const closed = closing(uuid, db.$client)
        // In a fleet only a company's keeper moves frames into the file.
        if (fleet) db.$client.close()
        else putAway(db, log, { tenant: uuid })
        closed()
      }
      ownControl?.close()
    },
  }
}

/** Closes a database. On a full disk the write-ahead log may remain; no data is lost. A fleet's keeper empties it itself. */
function putAway(db: Db | WritableControl, log: Log, of: { readonly tenant?: string } = {}): void {
  try {
    if (!keepsLogs()) checkpoint(db.$client)
  } catch (error) {
    log.warn({ err: error, ...of }, 'the write-ahead log stays beside the database until the next start')
  }
  db.$client.close()
}

/** Result of SQLite's quick check: `ok` or the fault. */
function verdictOf(db: Db | ControlDb): string {
  try {
    return String(writableHalf(db.$client).pragma('quick_check(1)', { simple: true }))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Migrates database files of an earlier version in several child processes: a thousand files wait for the disk in
 * parallel, a large one delays nobody, and a crash affects only one file.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import type { Log } from './log'
import { lowerPriority } from './priority'

/** Number of processes, which spend half their time waiting for the disk. */
const CONCURRENT_PROCESSES = 4
/** Nice value: lower priority than the server. */
const NICENESS = 10
/** Offset of `user_version` in an SQLite file. */
const VERSION_AT = 60

/** The file crashed the process that migrated it. */
export class MigrationFatal extends Error {}

export type Migrators = ReturnType<typeof createMigrators>

export type MigratorsOptions = {
  readonly dataDir: string
  readonly log: Log
  /** This program's command line. Without it, files are migrated when they are opened. */
  readonly program: readonly string[] | undefined
  /** Identifies the migrations of this program, so that a replaced executable is not used. */
  readonly steps: string
  /** A company's files with their target versions. */
  filesOf(uuid: string): readonly { readonly path: string; readonly steps: number }[]
  /** The version of a company's file. By default it is read from the file itself, which SQLite must not have open. */
  readonly stepsIn?: ((uuid: string, path: string) => number) | undefined
}

type Task = { readonly uuid: string; done(): void; died(error: MigrationFatal): void }
type Migrator = ReturnType<typeof startProcess>

export function createMigrators({
  dataDir,
  log,
  program,
  steps,
  filesOf,
  stepsIn = (_, path) => versionIn(path),
}: MigratorsOptions) {
  const waiting: Task[] = []
  let working = 0

  const next = () => {
    while (program && working < CONCURRENT_PROCESSES && waiting.length > 0) {
      working++
      void workThrough(program).finally(() => {
        working--
        next()
      })
    }
  }

  /** One process migrates files until none is left or one crashes it. */
  async function workThrough(command: readonly string[]) {
    let migrator: Migrator
    try {
      migrator = startProcess([...command, 'migrate', 'apply', '--steps', steps, '--data', dataDir])
    } catch (error) {
      log.warn({ err: error }, 'could not start a migration process: companies are migrated in this process')
      for (const task of waiting.splice(0)) task.done()
      return
    }
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      if (await migrator.migrate(task.uuid)) task.done()
      else
        return task.died(new MigrationFatal(`the process that brought it up to date died (${await migrator.death()})`))
    }
    migrator.dismiss()
  }

  return {
    /** Files not yet started stay as they are. */
    stop() {
      for (const task of waiting.splice(0)) task.done()
    },

    /** Judged by the main files alone: write-ahead logs may already be further. */
    isBehind: (uuid: string) =>
      program !== undefined && filesOf(uuid).some(({ path, steps }) => stepsIn(uuid, path) < steps),

    /**
     * Resolves when its files are migrated or cannot be; opening them then throws the reason. Throws `MigrationFatal`.
     */
    migrate(uuid: string): Promise<void> {
      const task = Promise.withResolvers<void>()
      waiting.push({ uuid, done: task.resolve, died: task.reject })
      next()
      return task.promise
    },
  }
}

function startProcess(command: readonly string[]) {
  const child = Bun.spawn([...command], { stdio: ['pipe', 'pipe', 'inherit'] })
  lowerPriority(child.pid, NICENESS)
  const answers = child.stdout.getReader()
  return {
    /** Returns false if the process has ended. */
    async migrate(uuid: string): Promise<boolean> {
      try {
        child.stdin.write(`${uuid}\n`)
        await child.stdin.flush()
      } catch {
        return false
      }
      return !(await answers.read()).done
    },
    death: () => child.exited.then((code) => child.signalCode ?? code),
    dismiss: () => void child.stdin.end(),
  }
}

/** Reads the file header directly: opening a thousand databases takes a second. */
function versionIn(path: string): number {
  try {
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(VERSION_AT + 4)
      return readSync(file, head) === head.length ? head.readUInt32BE(VERSION_AT) : UNKNOWN
    } finally {
      closeSync(file)
    }
  } catch {
    return UNKNOWN
  }
}
/** No readable file; opening it reports what is wrong. */
const UNKNOWN = Number.POSITIVE_INFINITY

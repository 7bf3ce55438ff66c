/**
 * Migrates database files of an earlier version in processes beside ours, several at once: a thousand of them wait for the
 * disk in parallel, a large one delays nobody, and one that crashes its process harms no other.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Log } from './log'

/** They wait for the disk half of their time. */
const AT_ONCE = 4
/** The nice value: below the process that serves people. */
const NICENESS = 10
/** Where SQLite keeps `user_version` in a file. */
const VERSION_AT = 60

/** Its file ended the process that was to bring it up to date. */
export class MigrationFatal extends Error {}

export type Migrators = ReturnType<typeof createMigrators>

export type MigratorsOptions = {
  readonly dataDir: string
  readonly log: Log
  /** The command line of this program; without one each file is migrated where it is opened. */
  readonly program: readonly string[] | undefined
  /** Names the versions that this program knows: another one must not take its place meanwhile. */
  readonly steps: string
  /** A company's files, and the version each is to have. */
  filesOf(uuid: string): readonly { readonly path: string; readonly steps: number }[]
}

type Task = { readonly uuid: string; done(): void; died(error: MigrationFatal): void }
type Migrator = ReturnType<typeof startProcess>

export function createMigrators({ dataDir, log, program, steps, filesOf }: MigratorsOptions) {
  const waiting: Task[] = []
  let working = 0

  const next = () => {
    while (program && working < AT_ONCE && waiting.length > 0) {
      working++
      void workThrough(program).finally(() => {
        working--
        next()
      })
    }
  }

  /** One process takes one file after the other, until none is left or one has killed it. */
  async function workThrough(command: readonly string[]) {
    let migrator: Migrator
    try {
      migrator = startProcess([...command, 'migrate', 'apply', '--steps', steps, '--data', dataDir])
    } catch (error) {
      log.warn({ err: error }, 'no process to bring companies up to date: they are migrated here')
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
    /** What has not begun is left as it is. */
    stop() {
      for (const task of waiting.splice(0)) task.done()
    },

    /** According to the files alone: their write-ahead logs may already be further. */
    isBehind: (uuid: string) => program !== undefined && filesOf(uuid).some(({ path, steps }) => stepsIn(path) < steps),

    /** Resolves when its files are migrated, or cannot be: then opening it throws the reason. Throws `MigrationFatal`. */
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
  setPriority(child.pid, NICENESS)
  const answers = child.stdout.getReader()
  return {
    /** False: the process has ended. */
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

/** The beginning of a file is not read by SQLite: to open each of a thousand takes a second. */
function stepsIn(path: string): number {
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
/** There is no file, or whoever opens it will say what is wrong with it. */
const UNKNOWN = Number.POSITIVE_INFINITY

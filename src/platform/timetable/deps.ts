import type { CompanyFact } from '../company-facts'
import type { Cx } from '../cx'
import type { Databases } from '../databases'
import type { JobLog } from '../job-stats'
import type { CompanyJob } from '../jobs'
import type { Log } from '../log'
import type { Clock } from '../time'

export type TimetableDeps<H> = {
  readonly jobs: readonly CompanyJob<H>[]
  readonly databases: Pick<Databases, 'dataDir' | 'isOpen' | 'isAvailable' | 'openFile' | 'listOpen' | 'onClosing'>
  readonly clock: Clock
  readonly log: Log
  /** Read with what is due. */
  readonly facts?: readonly CompanyFact[]
  readonly jobLog?: JobLog
  /** Services passed to jobs. */
  server(): H
  /** Reads a company's database without keeping it open. */
  peek<T>(uuid: string, read: (cx: Cx) => T): T
  /** Runs work in a company. */
  work<T>(uuid: string, work: (cx: Cx) => T): T
  /** Called when a job's promise rejects. */
  failed(error: unknown): void
  /** Called before work, not before polling. */
  active(): void
  /** Whether jobs run in this company. */
  isActive(uuid: string): boolean
  /** SQL that selects a row if the company has something to start with the server; otherwise its file stays closed. */
  readonly toStart: string
}

/** Milliseconds of work before yielding to the event loop. */
export const BUDGET_MS = 3

/** What the page has chosen, in a file beside the run's own: it outlives the server. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { ImportSummary } from '../../moving-in/contract'
import { makeFolder } from '../backup/files'
import { ChangeSource, FileKind, StartMove } from './contract'
import { movingFolder, readJson, readLastSummary, writeWhole } from './folder'

const Plan = v.object({
  source: v.nullable(ChangeSource),
  uploads: v.array(v.object({ kind: FileKind, name: v.string(), bytes: v.number() })),
  dryRun: v.nullable(v.object({ startedAt: v.number(), endedAt: v.number(), stamp: v.string() })),
  choice: v.nullable(StartMove),
  /** What was begun and is not settled. `stamp`: of the dump, at that time. */
  task: v.nullable(v.object({ isDryRun: v.boolean(), stamp: v.string(), startedAt: v.number() })),
})
export type Plan = v.InferOutput<typeof Plan>

const NONE: Plan = { source: null, uploads: [], dryRun: null, choice: null, task: null }

const planPath = (dataDir: string) => join(movingFolder(dataDir), 'plan.json')
const dryRunPath = (dataDir: string) => join(movingFolder(dataDir), 'dry-run.json')

export const readPlan = (dataDir: string): Plan => readJson(planPath(dataDir), Plan) ?? NONE

export function keepPlan(dataDir: string, plan: Plan): void {
  makeFolder(movingFolder(dataDir))
  writeWhole(planPath(dataDir), plan)
}

/** The next run overwrites what the last one reported. */
export function keepDryRun(dataDir: string): void {
  const summary = readLastSummary(dataDir)
  if (summary) writeWhole(dryRunPath(dataDir), summary)
}
export const readDryRun = (dataDir: string): ImportSummary | undefined => readJson(dryRunPath(dataDir), ImportSummary)
export const forgetDryRun = (dataDir: string): void => rmSync(dryRunPath(dataDir), { force: true })

/** Programs that updates brought, and how the last attempt ended. */
import { existsSync } from 'node:fs'
import { isRunning } from '../handover'
import { digestNow } from '../update/hand-over'
import {
  type Attempt,
  findProgramFile,
  isOwn,
  isUnfinished,
  isUntouched,
  type KeptProgram,
  programPath,
  readUpdateState,
  statePath,
} from '../update/programs'
import { type Finding, note, ok, problem } from './finding'

const ABOUT = 'programs'

export function examinePrograms(dataDir: string): Finding[] {
  if (!existsSync(statePath(dataDir))) return []
  const { current, programs, attempts } = readUpdateState(dataDir)
  const faults = programs.flatMap((program) => examineProgram(dataDir, program, program.version === current?.version))
  const kept = programs.filter(({ version }) => version !== current?.version).map(({ version }) => version)
  const words = current ? `version ${current.version} serves` : 'the installed executable serves'
  const also = kept.length > 0 ? `; kept: ${kept.join(', ')}` : ''
  return [...(faults.length > 0 ? faults : [ok(ABOUT, words + also)]), ...attempts.slice(0, 1).flatMap(examineAttempt)]
}

function examineProgram(dataDir: string, program: KeptProgram, isCurrent: boolean): Finding[] {
  const fault = faultOf(dataDir, program)
  if (fault === undefined) return []
  const found = `${programPath(dataDir, program.version)} ${fault}`
  if (!isCurrent) return [note(ABOUT, `${found}. It is not in use`)]
  return [problem(ABOUT, found, `Install version ${program.version} by hand: an older one may not know the data.`)]
}

function faultOf(dataDir: string, program: KeptProgram): string | undefined {
  const file = findProgramFile(dataDir, program.version)
  if (!file) return 'is missing'
  if (!isOwn(dataDir, file)) return 'belongs to another user'
  const isWhole = isUntouched(file, program) || digestNow(programPath(dataDir, program.version)) === program.sha256
  return isWhole ? undefined : 'has changed since its signature was verified'
}

function examineAttempt(attempt: Attempt): Finding[] {
  const { version, phase, cause, endedAt } = attempt
  if (phase === 'ready') return [note('update', `version ${version} is tried at the next start of the server`)]
  if (isUnfinished(attempt)) {
    if (attempt.process !== null && isRunning(attempt.process))
      return [note('update', `to version ${version} is running`)]
    const remedy = 'Start the server: it finishes the update, or goes back to the version before.'
    return [problem('update', `to version ${version} was interrupted`, remedy)]
  }
  if (phase !== 'failed') return []
  return [
    note('update', `to version ${version} failed on ${new Date(endedAt ?? 0).toISOString().slice(0, 10)}: ${cause}`),
  ]
}

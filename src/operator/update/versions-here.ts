/** Which versions are or were on this machine, from the attempts. Pure. */
import type { UpdateEnd } from './contract'
import { type Attempt, isUnfinished, listFailed, type UpdateState } from './programs'

export type VersionHere = {
  readonly version: string
  readonly state: 'used' | 'kept' | 'installed' | 'failed' | 'removed'
  readonly at: number | null
}

/** The one in use first, then by when something last happened to them. */
export function listVersions(state: UpdateState, running: string, startedAt: number): VersionHere[] {
  const { attempts, programs } = state
  const failed = listFailed(state)
  const isKept = (version: string) => programs.some((program) => program.version === version)
  // What no update brought was installed.
  const isBrought = (version: string) => attempts.some((one) => one.version === version && one.phase === 'good')
  const stateOf = (version: string) => {
    if (isKept(version)) return 'kept'
    return isBrought(version) ? 'removed' : 'installed'
  }
  const since = attempts.find(({ version, phase }) => version === running && phase === 'good')?.endedAt ?? startedAt
  const found = new Map<string, VersionHere>()
  const add = (version: string, state: VersionHere['state'], at: number | null) => {
    if (!found.has(version)) found.set(version, { version, state, at })
  }
  for (const { version, phase, endedAt, from } of attempts) {
    if (phase === 'failed' && failed.includes(version)) add(version, 'failed', endedAt)
    if (phase !== 'good') continue
    add(version, stateOf(version), endedAt)
    add(from, stateOf(from), endedAt)
  }
  for (const { version, verifiedAt } of programs) add(version, 'kept', verifiedAt)
  found.delete(running)
  return [{ version: running, state: 'used', at: since }, ...found.values()]
}

/** How long nobody was served when an update last held: from the stop until the doors were open. */
export function lastOutage({ attempts }: UpdateState): number | null {
  const good = attempts.find(({ phase }) => phase === 'good')
  const at = (step: string) => good?.steps.find((one) => one.step === step)?.at
  const [from, to] = [at('stop'), at('open')]
  return from === undefined || to === undefined ? null : Math.max(0, to - from)
}

/** Null while it runs. `running` is the version that serves now. */
export function endOf(attempt: Pick<Attempt, 'version' | 'phase' | 'steps'>, running: string): UpdateEnd | null {
  if (isUnfinished(attempt)) return null
  if (attempt.phase === 'good') return 'good'
  if (!attempt.steps.some(({ step }) => step === 'stop')) return 'failed'
  return running === attempt.version ? 'broken' : 'back'
}

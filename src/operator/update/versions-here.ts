/** Which versions are or were on this machine, from the attempts. Pure. */
import type { UpdateEnd } from './contract'
import { type Attempt, isUnfinished, listFailed, type UpdateState } from './programs'

export type VersionHere = {
  readonly version: string
  readonly state: 'used' | 'kept' | 'failed' | 'removed'
  readonly at: number | null
}

/** The one in use first, then by when something last happened to them. */
export function listVersions(state: UpdateState, running: string, startedAt: number): VersionHere[] {
  const { attempts, programs } = state
  const since = attempts.find(({ version, phase }) => version === running && phase === 'good')?.endedAt ?? startedAt
  const found = new Map<string, VersionHere>()
  const failed = listFailed(state)
  for (const { version, phase, endedAt, from } of attempts) {
    const isKept = programs.some((program) => program.version === version)
    const isTried = phase === 'failed' && failed.includes(version)
    if (phase === 'good' && !found.has(from)) {
      const isFromKept = programs.some((program) => program.version === from)
      found.set(from, { version: from, state: isFromKept ? 'kept' : 'removed', at: endedAt })
    }
    if (found.has(version) || (phase !== 'good' && !isTried)) continue
    found.set(version, { version, state: isTried ? 'failed' : isKept ? 'kept' : 'removed', at: endedAt })
  }
  for (const { version, verifiedAt } of programs)
    if (!found.has(version)) found.set(version, { version, state: 'kept', at: verifiedAt })
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
export function endOf(attempt: Attempt, running: string): UpdateEnd | null {
  if (isUnfinished(attempt)) return null
  if (attempt.phase === 'good') return 'good'
  if (!attempt.steps.some(({ step }) => step === 'stop')) return 'failed'
  return running === attempt.version ? 'broken' : 'back'
}

/** What the tab says about machines, companies and moves. Pure. */
import type { CompanyMove, Fleet, Machine, MoveChoices } from '../../../../src/features/machines/contract'
import type { Tone } from '../../../shared/theme/tones'

/** From here on a machine counts as full. */
const FULL = { cpu: 0.8, memory: 0.8, disk: 0.85 }
/** Its bar is amber a little earlier. */
const NEAR = 0.1
export type Resource = keyof typeof FULL

export const isNear = (resource: Resource, share: number): boolean => share >= FULL[resource] - NEAR

/** What a machine has too little of, the scarcest first. */
export function scarceIn({ load }: Machine): Resource | undefined {
  if (!load) return undefined
  const near = (['memory', 'disk', 'cpu'] as const).filter((resource) => load[resource] >= FULL[resource])
  return near.toSorted((a, b) => load[b] - load[a])[0]
}

/** `emptied`: nothing is left on it, so that it may be switched off. */
export type Situation = 'running' | 'full' | 'emptying' | 'emptied' | 'leaving' | 'silent' | 'stopped'

export function situationOf(machine: Machine): Situation {
  const { state, emptying } = machine
  if (state === 'emptying' && emptying?.left === 0) return 'emptied'
  return state === 'running' && scarceIn(machine) ? 'full' : state
}

export const situationTones: Readonly<Record<Situation, Tone>> = {
  running: 'ok',
  full: 'warn',
  emptying: 'wait',
  emptied: 'off',
  leaving: 'wait',
  silent: 'bad',
  stopped: 'off',
}

export type NoticeName = 'ownerless' | 'silent' | 'failed' | 'alone' | 'uncopied' | 'versions'
export type Notice = {
  readonly what: NoticeName
  readonly tone: 'error' | 'warning' | 'info'
  readonly count: number
  readonly name?: string
  /** Which explains it. */
  readonly machine?: string
}

/** What the operator should know about the whole, the worst first. */
export function noticesOf({ machines, companies }: Fleet): Notice[] {
  const notices: Notice[] = []
  const running = machines.filter(({ state }) => state !== 'silent' && state !== 'stopped')
  const silent = machines.filter(({ state }) => state === 'silent')
  if (companies.ownerless > 0) notices.push({ what: 'ownerless', tone: 'error', count: companies.ownerless })
  if (silent[0])
    notices.push({
      what: 'silent',
      tone: 'error',
      count: silent.length,
      name: silent.map(({ name }) => name).join(', '),
      machine: silent[0].name,
    })
  if (companies.failed > 0) notices.push({ what: 'failed', tone: 'warning', count: companies.failed })
  if (running.length === 1) notices.push({ what: 'alone', tone: 'warning', count: 1 })
  else if (companies.uncopied > 0) notices.push({ what: 'uncopied', tone: 'warning', count: companies.uncopied })
  const versions = new Set(running.map(({ version }) => version))
  if (versions.size > 1)
    notices.push({ what: 'versions', tone: 'info', count: versions.size, name: [...versions].toSorted().join(', ') })
  return notices
}

/** A table row needs a number of its own. */
export function rowIdOf(name: string): number {
  let id = 7
  for (const letter of name) id = (id * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647
  return id
}

export const shownSteps = ['copies', 'closes', 'opens', 'keeps'] as const
export type ShownStep = (typeof shownSteps)[number]
export type StepState = 'waiting' | 'running' | 'done'

/** What somebody has seen to begin in the dialog. */
export type WatchedMove = { readonly from: string | null; readonly to: string }

/**
 * `choosing`: nothing is ordered, or the last move failed. `planned`: it waits for its hour. `moving`, and `done` if it was seen
 * to move.
 */
export type MoveStage = 'choosing' | 'planned' | 'moving' | 'done'

export function stageOf({ company }: MoveChoices, watched: WatchedMove | null): MoveStage {
  const { move, machine } = company
  if (move && move.step !== 'planned' && move.step !== 'failed') return 'moving'
  if (watched && !move) return machine === watched.to ? 'done' : 'moving'
  return move?.step === 'planned' ? 'planned' : 'choosing'
}

/** Where each step is while a company moves. */
export function stepStates(stage: MoveStage, move: CompanyMove | null): Readonly<Record<ShownStep, StepState>> {
  const at = stage === 'done' ? shownSteps.length : stage === 'moving' ? shownSteps.indexOf(currentStep(move)) : -1
  const stateAt = (index: number): StepState => (index < at ? 'done' : index === at ? 'running' : 'waiting')
  return { copies: stateAt(0), closes: stateAt(1), opens: stateAt(2), keeps: stateAt(3) }
}

/** Just ordered, nothing is known yet; and between opening there and the answer of the new machine, it opens. */
function currentStep(move: CompanyMove | null): ShownStep {
  const step = move?.step
  return step === 'copies' || step === 'closes' || step === 'opens' ? step : 'opens'
}

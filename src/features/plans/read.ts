/** Validates a plan given on the command line like the screens do, and reports all errors at once. */
import * as v from 'valibot'
import { fail } from '../../errors'
import { planFlags } from '../../tenancy/contract'
import { isFormHint, textsIn } from '../../texts/texts'
import { CreatePlan } from './contract'

type PlanDescription = {
  readonly name: string
  readonly users: number
  readonly connections: number
  readonly queues: number
  readonly storage: number | undefined
  readonly amount: string
  readonly menus: readonly number[] | undefined
  /** With these the plan shows the whole menu. */
  readonly features: readonly string[] | undefined
  readonly isPublic: boolean
}

export function readPlan({ features, menus, storage, ...described }: PlanDescription): CreatePlan {
  const unknown = features?.filter((name) => !planFlags.some((flag) => flag === name)) ?? []
  const flags = features && {
    newStructureMenu: false,
    ...Object.fromEntries(planFlags.map((flag) => [flag, features.includes(flag)])),
  }
  const parsed = v.safeParse(CreatePlan, {
    ...described,
    storage: storage ?? null,
    ...(menus && { menus: [...menus] }),
    ...flags,
  })
  const faults = [
    ...unknown.map((name) => ({ field: 'features', message: `${name}? ${planFlags.join(', ')}` })),
    ...(parsed.issues ?? []).map((issue) => ({ field: v.getDotPath(issue) ?? '', message: wordsOf(issue.message) })),
  ]
  return parsed.success && unknown.length === 0 ? parsed.output : fail('ERR_INVALID_INPUT', faults)
}

const wordsOf = (message: string): string => (isFormHint(message) ? textsIn('en').form[message] : message)

/** Features of another product's plan. */
import { type PlanFlag, planFlags } from './contract'

/** Their switches that have our names, or mean the same. */
const theirs: Readonly<Partial<Record<PlanFlag, readonly string[]>>> = {
  useIntegrations: ['useIntegrations', 'useOpenAi', 'useFlowbuilders', 'useTypebot', 'useDialogflow'],
  useInternalChat: ['useInternalChat', 'useInternal'],
  useExternalApi: ['useExternalApi', 'useApi'],
}

/** Without switches, all of them: the product has none, so that everybody uses everything. */
export function planFeaturesOf(switches: Readonly<Record<string, boolean>> | null): readonly PlanFlag[] {
  if (switches === null || Object.keys(switches).length === 0) return planFlags
  return planFlags.filter((flag) => {
    const known = (theirs[flag] ?? [flag]).filter((name) => switches[name] !== undefined)
    // What the fork has no switch for, everybody has.
    return known.length === 0 ? true : known.some((name) => switches[name])
  })
}

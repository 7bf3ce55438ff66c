/** Settings of another product's campaigns. */
import * as v from 'valibot'
import type { Move } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import {
  type CampaignSettings,
  CampaignVariable,
  GREATER_INTERVALS,
  LONGER_INTERVAL_AFTER,
  MESSAGE_INTERVALS,
  MOST_VARIABLES,
} from '../../outbound/contract'
import { campaignSettings, standardVariables, storeCampaignSettings } from '../../outbound/settings'
import { readJson } from '../../platform/json'

const KIND = 'campaignSettings'

export const moveSettings = (move: Move): Promise<void> =>
  move.inSlices('campaign-settings', move.source.rows(KIND, move.company.id), (slice) => {
    for (const row of slice) moveOne(move, row)
  })

function moveOne({ cx, ids, report }: Move, { key, value }: SourceRows['campaignSettings']) {
  if (ids.has(KIND, key)) return report.merged(KIND, 'alreadyHere')
  const setting = settingOf(key, parsed(value), campaignSettings(cx))
  if (setting === undefined) return report.skipped(KIND, 'noCounterpart', key)
  storeCampaignSettings(cx.db, setting)
  ids.add(KIND, key, 1)
  report.imported(KIND)
}

/** Theirs are JSON, some of it twice. */
function parsed(value: string): unknown {
  const once = readJson(value)
  return typeof once === 'string' ? (readJson(once) ?? once) : once
}

function settingOf(key: string, value: unknown, before: CampaignSettings): Partial<CampaignSettings> | undefined {
  if (key === 'variables') return { variables: variablesOf(value, before.variables) }
  const number = value === null || value === '' ? Number.NaN : Number(value)
  if (!(number >= 0)) return undefined
  if (key === 'messageInterval') return { messageInterval: atLeast(MESSAGE_INTERVALS, number) }
  if (key === 'greaterInterval') return { greaterInterval: atLeast(GREATER_INTERVALS, number) }
  if (key === 'longerIntervalAfter') return { longerIntervalAfter: atMost(LONGER_INTERVAL_AFTER, number) }
  return undefined
}

/** Never faster than it was there. */
const atLeast = <T extends number>(choices: readonly T[], wanted: number): T =>
  choices.find((choice) => choice >= wanted) ?? (choices.at(-1) as T) // there are choices
const atMost = <T extends number>(choices: readonly T[], wanted: number): T =>
  choices.findLast((choice) => choice <= wanted) ?? (choices[0] as T)

function variablesOf(value: unknown, before: CampaignSettings['variables']): CampaignSettings['variables'] {
  const taken = new Set([...standardVariables, ...before.map(({ key }) => key)].map((name) => name.toLowerCase()))
  const found = (Array.isArray(value) ? value : []).flatMap((one) => {
    const read = v.safeParse(CampaignVariable, one)
    if (!read.success || taken.has(read.output.key.toLowerCase())) return []
    taken.add(read.output.key.toLowerCase())
    return read.output
  })
  return [...before, ...found].slice(0, MOST_VARIABLES)
}

import { type Help, helpCreated, helpDeleted, helpUpdated } from '../../../src/features/helps/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { fits, needleOf } from '../../shared/plain'

export const helpsSpec: CrudSpec<Help> = {
  key: ['helps'],
  compare: (a, b) => a.position - b.position || a.id - b.id,
  events: [
    on(helpCreated, ({ record }) => ({ put: record })),
    on(helpUpdated, ({ record }) => ({ put: record })),
    on(helpDeleted, ({ id }) => ({ drop: id })),
  ],
}

export const foundHelps = (all: readonly Help[], words = ''): Help[] =>
  all.filter(({ title, description }) => fits(needleOf(words), title, description))

/** Total minutes of the videos with a known duration. */
export const minutesOf = (all: readonly Help[]): number =>
  Math.round(all.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0) / 60)

/** The ids with one of them moved a step up or down. */
export function stepped(all: readonly Help[], id: number, step: 1 | -1): number[] {
  const ids = all.map((help) => help.id)
  const at = ids.indexOf(id)
  const to = at + step
  if (at < 0 || to < 0 || to >= ids.length) return ids
  return ids.toSpliced(at, 1).toSpliced(to, 0, id)
}

/** 6:35 or 1:02:07 in seconds; null for an empty text, undefined for an invalid one. */
export function readLength(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const parts = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text)
  if (!parts) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  const length = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return length > 0 && length <= 24 * 3600 ? length : undefined
}

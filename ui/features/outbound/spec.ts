import { type CampaignSettings, type OptOut, optOutCreated, optOutDeleted } from '../../../src/outbound/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { plain } from '../../shared/plain'

export type OptOutFilter = { readonly search?: string | undefined }

export const optOutsSpec: CrudSpec<OptOut, OptOutFilter> = {
  key: ['opt-outs'],
  compare: (a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id,
  events: [
    on(optOutCreated, ({ optOut }) => ({ put: optOut })),
    on(optOutDeleted, ({ optOutId }) => ({ drop: optOutId })),
  ],
  onlyServerAdds: ({ search }) => Boolean(search),
}

/** Weekdays, 0 is Sunday, as text: "seg a sáb" for consecutive days, otherwise each. `weekday` counts from Monday. */
export function dayWords(days: readonly number[], weekday: (at: number) => string): string {
  const inOrder = [...new Set(days.map((day) => (day + 6) % 7))].sort((a, b) => a - b)
  const short = (at: number | undefined) => (at === undefined ? '' : weekday(at).slice(0, 3).toLowerCase())
  const isRow = inOrder.every((day, at) => at === 0 || day === (inOrder[at - 1] ?? 0) + 1)
  if (isRow && inOrder.length > 2) return `${short(inOrder[0])}–${short(inOrder.at(-1))}`
  return inOrder.map(short).join(', ')
}

type Variables = CampaignSettings['variables']

/** Keys must be unique: the error is shown at the duplicate. */
export const repeatedKeys = (variables: Variables): number[] =>
  variables.flatMap(({ key }, at) =>
    key.trim() !== '' && variables.findIndex((one) => plain(one.key.trim()) === plain(key.trim())) < at ? [at] : [],
  )

/** What events mean for the list of integrations, and what their state is. Pure. */
import {
  FAILING_STREAK,
  integrationCreated,
  integrationDeleted,
  integrationUpdated,
  type QueueIntegration,
} from '../../../src/features/integrations/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { fits, needleOf, plain } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import type { Tone } from '../../shared/theme/tones'
import type { IntegrationsView } from './view'

export const integrationsSpec: CrudSpec<QueueIntegration> = {
  key: ['integrations'],
  compare: (a, b) => byName(a, b),
  events: [
    on(integrationCreated, ({ queueIntegration }) => ({ put: queueIntegration })),
    on(integrationUpdated, ({ queueIntegration }) => ({ put: queueIntegration })),
    on(integrationDeleted, ({ integrationId }) => ({ drop: integrationId })),
  ],
}

/** `unused`: no queue has chosen it. `fresh`: not called yet. */
export type IntegrationState = 'paused' | 'failing' | 'shaky' | 'unused' | 'fresh' | 'answers'

export function stateOf({ isPaused, streak, queueIds, lastAt }: QueueIntegration): IntegrationState {
  if (isPaused) return 'paused'
  if (streak >= FAILING_STREAK) return 'failing'
  if (queueIds.length === 0) return 'unused'
  if (streak > 0) return 'shaky'
  return lastAt === null ? 'fresh' : 'answers'
}

export const tones: Readonly<Record<IntegrationState, Tone>> = {
  paused: 'off',
  failing: 'bad',
  shaky: 'warn',
  unused: 'off',
  fresh: 'wait',
  answers: 'ok',
}

/** Of the latest calls. */
export const failuresIn = ({ recent }: QueueIntegration): number => recent.filter(({ isOk }) => !isOk).length

/** Half of the latest calls took this long or less; null without any. */
export function medianOf({ recent }: Pick<QueueIntegration, 'recent'>): number | null {
  const all = recent.map(({ ms }) => ms).sort((a, b) => a - b)
  return all[Math.floor((all.length - 1) / 2)] ?? null
}

const byName = (a: QueueIntegration, b: QueueIntegration) => plain(a.name).localeCompare(plain(b.name)) || a.id - b.id

/** The rows of a view, in its order. */
export function shownIntegrations(all: readonly QueueIntegration[], view: IntegrationsView): QueueIntegration[] {
  const needle = needleOf(view.search ?? '')
  const found = all.filter(({ name, urlIntegration }) => fits(needle, name, urlIntegration))
  return sortRows(
    found,
    view,
    {
      name: byName,
      id: (a, b) => a.id - b.id,
      last: (a, b) => (a.lastAt ?? '').localeCompare(b.lastAt ?? '') || byName(a, b),
    },
    'name',
  )
}

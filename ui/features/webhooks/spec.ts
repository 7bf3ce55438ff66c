/** What events mean for the list of webhooks, and the state of each. Pure. */
import { type Webhook, webhookCreated, webhookDeleted, webhookUpdated } from '../../../src/features/webhooks/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { plain } from '../../shared/plain'
import type { Tone } from '../../shared/theme/tones'

export const webhooksSpec: CrudSpec<Webhook> = {
  key: ['webhooks'],
  compare: (a, b) => a.id - b.id,
  events: [
    on(webhookCreated, ({ webhook }) => ({ put: webhook })),
    on(webhookUpdated, ({ webhook }) => ({ put: webhook })),
    on(webhookDeleted, ({ webhookId }) => ({ drop: webhookId })),
  ],
}

/** Without the protocol. */
export const addressOf = (url: string): string => url.replace(/^https:\/\//, '')

export const shownWebhooks = (all: readonly Webhook[], search = ''): Webhook[] =>
  all.filter(({ url }) => plain(url).includes(plain(search)))

/** `fresh`: no deliveries yet. */
export type WebhookState = 'answers' | 'late' | 'failing' | 'fresh' | 'paused' | 'disabled'

export function stateOf({ active, disabledWhy, failingSince, lastAt, counts }: Webhook): WebhookState {
  if (!active) return disabledWhy === null ? 'paused' : 'disabled'
  if (failingSince !== null) return counts.delivered > 0 ? 'late' : 'failing'
  return lastAt === null ? 'fresh' : 'answers'
}

export const tones: Readonly<Record<WebhookState, Tone>> = {
  answers: 'ok',
  late: 'warn',
  failing: 'bad',
  fresh: 'wait',
  paused: 'off',
  disabled: 'bad',
}

/** The share of the day's finished deliveries that succeeded; null without any. */
export function shareDelivered({ lastDay: { delivered, failed } }: Webhook): number | null {
  return delivered + failed === 0 ? null : delivered / (delivered + failed)
}

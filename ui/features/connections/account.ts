/** How a connection over Meta is doing beyond its status: its plan, its access, its quality. Pure. */
import { isMeta } from '../../../src/channels/acts'
import { capabilitiesOf } from '../../../src/channels/capabilities'
import type { ConnectionAccount, ConnectionSummary } from '../../../src/channels/connections/contract'
import { hasFeature } from '../../../src/tenancy/contract'
import type { Text } from '../../shared/i18n/translate'
import type { Tone } from '../../shared/theme/tones'

/** `ending`: Meta's permission ends soon. `silent`: Meta has not confirmed that it sends us events. */
export type Notice = 'notInPlan' | 'ending' | 'silent' | 'RED' | 'YELLOW' | 'GREEN' | 'fine'

type Account = Pick<ConnectionSummary, 'channel' | 'status' | 'account'>
type Situation = { readonly features: readonly string[] | null; readonly now: number }

/** From this many days before the end of Meta's permission on, the row says so. */
const ENDING_DAYS = 14
const DAY_MS = 86_400_000

const daysLeft = (endsAt: string, now: number): number => Math.max(0, Math.floor((Date.parse(endsAt) - now) / DAY_MS))

/** Null: its status says everything. */
export function noticeOf({ channel, status, account }: Account, { features, now }: Situation): Notice | null {
  if (!hasFeature(features, capabilitiesOf(channel).plan)) return 'notInPlan'
  if (status !== 'CONNECTED' || !isMeta(channel)) return null
  if (!account) return 'fine'
  const { tokenEndsAt, subscribedAt, quality } = account
  if (tokenEndsAt !== null && daysLeft(tokenEndsAt, now) < ENDING_DAYS) return 'ending'
  if (subscribedAt === null) return 'silent'
  return quality === 'RED' || quality === 'YELLOW' || quality === 'GREEN' ? quality : 'fine'
}

export const toneOf: Record<Notice, Tone> = {
  notInPlan: 'bad',
  ending: 'warn',
  silent: 'warn',
  RED: 'warn',
  YELLOW: 'warn',
  GREEN: 'ok',
  fine: 'ok',
}

export function noticeHeadline(t: Text, notice: Notice, { account }: Account, now: number): string {
  switch (notice) {
    case 'notInPlan':
      return t('connections.meta.notInPlan')
    case 'fine':
      return t('connections.status.CONNECTED')
    case 'ending':
      return t('connections.meta.connected', {
        what: t('connections.meta.ending', { count: daysLeft(account?.tokenEndsAt ?? '', now) }),
      })
    case 'silent':
      return t('connections.meta.connected', { what: t('connections.meta.silent') })
    default:
      return t('connections.meta.connected', { what: t(`connections.meta.quality.${notice}`) })
  }
}

export function noticeText(t: Text, notice: Notice, { channel, account }: Account): string {
  switch (notice) {
    case 'notInPlan':
      return t('connections.meta.notInPlanText')
    case 'ending':
      return t(channel === 'whatsapp_cloud' ? 'connections.meta.renewToken' : 'connections.meta.renewSignIn')
    case 'silent':
      return t('connections.meta.silentText')
    default:
      return (
        [account && limitText(t, account), (notice === 'RED' || isFull(account)) && t('connections.meta.campaignsWait')]
          .filter(Boolean)
          .join(' ') || windowText(t, channel)
      )
  }
}

/** How many people it may write to first, and to how many it has; null while Meta has not said. */
export function limitText(t: Text, { limit, reached }: Pick<ConnectionAccount, 'limit' | 'reached'>): string | null {
  if (limit === null) return null
  if (limit < 0) return t('connections.meta.unlimited')
  return reached === 0
    ? t('connections.meta.limit', { count: limit })
    : t('connections.meta.reached', { reached, count: limit })
}

/** The share of the limit that is used up; null without a limit, and while nothing is. */
export const usedShare = (account: ConnectionSummary['account']): number | null =>
  account && account.limit !== null && account.limit > 0 && account.reached > 0 ? account.reached / account.limit : null

const isFull = (account: ConnectionSummary['account']): boolean => (usedShare(account) ?? 0) >= 1

const windowText = (t: Text, channel: ConnectionSummary['channel']): string =>
  t('connections.meta.window', { hours: capabilitiesOf(channel).window?.hours ?? 0 })

/** Its number, its username, or its name at the messenger; null: none is known yet. */
export const handleOf = ({ account }: Pick<ConnectionSummary, 'account'>): string | null =>
  account && (account.username ? `@${account.username}` : account.displayName || null)

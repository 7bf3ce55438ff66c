import { type ApiToken, apiTokenCreated, apiTokenUpdated } from '../../../src/features/external-api/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'

const isRevoked = ({ revokedAt }: ApiToken) => Number(revokedAt !== null)

/** Revoked ones last. */
export const apiTokensSpec: CrudSpec<ApiToken> = {
  key: ['apiTokens'],
  compare: (a, b) => isRevoked(a) - isRevoked(b) || a.id - b.id,
  events: [on(apiTokenCreated, ({ token }) => ({ put: token })), on(apiTokenUpdated, ({ token }) => ({ put: token }))],
}

export const isExpired = ({ expiresAt }: ApiToken, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now

/** Tokens with which the page can send. */
export const sendingTokens = (all: readonly ApiToken[], now: number): ApiToken[] =>
  all.filter((token) => token.revokedAt === null && !isExpired(token, now) && token.scopes.includes('send'))

/** The choice of a token for the whole company. */
export const WHOLE_COMPANY = 'company'

/** A new token's target as the value of one choice: `w3` is connection 3, `q2` queue 2. */
export function targetOf(choice: string): { whatsappId: number } | { queueId: number } | Record<never, never> {
  if (choice === WHOLE_COMPANY) return {}
  const id = Number(choice.slice(1))
  return choice.startsWith('q') ? { queueId: id } : { whatsappId: id }
}

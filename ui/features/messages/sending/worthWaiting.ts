import { ApiError } from '../../../shared/session/failure'

/** No answer to this message: the server is out of reach, or answers nothing to this session or this company for now. */
const forNow: ReadonlySet<string> = new Set([
  'ERR_UNREACHABLE',
  'ERR_SESSION_EXPIRED',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_TENANT_BUSY',
  'ERR_TENANT_UNAVAILABLE',
])

export const isWorthWaiting = (failure: unknown): boolean => failure instanceof ApiError && forNow.has(failure.code)

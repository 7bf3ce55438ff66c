/** A company whose folder a command has for a while. It comes back by itself. */
import { AppError } from '../errors'
import type { AwayWork } from './wire'

export type Away = { readonly work: AwayWork; readonly retryAfter: number }

const RETRY_AFTER_SECONDS = 5

/** Nothing was begun. `details` says what the company is away for, and the seconds to wait. */
export const awayError = (work: AwayWork): AppError =>
  new AppError('ERR_COMPANY_AWAY', { work, retryAfter: RETRY_AFTER_SECONDS } satisfies Away)

/** What the company of the error is away for; undefined for other errors. */
export const awayWorkOf = (error: unknown): AwayWork | undefined =>
  error instanceof AppError && error.code === 'ERR_COMPANY_AWAY' ? (error.details as Away).work : undefined // see above

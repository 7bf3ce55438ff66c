/** A company whose folder a command has for a while. It comes back by itself. */
import { AppError } from '../errors'
import type { AwayWork } from './wire'

/** `done` in percent, if anybody knows. */
export type Away = { readonly work: AwayWork; readonly done: number | null }

const RETRY_AFTER_SECONDS = 5

/** Nothing was begun. `details` says what the company is away for, and the seconds to wait. */
export const awayError = (away: Away): AppError =>
  new AppError('ERR_COMPANY_AWAY', { ...away, retryAfter: RETRY_AFTER_SECONDS })

/** What the company of the error is away for; undefined for other errors. */
export const awayIn = (error: unknown): Away | undefined =>
  error instanceof AppError && error.code === 'ERR_COMPANY_AWAY' ? (error.details as Away) : undefined // see above

/** Why a socket is closed, as `COMPANY_AWAY` explains. */
export const awayReason = ({ work, done }: Away): string => (done === null ? work : `${work} ${done}`)

/** A failed call: the server's code and message, or that it could not be reached. */
import type { ErrorCode } from '../../../src/errors'

export type FieldFailure = { field: string; message: string; hint?: string }

export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'ERR_UNREACHABLE'
  /** Already in the reader's language. Empty when there was no response: `errorText` has a message for that. */
  override readonly message: string
  readonly fields: readonly FieldFailure[]
  /** Further data of the error, depending on the code. */
  readonly details: unknown
  /** The reference to quote to the operator. */
  readonly reference: string | null

  constructor(
    status: number,
    code: ErrorCode | 'ERR_UNREACHABLE',
    rest: Partial<Pick<ApiError, 'message' | 'fields' | 'details' | 'reference'>>,
  ) {
    super(rest.message ?? '')
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.message = rest.message ?? ''
    this.fields = rest.fields ?? []
    this.details = rest.details
    this.reference = rest.reference ?? null
  }
}

export const unreachable = () => new ApiError(0, 'ERR_UNREACHABLE', {})

export function failureOf(status: number, body: unknown): ApiError {
  if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'string') {
    return status >= 502 && status <= 504 ? unreachable() : new ApiError(status, 'ERR_INTERNAL', {})
  }
  const details: unknown = 'details' in body ? body.details : undefined
  // An unknown code is still shown with the server's message.
  return new ApiError(status, body.error as ErrorCode, {
    message: 'message' in body && typeof body.message === 'string' ? body.message : '',
    reference: 'reference' in body && typeof body.reference === 'string' ? body.reference : null,
    fields: Array.isArray(details) ? details.filter(isFieldFailure) : [],
    details,
  })
}

const isFieldFailure = (item: unknown): item is FieldFailure =>
  typeof item === 'object' &&
  item !== null &&
  'field' in item &&
  typeof item.field === 'string' &&
  'message' in item &&
  typeof item.message === 'string'

/** What each listener of the program takes, for browsers and for other nodes. */
import { DOCUMENT_LIMIT } from '../tickets/messages/contract'

export const MOST_BODY = DOCUMENT_LIMIT + 1024 * 1024

export const socketLimits = {
  idleTimeout: 120,
  maxPayloadLength: 64 * 1024,
  backpressureLimit: 1024 * 1024,
  closeOnBackpressureLimit: true,
} as const

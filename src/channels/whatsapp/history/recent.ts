import { DAY } from '../../../platform/time'

/** When a phone is linked, WhatsApp delivers about this much history without a request. */
export const RECENT_MS = 14 * DAY

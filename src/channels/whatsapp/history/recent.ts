import { DAY } from '../../../platform/time'

/** When a phone is linked, WhatsApp hands over unasked what is about this old at most. */
export const RECENT_MS = 14 * DAY

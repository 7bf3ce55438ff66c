import { DAY } from '../../../platform/time'

/** When a phone is linked, WhatsApp hands over the messages of about this time without being asked. */
export const RECENT_MS = 14 * DAY

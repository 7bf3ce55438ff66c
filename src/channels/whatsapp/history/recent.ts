/** When a phone is linked, WhatsApp hands over unasked what is about this old at most. */
export const RECENT_MS = 14 * 86_400_000

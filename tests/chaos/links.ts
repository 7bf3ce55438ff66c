/**
 * The company's phones and their linked devices. A phone may remove its device, and links another one when the screen
 * shows a code. Stanzas that the removed device did not get, or that are sent before the next linking, are delivered by
 * WhatsApp to no device, except with the phone's history. They do not count as our loss unless the device had confirmed
 * them.
 */
import type { Testbed } from '../survival/support/testbed'

/** A period without a device; `undelivered`: ids that the removed device had not confirmed. */
type Gap = { readonly phone: string; readonly from: number; until: number; readonly undelivered: Set<string> }
export type Links = ReturnType<typeof trackLinks>

/** Stanzas sent this shortly before may have been in transit when the phone removed its device. */
const IN_TRANSIT_MS = 500

export function trackLinks(testbed: Testbed) {
  const gaps: Gap[] = []
  const devices = new Map<string, number[]>()
  const scanned = new Set<string>()

  function gapOf(phone: string): Gap {
    const open = gaps.find((gap) => gap.phone === phone && gap.until === Number.POSITIVE_INFINITY)
    if (open) return open
    const gap = { phone, from: Date.now(), until: Number.POSITIVE_INFINITY, undelivered: new Set<string>() }
    gaps.push(gap)
    return gap
  }

  async function unlink(phone: string) {
    const { undelivered } = gapOf(phone)
    for (const device of devices.get(phone) ?? [])
      for (const id of (await testbed.run({ do: 'removeDevice', phone, device })).lost ?? []) undelivered.add(id)
    devices.delete(phone)
  }

  return {
    unlink,
    /**
     * Links the device that shows this code, once. A linked device that shows a code again has lost its credentials,
     * because its server was killed too early. False: the code has expired, or the account demands a passkey.
     */
    async scan(phone: string, qr: string): Promise<boolean> {
      if (scanned.has(qr)) return false
      if (devices.has(phone)) await unlink(phone)
      const result = await testbed.attempt({ do: 'scan', phone, qr })
      if (!result.ok) return false
      scanned.add(qr)
      devices.set(phone, [Number(result.id)])
      for (const gap of gaps) if (gap.phone === phone) gap.until = Math.min(gap.until, Date.now())
      return true
    },
    count: () => gaps.length,
    /** Periods without a device; epoch milliseconds. */
    gapsOf: (phone: string) => gaps.filter((gap) => gap.phone === phone),
    /** Duration of each gap in milliseconds. */
    lengths: () => gaps.map(({ from, until }) => until - from),
    /** Whether no device of ours was linked then, so that a delivery receipt can only come from the phone itself. */
    isUnlinked: (phone: string, at: number): boolean =>
      gaps.some(({ phone: other, from, until }) => other === phone && at >= from && at < until),
    /** Whether WhatsApp may have delivered this stanza to no device: the removed one had not confirmed it, or none was linked at one of these moments. */
    isLost: (phone: string, id: string, ...moments: readonly number[]): boolean =>
      gaps.some(
        ({ phone: other, from, until, undelivered }) =>
          other === phone && (undelivered.has(id) || moments.some((at) => at > from - IN_TRANSIT_MS && at < until)),
      ),
  }
}

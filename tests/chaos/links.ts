/**
 * The company's phones and the devices linked to them. A phone may remove its device, and links another one when the screen
 * shows a code. What the removed device was still owed, and what is said or told before the next one is linked, WhatsApp
 * itself brings to nobody, unless the phone hands it over with its history: that it is missing is no loss of ours, as long
 * as the device had not confirmed it.
 */
import type { Testbed } from '../survival/support/testbed'

type Gap = { readonly phone: string; readonly from: number; until: number; readonly owed: Set<string> }
export type Links = ReturnType<typeof keepLinks>

/** On its way to a device while the phone removed it. */
const UNDER_WAY_MS = 500

export function keepLinks(testbed: Testbed) {
  const gaps: Gap[] = []
  const devices = new Map<string, number[]>()
  const scanned = new Set<string>()

  function gapOf(phone: string): Gap {
    const open = gaps.find((gap) => gap.phone === phone && gap.until === Number.POSITIVE_INFINITY)
    if (open) return open
    const gap = { phone, from: Date.now(), until: Number.POSITIVE_INFINITY, owed: new Set<string>() }
    gaps.push(gap)
    return gap
  }

  async function unlink(phone: string) {
    const { owed } = gapOf(phone)
    for (const device of devices.get(phone) ?? [])
      for (const id of (await testbed.run({ do: 'removeDevice', phone, device })).lost ?? []) owed.add(id)
    devices.delete(phone)
  }

  return {
    unlink,
    /**
     * Links the device that shows this code, once. One that was linked before and asks anew knows nothing of it any more: it
     * died too early. False: the code is worth nothing any more, or the account wants more than a code.
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
    /** When this phone had no device. */
    gapsOf: (phone: string) => gaps.filter((gap) => gap.phone === phone),
    /** Milliseconds until another device was linked. */
    lengths: () => gaps.map(({ from, until }) => until - from),
    /** No device of ours can have confirmed anything then: only the phone itself tells that it got a message. */
    isUnlinked: (phone: string, at: number): boolean =>
      gaps.some(({ phone: other, from, until }) => other === phone && at >= from && at < until),
    /** Did a removed device take along what was to be told of this message, or was there none at one of these moments? */
    isLost: (phone: string, id: string, ...moments: readonly number[]): boolean =>
      gaps.some(
        ({ phone: other, from, until, owed }) =>
          other === phone && (owed.has(id) || moments.some((at) => at > from - UNDER_WAY_MS && at < until)),
      ),
  }
}

/** Reasons of other modules for which nothing is sent over a connection without an attendant. */
import type { Cx } from '../../platform/cx'
import { defineExtensionPoint } from '../../platform/extensions'
import type { Wait } from './policy'

export const sendingHolds = defineExtensionPoint<(cx: Cx, connectionId: number) => Wait | null>('outbound.sendingHolds')

export function heldBy(cx: Cx, connectionId: number): Wait | null {
  for (const find of cx.membersOf(sendingHolds)) {
    const wait = find(cx, connectionId)
    if (wait) return wait
  }
  return null
}

/** What is said above every screen of a house that does not work as it should, or is not the real thing at work. */
import type { SignedInUser } from '../../../src/access/contract'
import type { Installation } from '../../../src/operator/contract'

export type Strip = 'storageFull' | 'atRest' | 'simulatorOn'

export function stripsOf(house: Installation, who: Pick<SignedInUser, 'profile' | 'super'>): Strip[] {
  const strips: Strip[] = []
  // For who can make room, or knows who can: others can do nothing about it.
  if (house.storageFull && (who.super || who.profile === 'admin')) strips.push('storageFull')
  if (house.passive) strips.push('atRest')
  if (house.simulator) strips.push('simulatorOn')
  return strips
}

/** The warnings above every page: the disk is full, the installation is passive, the simulator is on. */
import type { SignedInUser } from '../../../src/access/contract'
import type { Installation } from '../../../src/operator/contract'

export type Strip = 'storageFull' | 'atRest' | 'simulatorOn'

export function stripsOf(installation: Installation, who: Pick<SignedInUser, 'profile' | 'super'>): Strip[] {
  const strips: Strip[] = []
  // Only for people who can make room or know who can.
  if (installation.storageFull && (who.super || who.profile === 'admin')) strips.push('storageFull')
  if (installation.passive) strips.push('atRest')
  if (installation.simulator) strips.push('simulatorOn')
  return strips
}

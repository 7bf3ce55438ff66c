/** What the installation says above every page: disk full, the plan's storage nearly full, installation or company on standby, simulator on. */

import type { Installation } from '../../../src/operator/contract'
import type { SignedInUser } from '../../../src/users/contract'

export type Strip = 'storageFull' | 'quotaNear' | 'quotaFull' | 'installationStandby' | 'companyStandby' | 'simulatorOn'

export function stripsOf(installation: Installation, who: Pick<SignedInUser, 'profile' | 'super'>): Strip[] {
  const strips: Strip[] = []
  // Only for users who can free space, or know who can.
  if (installation.storageFull && (who.super || who.profile === 'admin')) strips.push('storageFull')
  const { level } = installation.storage ?? {}
  if (level === 'near') strips.push('quotaNear')
  if (level === 'full') strips.push('quotaFull')
  if (installation.passive) strips.push('installationStandby')
  else if (installation.resting) strips.push('companyStandby')
  if (installation.simulator) strips.push('simulatorOn')
  return strips
}

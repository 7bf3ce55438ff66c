import { desc, eq } from 'drizzle-orm'
import { getOrMake } from '../../platform/maps'
import { getRow } from '../../platform/sql'
import { type ControlDb, type ReadRaw, remembered } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import { ASKED_FOR_HOURS } from './contract'
import { type StoredGrant, supportGrants } from './tables'

export function findGrant(control: ControlDb, companyId: number, now: number): StoredGrant | undefined {
  const found = control
    .select()
    .from(supportGrants)
    .where(eq(supportGrants.companyId, companyId))
    .orderBy(desc(supportGrants.id))
    .limit(1)
    .get()
  return found && { ...found, state: isOver(found, now) ? 'ended' : found.state }
}

/** Whether any company was asked, or has consented. A consent whose time is over may count. */
export const isAnySupportOpen = (control: ControlDb): boolean =>
  getOrMake(anyOpen, control.$client, () =>
    remembered(
      control.$client,
      () => getRow(control, "SELECT 1 FROM support_grants WHERE state IN ('asked', 'granted')") !== undefined,
      ['support_grants'],
    ),
  )(null)
const anyOpen = new WeakMap<ReadRaw, (none: null) => boolean>()

const isOver = ({ state, until, askedAt }: StoredGrant, now: number): boolean =>
  (state === 'granted' && until !== null && until <= now) ||
  (state === 'asked' && askedAt + ASKED_FOR_HOURS * HOUR <= now)

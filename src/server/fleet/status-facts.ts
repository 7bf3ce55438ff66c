/** What the status of the fleet says beside the picture: names of companies, and how far their copies are behind. */
import type { Picture } from '../../fleet/placement/owners'
import type { StatusFacts } from '../../fleet/placement/status'
import { getTuples } from '../../platform/sql'
import { type ControlDb, remembered } from '../../platform/sqlite'

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** Returns a function that gives the facts of this moment. Asked for each status once, not for each company. */
export function createStatusFacts(picture: Picture): (control: ControlDb | undefined) => StatusFacts {
  let names: ((none: null) => ReadonlyMap<string, string>) | undefined
  return (control) => {
    if (control) names ??= remembered(control.$client, () => readNames(control), ['companies'])
    const known = names?.(null) ?? NO_NAMES
    const living = picture.living()
    return {
      nameOf: (company) => known.get(company),
      lagOf(company) {
        const ownership = picture.owners.get(company)?.value
        if (!ownership?.standby || !ownership.isStandbyReady) return undefined
        const lease = living.get(ownership.standby)
        return lease && (lease.lag?.[company] ?? 0)
      },
    }
  }
}

const readNames = (control: ControlDb): ReadonlyMap<string, string> =>
  new Map(getTuples<[uuid: string, name: string]>(control, 'SELECT uuid, name FROM companies'))

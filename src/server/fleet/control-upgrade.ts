/** How a program that needs more steps of control.db's schema than it has comes to own it, and what an older program says. */
import { isOrderRefused } from '../../fleet/placement/order-refused'
import type { Picture } from '../../fleet/placement/owners'
import { canOpen, type Versions } from '../../fleet/placement/versions'
import type { FleetView } from '../../fleet/view'
import type { Log } from '../../platform/log'
import { getValue } from '../../platform/sql'
import type { ControlDb } from '../../platform/sqlite'
import { OPERATOR_COMPANY } from '../../tenancy/contract'

const AGAIN_MS = 1000

type Deps = {
  readonly view: Pick<FleetView, 'move' | 'findMove' | 'owns' | 'node' | 'stopDrain' | 'findDrain'>
  /** Company 1. */
  readonly company: string
  readonly log: Log
  readonly signal: AbortSignal
  /** Gets the reason in words, each time. */
  refused(why: string): void
}

/** Also in a control.db of an older version, whose rows lack what this program reads of them. */
export const findFirstCompany = (control: ControlDb): string | undefined =>
  getValue<string>(control, 'SELECT uuid FROM companies WHERE id = ?', OPERATOR_COMPANY)

/**
 * Has company 1 move here, with which control.db goes: whoever becomes its owner brings it to the newest version. Orders it again
 * when the order is lost, as by an owner that does not know this node yet. A node that was emptied for its upgrade takes
 * companies again: no other can bring control.db further.
 */
export async function bringControlHere({ view, company, log, signal, refused }: Deps): Promise<void> {
  for (; !view.owns(company) && !signal.aborted; await Bun.sleep(AGAIN_MS)) {
    if (view.findMove(company)) continue
    try {
      await view.move(company, view.node)
    } catch (error) {
      if (isOrderRefused(error) && error.fault === 'emptying' && (await isTakenBack(view))) {
        log.warn('the order to empty this node ends: its program must bring control.db to a newer version')
        continue
      }
      refused(error instanceof Error ? error.message : String(error))
      log.warn(
        { err: error },
        'company 1 cannot come to this node yet, whose program brings control.db to a newer version',
      )
    }
  }
}

/** A node that was told to leave for good goes on with that. */
const isTakenBack = async ({ findDrain, stopDrain, node }: Deps['view']): Promise<boolean> =>
  findDrain(node)?.kind === 'drain' && (await stopDrain(node).catch(() => false))

/** An older program may take part: it leads requests to the owners, and takes what its version may. */
export function warnOfNewerData({ owners }: Picture, own: Versions, log: Log): void {
  const newer = [...owners.values()].filter(({ value }) => !canOpen(own, value.schema)).length
  if (newer > 0)
    log.warn(
      { companies: newer, version: own.program },
      'companies of the fleet have data of a newer version, which this program cannot take over: upgrade this node',
    )
}

/** Orders to the fleet, whose refusals become errors in the reader's language. */
import { fail } from '../../errors'
import { isOrderRefused, type OrderFault } from '../../fleet/placement/order-refused'
import type { Log } from '../../platform/log'
import { SECOND } from '../../platform/time'
import type { MoveFault } from './contract'
import { machineErrors } from './errors'

/** The fleet's servers may not answer for as long as they like. */
export const ANSWER_TIMEOUT_MS = 8 * SECOND

type MachineError = (typeof machineErrors)[keyof typeof machineErrors]

const errorOf: Readonly<Record<OrderFault, MachineError>> = {
  noCompany: machineErrors.ERR_COMPANY_NOT_IN_FLEET,
  control: machineErrors.ERR_COMPANY_NOT_IN_FLEET,
  there: machineErrors.ERR_COMPANY_THERE,
  notRunning: machineErrors.ERR_MACHINE_SILENT,
  nothingToGive: machineErrors.ERR_MACHINE_SILENT,
  emptying: machineErrors.ERR_MACHINE_EMPTYING,
  tooOld: machineErrors.ERR_MACHINE_TOO_OLD,
  full: machineErrors.ERR_MACHINE_FULL,
  noOther: machineErrors.ERR_NO_OTHER_MACHINE,
  othersFull: machineErrors.ERR_OTHER_MACHINES_FULL,
}

export const faultOf: Readonly<Record<OrderFault, MoveFault>> = {
  noCompany: 'noCompany',
  control: 'noCompany',
  there: 'stopped',
  notRunning: 'silent',
  nothingToGive: 'silent',
  emptying: 'emptying',
  tooOld: 'tooOld',
  full: 'full',
  noOther: 'silent',
  othersFull: 'full',
}

/** The order was not answered in time. It may be carried out all the same. */
export class NoAnswer extends Error {}

/** Rejects with `NoAnswer`, and with what the order throws. */
export async function answered<T>(order: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: Timer | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), timeoutMs)
  })
  order.catch(() => {}) // somebody else's matter after the timeout
  try {
    return await Promise.race([order, late])
  } catch (error) {
    if (error instanceof Error && error.name === 'Unreachable') throw new NoAnswer()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Fails with the error that says why an order was refused. */
export async function ordered<T>(order: () => Promise<T>, log: Log, timeoutMs: number): Promise<T> {
  try {
    return await answered(order(), timeoutMs)
  } catch (error) {
    if (error instanceof NoAnswer) return fail(machineErrors.ERR_FLEET_SILENT)
    if (!isOrderRefused(error)) throw error
    log.info({ why: error.message }, 'an order to the fleet was refused')
    return fail(error.fault ? errorOf[error.fault] : machineErrors.ERR_COMPANY_NOT_IN_FLEET)
  }
}

/** A stand-in Typebot, one per process. */
import type { OutsideAllow } from '../../src/platform/outside'
import { startTypebot, type TypebotStandIn } from '../../src/simulator/typebot/stand-in'

let standIn: TypebotStandIn | undefined

export function standInTypebot(): TypebotStandIn {
  standIn ??= startTypebot()
  return standIn
}

/** On this machine, companies reach nothing else. */
export const allowTypebot: OutsideAllow = (address, port) => address === '127.0.0.1' && port === standInTypebot().port

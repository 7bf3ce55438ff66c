/** A stand-in AI service, one per process. */
import type { OperatorAi } from '../../src/platform/config'
import { startStandIn } from '../../src/simulator/ai/stand-in'

let standIn: OperatorAi | undefined

export function standInAi(): OperatorAi {
  if (!standIn) {
    const { url, key } = startStandIn()
    standIn = { url, key, model: 'stand-in' }
  }
  return standIn
}

/** Claims whose holder is on another node. */
import { describe, expect, test } from 'bun:test'
import type { AskNode, InternalHandler } from '../../../src/fleet/nodes'
import { openClaims } from '../../../src/operator/claims'
import { HOUR } from '../../../src/platform/time'
import { world } from '../../support/world'

const EMAIL = 'ana@loja.example'

/** Two processes that see one control.db: the company's own, and another one, to which its folder is closed. */
function twoNodes() {
  const w = world()
  const { uuid } = w.company().tenant
  const { databases, log, clock } = w.server
  let answer: InternalHandler = () => {
    throw new Error('nobody answers')
  }
  const ask: AskNode = async (of, path, question) => {
    expect([of, path]).toEqual([{ company: uuid }, 'claims.isInUse'])
    return JSON.parse(
      JSON.stringify(await answer(JSON.parse(JSON.stringify(question)), 'other', AbortSignal.timeout(1000))),
    )
  }
  const owner = openClaims({
    databases,
    log,
    clock,
    nodes: {
      ask,
      answer(_, handler) {
        answer = handler
      },
    },
  })
  const other = openClaims({
    databases: { ...databases, isAvailable: (one) => one !== uuid && databases.isAvailable(one) },
    log,
    clock,
    nodes: { ask, answer() {} },
  })
  return {
    w,
    owner,
    other,
    holder: { tenantUuid: uuid },
    newcomer: { tenantUuid: w.company().tenant.uuid },
    goAway() {
      answer = () => {
        throw new Error('the node is away')
      }
    },
  }
}

describe('a claim of a company on another node', () => {
  test('that nobody uses is taken over after its node was asked', async () => {
    const { w, owner, other, holder, newcomer } = twoNodes()
    expect(await owner.take('email', EMAIL, holder)).toBe('new')
    expect(await other.take('email', EMAIL, newcomer)).toBe('taken') // a change may be under way
    w.clock.forward(HOUR)
    expect(await other.take('email', EMAIL, newcomer)).toBe('new')
  })

  test('stays while its node cannot be asked', async () => {
    const { w, owner, other, holder, newcomer, goAway } = twoNodes()
    await owner.take('email', EMAIL, holder)
    w.clock.forward(HOUR)
    goAway()
    expect(await other.isTaken('email', EMAIL)).toBe(true)
    expect(await other.take('email', EMAIL, newcomer)).toBe('taken')
  })

  test('stays while the company is about to use it', async () => {
    const { w, owner, other, holder, newcomer } = twoNodes()
    const outcome = await owner.changing('email', holder, () => ({
      takes: EMAIL,
      async work() {
        w.clock.forward(HOUR)
        return other.take('email', EMAIL, newcomer)
      },
      refused: () => {
        throw new Error('refused')
      },
    }))
    expect(outcome).toBe('taken')
  })
})

/**
 * The fleet's protocol, explored exhaustively within bounds: every order in which nodes, servers, network and time can act.
 * That careless variants are caught shows that the invariants are sharp, and the bounds wide enough.
 */
import { describe, expect, test } from 'bun:test'
import { isLong } from '../support/long'
import { explore } from './model/explore'
import { type Bounds, findFaultOf, firstState, type Mistake, stepsOf } from './model/protocol'

function run(bounds: Bounds, ...list: Mistake[]) {
  const mistakes = new Set(list)
  return explore({ first: firstState(), steps: stepsOf(bounds, mistakes), findFault: findFaultOf(mistakes) }, 4_000_000)
}

/** Bounds, and how many states lie within them. A change of the model changes the number. */
const short: readonly (readonly [Bounds, number])[] = [
  [{ commits: 1, claims: 1, crashes: 1, moves: 0, repeats: 0 }, 29_998],
  [{ commits: 1, claims: 1, crashes: 0, moves: 1, repeats: 0 }, 35_101],
]
const long: readonly (readonly [Bounds, number])[] = [
  [{ commits: 1, claims: 1, crashes: 1, moves: 1, repeats: 1 }, 0],
  [{ commits: 2, claims: 1, crashes: 1, moves: 0, repeats: 1 }, 0],
  [{ commits: 1, claims: 2, crashes: 1, moves: 0, repeats: 0 }, 0],
]

/** The invariant that each mistake breaks first, by the shortest way. */
const mistakes: Readonly<Record<Mistake, string>> = {
  'the gate opens before the acknowledgement': '2: commit 1 was told',
  'the gate does not ask for the lease': '2: two nodes let something leave',
  'a timeout counts as a refusal': '9: ',
  'a refusal is believed without looking': '9: ',
  'a timeout lets the next record go': '8: ',
  'the newest record is purged': '6: the newest record',
  'records are purged without a snapshot': '6: purged without',
  'the lease counts from the answer': '2: two nodes let something leave',
  'the lease lasts as long as at the servers': '2: two nodes let something leave',
  'owners is set before the epoch': '4: owners',
  'sessions open before the epoch': '4: B has sessions',
  'a taker does not wait for the lease': '2: two nodes let something leave',
  'a taker asks only owners': '2: two nodes let something leave',
  'the log has no fence': '1: ',
  'ids do not name their writer': '4: A has sessions',
  'what is unacknowledged is checkpointed': '3: ',
  'lost files are used again': '3: ',
  'after a crash the log is not cut': '3: ',
  'records are applied without their hash': '5: ',
  'the commit goes before its file': '7: ',
  'the company is freed before the bye': '2: two nodes let something leave',
  'the gate stays open during a move': '2: two nodes let something leave',
}

describe('the protocol of a fleet', () => {
  test.each(isLong ? [...short, ...long] : short)('holds in every state within %j: %d', (bounds, states) => {
    const found = run(bounds)
    expect(found.fault).toBeUndefined()
    expect(found.states).toBe(states)
  })

  test.each(Object.entries(mistakes) as [Mistake, string][])('a fault is found if %s', (mistake, fault) => {
    const found = run({ commits: 2, claims: 2, crashes: 1, moves: 1, repeats: 1 }, mistake)
    expect(found.fault?.what).toStartWith(fault)
    expect(found.fault?.path.length).toBeGreaterThan(0)
  })
})

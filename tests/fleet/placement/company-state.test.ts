/** Every event in every state of a company on a node. */
import { describe, expect, test } from 'bun:test'
import { believesOwn, type CompanyEvent, next, type Phase } from '../../../src/fleet/placement/company-state'

const phases: readonly Phase[] = ['cold', 'fetching', 'standby', 'claiming', 'own', 'unsure', 'draining', 'lost']

/** What an event does in each of the phases, in their order: `-` nothing, `x` it cannot happen. */
const table: Readonly<Record<CompanyEvent, readonly string[]>> = {
  //              cold               fetching         standby          claiming            own                         unsure                      draining                    lost
  follow: ['fetching: follow', '-', '-', '-', 'x', 'x', 'x', 'x'],
  unfollow: ['-', 'cold: unfollow', 'cold: unfollow', '-', '-', '-', '-', '-'],
  fetched: ['-', 'standby', '-', '-', '-', '-', '-', '-'],
  failed: ['-', 'cold: unfollow', 'cold: unfollow', 'cold: unfollow', 'PART', 'PART', '-', '-'],
  take: ['x', 'x', 'claiming: claim', '-', '-', '-', '-', 'x'],
  claimed: ['-', '-', '-', 'own: open announce', '-', '-', '-', '-'],
  beaten: ['-', '-', '-', 'standby', '-', '-', '-', '-'],
  unanswered: ['-', '-', '-', '-', 'unsure', '-', '-', '-'],
  acknowledged: ['x', '-', '-', '-', '-', 'own', '-', '-'],
  refused: ['-', '-', '-', '-', 'LOST', 'LOST', 'LOST', '-'],
  handOver: ['x', 'x', 'x', 'x', 'PART', 'PART', '-', 'x'],
  parted: ['-', '-', '-', 'x', '-', '-', 'cold: resign close', '-'],
  leaseOver: ['-', '-', '-', 'standby', 'LOST', 'LOST', 'LOST', '-'],
  overtaken: ['-', '-', '-', 'standby', 'LOST', 'LOST', 'LOST', '-'],
  closed: ['x', 'x', 'x', 'x', 'x', 'x', 'x', 'cold'],
}
const inFull: Readonly<Record<string, string>> = {
  LOST: 'lost: drop close putAside',
  PART: 'draining: hold part',
}

function said(phase: Phase, event: CompanyEvent): string {
  const step = next(phase, event)
  if (!step) return 'x'
  if (step.phase === phase && step.effects.length === 0) return '-'
  return step.effects.length === 0 ? step.phase : `${step.phase}: ${step.effects.join(' ')}`
}

const pairs = Object.entries(table).flatMap(([event, cells]) =>
  phases.map((phase, at) => [phase, event as CompanyEvent, cells[at] ?? 'missing'] as const),
)

describe('the states of a company on a node', () => {
  test.each(pairs)('%s, then %s: %s', (phase, event, cell) => {
    expect(said(phase, event)).toBe(inFull[cell] ?? cell)
  })

  test('the table has every pair', () => {
    expect(pairs).toHaveLength(phases.length * Object.keys(table).length)
    expect(pairs.filter(([, , cell]) => cell === 'missing')).toEqual([])
  })

  test('a company is opened only by a claim that the chain has, and is never owned out of cold, standby or lost', () => {
    const opening = pairs.filter(([phase, event]) => next(phase, event)?.effects.includes('open'))
    expect(opening.map(([phase, event]) => `${phase} ${event}`)).toEqual(['claiming claimed'])
    const becoming = pairs.filter(([phase, event]) => {
      const after = next(phase, event)?.phase
      return !believesOwn(phase) && after !== undefined && believesOwn(after)
    })
    expect(becoming.map(([phase, event]) => `${phase} ${event}`)).toEqual(['claiming claimed'])
  })

  test('whatever ends ownership stops what could leave before anything else', () => {
    for (const [phase, event] of pairs) {
      const step = next(phase, event)
      if (!step || !believesOwn(phase) || believesOwn(step.phase)) continue
      expect(['hold', 'drop']).toContain(step.effects[0] as string)
    }
  })

  test('lost files are always put aside', () => {
    for (const [phase, event] of pairs) {
      const step = next(phase, event)
      if (step?.phase === 'lost' && phase !== 'lost') expect(step.effects).toContain('putAside')
    }
  })
})

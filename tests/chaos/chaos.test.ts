/**
 * Some seconds of chaos with a fixed plan; in the long lane also half a minute. `bun run chaos --minutes 2` includes
 * every fault and draws a new plan each time; `--minutes 30` runs longer.
 */
import { expect } from 'bun:test'
import { isLong } from '../support/long'
import { test } from '../support/trace'
import { labelOf, scheduleFaults } from './fault-schedule'
import { type FaultKind, faultVariants } from './faults'
import { participantsFor, type Size } from './participants'
import { planFor } from './plan'
import { describePlan, runChaos } from './run'
import { timelineOf } from './timeline'

/** Faults that no session test covers alone; the short form has only these. */
const ONLY_HERE: readonly FaultKind[] = ['reinstalled', 'streamEnded', 'wrongHash', 'fileLocked', 'sessionsLocked']
const SHORT = { connections: 5, customers: 40, seconds: 12, only: ONLY_HERE }
/** The long lane also includes these. */
const LONG = { connections: 10, customers: 200, seconds: 30 }

const faultsOf = (size: Size) => scheduleFaults(participantsFor(size), size)
/** The first seed whose plan includes all of them and two kills. */
function formOf(form: Omit<Size, 'seed'>, first: number): Size {
  for (let seed = first; ; seed++) {
    const size = { ...form, seed }
    const kinds = new Set(faultsOf(size).map(({ kind }) => kind))
    const kills = plan(size).restarts.filter(({ by }) => by === 'kill').length
    if (kills > 1 && ONLY_HERE.every((kind) => kinds.has(kind))) return size
  }
}

const plan = (size: Size) => planFor(participantsFor(size), size)
const short = formOf(SHORT, 1)
const forms = isLong ? [short, formOf(LONG, 30_362)] : [short]

test('the same seed gives the same plan, another seed another', () => {
  const timeline = (seed: number) => timelineOf(plan({ ...short, seed }))
  expect(timeline(1)).toEqual(timeline(1))
  expect(timeline(1)).not.toEqual(timeline(2))
})

test('two minutes include every fault', () => {
  const size = { ...LONG, seconds: 120, seed: Date.now() % 1_000_000 }
  const planned = new Set(faultsOf(size).map(labelOf))
  expect(
    faultVariants.map((variant) => labelOf({ code: null, ...variant })).filter((label) => !planned.has(label)),
  ).toEqual([])
})

for (const size of forms)
  test(`whichever faults occur, the phones, the database and the attendants' pages agree in the end (${size.seconds} s, seed ${size.seed})`, async () => {
    console.log(describePlan(size))
    const { figures, findings, report } = await runChaos(size)
    console.log(figures)
    expect(findings.length, report).toBe(0)
  }, 300_000)

/** Two minutes of chaos; `bun run chaos --minutes 30` runs longer. */
import { expect } from 'bun:test'
import { test } from '../support/trace'
import { labelOf } from './fault-schedule'
import { faultVariants } from './faults'
import { participantsFor } from './participants'
import { planFor } from './plan'
import { describePlan, runChaos } from './run'
import { timelineOf } from './timeline'

const SIZE = { connections: 10, customers: 200, seconds: 120 }
const seed = Number(process.env.BALCAO_TEST_SEED ?? Date.now() % 1_000_000)

const plan = (seed: number) => planFor(participantsFor({ ...SIZE, seed }), { ...SIZE, seed })

test('the same seed gives the same plan, another seed another', () => {
  expect(timelineOf(plan(1))).toEqual(timelineOf(plan(1)))
  expect(timelineOf(plan(1))).not.toEqual(timelineOf(plan(2)))
})

test('two minutes hold every fault', () => {
  const planned = new Set(plan(seed).faults.map(labelOf))
  expect(
    faultVariants.map((variant) => labelOf({ code: null, ...variant })).filter((label) => !planned.has(label)),
  ).toEqual([])
})

test(`whichever faults occur, the phones, the database and the attendants' pages agree in the end (seed ${seed})`, async () => {
  const size = { ...SIZE, seed }
  console.log(describePlan(size))
  const { figures, findings, report } = await runChaos(size)
  console.log(figures)
  expect(findings.length, report).toBe(0)
}, 300_000)

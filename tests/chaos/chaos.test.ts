/** Two minutes of chaos; `bun run chaos --minutes 30` plays longer. */
import { expect, test } from 'bun:test'
import { castFor } from './cast'
import { cuesOf } from './cues'
import { promiseOf, runChaos } from './run'
import { scriptFor } from './script'
import { deck } from './troubles'
import { labelOf } from './weather'

const SIZE = { connections: 10, customers: 200, seconds: 120 }
const seed = Number(process.env.BALCAO_TEST_SEED ?? Date.now() % 1_000_000)

const write = (seed: number) => scriptFor(castFor({ ...SIZE, seed }), { ...SIZE, seed })

test('the same seed writes the same script, another seed another', () => {
  expect(cuesOf(write(1))).toEqual(cuesOf(write(1)))
  expect(cuesOf(write(1))).not.toEqual(cuesOf(write(2)))
})

test('two minutes see everything that can break', () => {
  const dealt = new Set(write(seed).gusts.map(labelOf))
  expect(deck.map((card) => labelOf({ value: null, ...card })).filter((label) => !dealt.has(label))).toEqual([])
})

test(`whatever breaks, the phones, the database and the attendants' pages agree in the end (seed ${seed})`, async () => {
  const size = { ...SIZE, seed }
  console.log(promiseOf(size))
  const { figures, findings, told } = await runChaos(size)
  console.log(figures)
  expect(findings.length, told).toBe(0)
}, 240_000)

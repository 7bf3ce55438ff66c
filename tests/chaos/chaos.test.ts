/** Two minutes of chaos; `bun run chaos --minutes 30` plays longer. */
import { expect, test } from 'bun:test'
import { castFor } from './cast'
import { runChaos } from './run'
import { scriptFor } from './script'

const SECONDS = 90
const SIZE = { connections: 10, customers: 200 }
const seed = Number(process.env.BALCAO_TEST_SEED ?? Date.now() % 1_000_000)

test('the same seed writes the same script, another seed another', () => {
  const write = (seed: number) => {
    const size = { ...SIZE, seed, seconds: 20 }
    return JSON.stringify(scriptFor(castFor(size), size))
  }
  expect(write(1)).toBe(write(1))
  expect(write(1)).not.toBe(write(2))
})

test(`whatever breaks, the phones, the database and the attendants' pages agree in the end (seed ${seed})`, async () => {
  const { figures, findings, told } = await runChaos({ ...SIZE, seed, seconds: SECONDS })
  console.log(`seed ${seed}\n${figures}`)
  expect(findings.length, told).toBe(0)
}, 200_000)

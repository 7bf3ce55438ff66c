/**
 * What a hundred connections weigh: memory, time, turns of the loop. The short form is for every day;
 * `BALCAO_WEIGHT=full` takes the whole forty thousand messages and half a minute of rest. On a machine that does nothing
 * else no turn is over 50 ms; how many may be over 100 here allows for one that does.
 */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '../../survival/support/until'
import { cpuOf, holdsOf, openStreet, phoneOf, rssOf, type Street } from './neighbourhood'

const isFull = process.env.BALCAO_WEIGHT === 'full'
const COMPANIES = 10
const EACH = 10
const ALL = COMPANIES * EACH
const BUSY_MACHINE = 4
const REST_MS = isFull ? 30_000 : 8_000

/** What WhatsApp itself sees. */
async function devicesOf({ town }: Street) {
  return (await town.state()).phones.flatMap(({ devices }) => devices).filter(({ connected }) => connected)
}

test('a hundred connections of ten companies: linked at once, at rest, stopped, and back', async () => {
  const street = await openStreet({ companies: COMPANIES, each: EACH })
  const linking = performance.now()
  await street.linkAll()
  const linked = Math.round(performance.now() - linking)
  const whileLinking = await holdsOf(street.life())
  console.log(`${ALL} linked in ${linked} ms, ${rssOf(street.life())} MB, held ${JSON.stringify(whileLinking)}`)
  expect(whileLinking.over100).toBeLessThan(BUSY_MACHINE)

  const stopping = performance.now()
  expect(await street.life().stop()).toBe(0)
  const stopped = Math.round(performance.now() - stopping)

  const starting = performance.now()
  await street.reopen()
  const back = new Map<number, number>()
  await until(
    async () => {
      const count = (await devicesOf(street)).length
      if (count > 0 && !back.has(count)) back.set(count, Math.round(performance.now() - starting))
      return count === ALL
    },
    { within: 20_000, every: 25, why: () => `${[...back.keys()].at(-1)} of ${ALL}` },
  )
  const whileOpening = await holdsOf(street.life())
  const [first = 0, last = 0] = [[...back.values()][0], [...back.values()].at(-1)]
  console.log(
    `stopped in ${stopped} ms; back from ${first} to ${last} ms after the start, held ${JSON.stringify(whileOpening)}`,
  )
  expect(stopped).toBeLessThan(5_000)
  expect(last).toBeLessThan(10_000)
  // One after the other, a moment apart: not all in the same instant.
  expect(last - first).toBeGreaterThan(500)
  expect(whileOpening.over100).toBeLessThan(BUSY_MACHINE)
  for (let company = 0; company < COMPANIES; company++)
    expect((await street.connections(company)).every(({ status }) => status === 'CONNECTED')).toBe(true)

  await Bun.sleep(REST_MS / 2)
  const [cpu, since] = [cpuOf(street.life()), performance.now()]
  await Bun.sleep(REST_MS)
  const percent = ((cpuOf(street.life()) - cpu) / ((performance.now() - since) / 1_000)) * 100
  console.log(`at rest: ${rssOf(street.life())} MB, ${percent.toFixed(2)} % CPU`)
  expect(rssOf(street.life())).toBeLessThan(300)
  expect(percent).toBeLessThan(isFull ? 1 : 3)
}, 120_000)

const WARM_UP = 5_000
const MESSAGES = isFull ? 40_000 : 15_000
const PORTION = 2_500

test('many thousand messages leave the memory as it was', async () => {
  const street = await openStreet({ companies: 1, each: 1, preload: join(import.meta.dir, 'collector.ts') })
  await street.linkAll()
  const sizes: Size[] = []
  for (let received = 0; received < WARM_UP + MESSAGES; received += PORTION) {
    await street.town.run({ do: 'prepareLoad', phone: phoneOf(0, 0), customers: 100, messages: PORTION })
    const before = (await street.town.state()).load.delivered
    await street.town.release()
    await until(async () => (await street.town.state()).load.delivered >= before + PORTION, {
      within: 30_000,
      every: 50,
    })
    // Asked each time, so that one size can be held against another: the runtime itself collects when it pleases.
    const size = await weigh(street)
    if (received + PORTION > WARM_UP) sizes.push(size)
  }
  console.log(`every ${PORTION} messages: ${sizes.map(({ rss, used }) => `${rss} MB, ${used} in use`).join(' · ')}`)
  for (const figure of ['rss', 'used'] as const) {
    const [early, late] = halves(sizes.map((size) => size[figure]))
    expect(late).toBeWithin(early * 0.9, early * 1.1)
  }
}, 180_000)

type Size = { readonly rss: number; readonly used: number }

async function weigh(street: Street): Promise<Size> {
  const port = /collector at (\d+)\./.exec(street.life().log())?.[1]
  return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Size // collector.ts
}

function halves(sizes: readonly number[]): readonly [number, number] {
  const half = Math.floor(sizes.length / 2)
  return [mean(sizes.slice(0, half)), mean(sizes.slice(-half))]
}

const mean = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0) / sizes.length

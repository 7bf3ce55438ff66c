/** Files from outside are parsed in child processes: whatever one file does, the next one is parsed. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppError } from '../../src/errors'
import type { ParseJob } from '../../src/platform/parsing/job'
import { fileTypeJob, pictureJob, toOggJob, trackJob } from '../../src/platform/parsing/jobs'
import type { Parsing, ParsingOptions } from '../../src/platform/parsing/parsing'
import {
  brokenCopies,
  endlessAac,
  endlessFlac,
  isPicture,
  mp4OfBoxes,
  samples,
  webmOfVoids,
} from '../support/hostile-files'
import { inSuite } from '../support/long'
import { openParsing } from '../support/parsing'
import { until } from '../support/until'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync('/dev/shm/balcao-parsing-')
})
afterAll(() => rmSync(folder, { recursive: true }))

let own: Parsing | undefined
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await own?.stop()
  for (const cleanup of cleanups.splice(0)) cleanup()
})
const open = (options: Partial<ParsingOptions> = {}) => {
  own = openParsing(options)
  return own
}

let made = 0
function save(bytes: Uint8Array): { path: string } {
  const path = join(folder, String(made++))
  writeFileSync(path, bytes)
  return { path }
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
const cpuOf = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ')[13])
const within = <A, R>(job: ParseJob<A, R>, ms: number) => ({ ...job, ms })
const look = { edge: 72, quality: 50, withoutEnlargement: false }

test('a file that hangs its process is given up after the limit, and the next one is parsed', async () => {
  const parsing = open()
  const parse = parsing.of('a')
  const sound = save(samples.wav ?? Buffer.of())
  expect(await parse(trackJob, sound)).toEqual({ seconds: 1, width: null, height: null })
  const [first] = parsing.pids()
  const began = performance.now()
  expect(await parse(within(trackJob, 300), save(endlessAac))).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(1_500) // it would end itself after two seconds
  expect(isAlive(first ?? 0)).toBe(false)
  expect(await parse(within(toOggJob, 300), { ...save(endlessFlac), to: join(folder, 'never') })).toBeUndefined()
  expect(await parse(trackJob, sound)).toEqual({ seconds: 1, width: null, height: null })
})

test('one over the memory limit is given up before the time limit', async () => {
  const began = performance.now()
  const parsing = open()
  expect(await parsing.of('a')({ ...trackJob, ms: 20_000, megabytes: 1 }, save(endlessAac))).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a killed process is replaced', async () => {
  const parsing = open()
  const parse = parsing.of('a')
  const picture = save(samples.png ?? Buffer.of())
  const seen = await parse(pictureJob, { ...picture, ...look })
  expect(seen).toMatchObject({ width: 60, height: 40, tiny: expect.any(String) })
  const [pid = 0] = parsing.pids()
  process.kill(pid, 'SIGKILL')
  await until(() => parsing.pids().length === 0)
  expect(await parse(pictureJob, { ...picture, ...look })).toEqual(seen)
})

test('a file is parsed although its process is killed', async () => {
  const parsing = open()
  const parse = parsing.of('a')
  const picture = save(samples.png ?? Buffer.of())
  const seen = await parse(pictureJob, { ...picture, ...look })
  for (let n = 0; n < 5; n++) {
    const [pid = 0] = parsing.pids()
    const reading = parse(pictureJob, { ...picture, ...look })
    process.kill(pid, 'SIGKILL')
    expect(await reading).toEqual(seen)
  }
})

test('a company’s file does not wait for another company’s hundred files or one that hangs', async () => {
  const parsing = open()
  const sound = save(samples.png ?? Buffer.of())
  await Promise.all(['a', 'b'].map((queue) => parsing.of(queue)(fileTypeJob, sound)))
  let settled = 0
  const hostile = Array.from({ length: 110 }, () =>
    parsing
      .of('a')(trackJob, save(endlessAac))
      .then(() => settled++),
  )
  await until(() => settled === 10) // a hundred at most may wait
  const began = performance.now()
  expect(await parsing.of('b')(fileTypeJob, sound)).toEqual({ mime: 'image/png', ending: 'png' })
  expect(performance.now() - began).toBeLessThan(2_500)
  expect(parsing.pids().length).toBeLessThanOrEqual(2)
  await parsing.stop()
  await Promise.all(hostile)
  expect(settled).toBe(110)
})

const sheet = <A, R>(job: ParseJob<A, R>, ms: number) => ({ ...job, lane: 'sheets' as const, ms })

test('people of one company take turns, and spreadsheets never delay other files', async () => {
  const parsing = open()
  const [sound, hanging] = [save(samples.png ?? Buffer.of()), save(endlessAac)]
  const [ana, bia] = [parsing.of('a', 1), parsing.of('a', 2)]
  const over = new AbortController()
  const endless = ana(sheet(trackJob, 60_000), hanging, over.signal)
  const answered: string[] = []
  const many = [1, 2, 3, 4].map((n) => ana(within(trackJob, 200), hanging).then(() => answered.push(`ana ${n}`)))
  expect(await bia(fileTypeJob, sound)).toEqual({ mime: 'image/png', ending: 'png' })
  expect(answered.length).toBeLessThanOrEqual(2)
  await Promise.all(many)
  over.abort()
  expect(await endless).toBeUndefined()
})

test('a person has at most three spreadsheets in work, and the refusal says when to retry', async () => {
  const parsing = open()
  const hanging = save(endlessAac)
  const bring = (person: number) =>
    parsing
      .of('a', person)(sheet(trackJob, 100), hanging)
      .catch((error: AppError) => [error.code, error.details])
  const all = [1, 1, 1, 1, 2].map(bring)
  const refused = ['ERR_TOO_MANY_REQUESTS', { retryAfter: 5 }]
  expect(await Promise.all(all)).toEqual([undefined, undefined, undefined, refused, undefined])
  expect(await bring(1)).toBeUndefined()
})

test('aborted jobs are neither finished nor started', async () => {
  const parsing = open()
  const [sound, hanging] = [save(samples.png ?? Buffer.of()), save(endlessAac)]
  const parse = parsing.of('a', 1)
  await parse(fileTypeJob, sound)
  const [pid = 0] = parsing.pids()
  const leaving = new AbortController()
  const left = [1, 2, 3].map(() => parse(within(trackJob, 60_000), hanging, leaving.signal))
  const begun = cpuOf(pid)
  await until(() => cpuOf(pid) > begun + 5, 'the first under way', 10_000)
  leaving.abort()
  expect(await Promise.all(left)).toEqual([undefined, undefined, undefined])
  expect(isAlive(pid)).toBe(false)
  expect(await parse(fileTypeJob, sound)).toEqual({ mime: 'image/png', ending: 'png' })
  expect(parsing.pids().length).toBe(1)
})

test('one over the processor limit is given up before the time limit', async () => {
  const began = performance.now()
  expect(await open().of('a')({ ...trackJob, ms: 60_000, cpuMs: 200 }, save(endlessAac))).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(20_000)
})

test('a process has an empty environment and cannot gain privileges', async () => {
  const parsing = open()
  await parsing.of('a')(fileTypeJob, save(samples.png ?? Buffer.of()))
  const [pid = 0] = parsing.pids()
  expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).toBe('')
  expect(readFileSync(`/proc/${pid}/status`, 'latin1')).toMatch(/^NoNewPrivs:\t1$/m)
})

test('an idle process ends, and one whose server is gone ends even while a file blocks it', async () => {
  const parsing = open({ idle: 50 })
  expect(await parsing.of('a')(fileTypeJob, save(samples.png ?? Buffer.of()))).toEqual({
    mime: 'image/png',
    ending: 'png',
  })
  await until(() => parsing.pids().length === 0)

  const { path } = save(endlessAac)
  const script = `import { openParsing } from '${join(import.meta.dir, '../support/parsing')}'
    import { trackJob } from '${join(import.meta.dir, '../../src/platform/parsing/jobs')}'
    const parsing = openParsing()
    void parsing.of('a')({ ...trackJob, ms: 5_000 }, { path: '${path}' })
    while (parsing.pids().length === 0) await Bun.sleep(1)
    console.log(parsing.pids()[0])
    setInterval(() => {}, 1_000)`
  const server = Bun.spawn([process.execPath, '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  cleanups.push(() => server.kill('SIGKILL'))
  const { value } = await server.stdout.getReader().read()
  const pid = Number(new TextDecoder().decode(value))
  const begun = cpuOf(pid)
  await until(() => cpuOf(pid) > begun + 20, 'going in circles', 10_000)
  server.kill('SIGKILL')
  await until(() => !isAlive(pid), 'its end', 15_000)
}, 180_000)

test('when every tenth file hangs, all others are parsed, with no more processes and memory than before', async () => {
  const parsing = open()
  const [sound, hanging] = [save(samples.wav ?? Buffer.of()), save(endlessAac)]
  const wrong: string[] = []
  let most = 0
  async function inTurn(queue: string, count: number) {
    const parse = parsing.of(queue)
    for (let n = 0; n < count; n++) {
      const isHanging = n % 10 === 9
      const seen = isHanging ? await parse(within(trackJob, 40), hanging) : await parse(trackJob, sound)
      if ((seen?.seconds === 1) === isHanging) wrong.push(`${queue} ${n}`)
      most = Math.max(most, parsing.pids().length)
    }
  }
  await inTurn('warm', 20)
  const before = process.memoryUsage.rss()
  await Promise.all([inTurn('a', inSuite(60, 500)), inTurn('b', inSuite(60, 500))])
  expect(wrong).toEqual([])
  expect(most).toBe(2)
  expect(process.memoryUsage.rss() - before).toBeLessThan(40 * 2 ** 20)
}, 180_000)

test('broken files of every kind are parsed or given up, and a valid one is parsed afterwards', async () => {
  const parsing = open()
  const kinds = Object.keys(samples)
  async function readAll(queue: string) {
    const parse = parsing.of(queue)
    for (let kind = kinds.pop(); kind !== undefined; kind = kinds.pop()) {
      const sample = samples[kind] ?? Buffer.of()
      const read = (file: { path: string }, ms: number) =>
        isPicture(kind) ? parse(within(pictureJob, ms), { ...file, ...look }) : parse(within(trackJob, ms), file)
      const sound = save(sample)
      const before = await read(sound, 2_000)
      expect([kind, before]).toEqual([kind, expect.anything()])
      for (const bytes of brokenCopies(sample, kinds.length, inSuite(20, 200))) {
        const file = save(bytes)
        await parse(within(fileTypeJob, 100), file)
        await read(file, 100)
        rmSync(file.path)
      }
      expect([kind, await read(sound, 2_000)]).toEqual([kind, before])
    }
  }
  await Promise.all([readAll('a'), readAll('b')])
}, 180_000)

test('files filled with empty parts are parsed or given up within the limit', async () => {
  const parse = open().of('filled')
  for (const bytes of [webmOfVoids(4_000_000), mp4OfBoxes(4_000_000)]) {
    const began = performance.now()
    await parse(trackJob, save(bytes))
    expect(performance.now() - began).toBeLessThan(5_000)
  }
  expect(await parse(trackJob, save(samples.webm ?? Buffer.of()))).toMatchObject({ seconds: 2 })
}, 180_000)

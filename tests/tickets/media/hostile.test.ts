/** Files crafted to block their readers are sent, refused or shown like any other, and nobody else waits. */
import { expect, test } from 'bun:test'
import { watchLoop } from '../../../src/platform/metrics'
import { SALES } from '../../support/company-world'
import { endlessAac, endlessFlac, jpegOfMarkers, mp4OfBoxes, webmOfVoids } from '../../support/hostile-files'
import { messageId } from '../../support/message-id'
import { parsing } from '../../support/parsing'
import { PNG } from '../../support/pixel'
import { announcedFile } from '../../support/telephones'
import { until } from '../../support/until'
import { world } from '../../support/world'
import { attending, filesOf, MARIA, type Said } from './support'

const MB = 2 ** 20

/** The longest time, in milliseconds, for which the event loop was blocked meanwhile. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  const loop = watchLoop(({ held }) => {
    longest = Math.max(longest, held * 1000)
  })
  const stirring = setInterval(loop.stir, 10)
  await work()
  await Bun.sleep(40)
  clearInterval(stirring)
  loop.stop()
  return longest
}

/** `while another company asks`: each of its requests is answered at once. */
async function slowestOf(ask: () => Promise<Response>, work: Promise<unknown>): Promise<number> {
  let slowest = 0
  let isDone = false
  const finished = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const began = performance.now()
    expect((await ask()).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - began)
    await Bun.sleep(5)
  }
  await finished
  return slowest
}

test.each([
  ['nota.aac', endlessAac, {}, 200],
  ['nota.flac', endlessFlac, { ptt: 'true' }, 422],
  ['filme.webm', webmOfVoids(4 * MB), { ptt: 'true' }, 422],
  ['filme.mp4', mp4OfBoxes(4 * MB), {}, 200],
] as const)('%s is answered without delaying another company', async (name, content, fields, status) => {
  const { w, upload } = await attending()
  const other = w.company('Padaria Sol').attendant([SALES])
  await upload([['a.png', PNG]]) // the processes are warm
  let answer: Response | undefined
  const uploading = async () => {
    answer = await upload([[name, content]], fields)
  }
  const slowest = await slowestOf(() => other.request('/api/tickets'), uploading())
  expect(slowest).toBeLessThan(2_000) // includes whatever else the machine does
  expect(answer?.status).toBe(status)
  const said = (await answer?.json()) as Said // checked below
  if (status === 422) expect(said.error).toBe('ERR_MEDIA_UNREADABLE')
  else expect(said.media).toMatchObject({ name, state: 'ready', width: null })
  expect(filesOf(w)).toHaveLength(status === 200 ? 2 : 1) // nothing of a refused file is left
  expect(((await (await upload([['b.png', PNG]])).json()) as Said).media.width).toBe(1)
})

test('stores and shows a stranger’s fake 16 MB picture without dimensions, and blocks nobody', async () => {
  const w = world()
  const ana = w.attendant([SALES])
  w.ticket({ queueId: SALES, userId: ana.userId, contactId: w.contact({ number: MARIA }).id })
  const mediaOf = (id: number) =>
    JSON.parse(w.rows<{ media: string }>('SELECT media FROM messages WHERE id = ?', id)[0]?.media ?? '{}')
  const bytes = jpegOfMarkers(16 * MB - 3)
  w.telephones.keepFile('T', bytes)
  w.telephones.keepFile('U', PNG)
  const maria = w.whatsapp.person(MARIA)
  const held = await longestHold(async () => {
    maria.says('', { kind: 'image', media: announcedFile('T', { mimetype: 'image/jpeg', size: bytes.length }) })
    await until(() => mediaOf(messageId(1)).state === 'ready', 'the file', 10_000)
  })
  expect(held).toBeLessThan(100)
  expect(mediaOf(messageId(1))).toMatchObject({ mimetype: 'image/jpeg', width: null, thumbnail: null })
  maria.says('', { kind: 'image', media: announcedFile('U', { width: null, height: null }) })
  await until(() => mediaOf(messageId(2)).state === 'ready')
  expect(mediaOf(messageId(2))).toMatchObject({ width: 1, height: 1 })
})

test('measures a user’s file after every parser process was killed', async () => {
  const { stored } = await attending()
  await stored('a.png', PNG)
  for (const pid of parsing.pids()) process.kill(pid, 'SIGKILL')
  await until(() => parsing.pids().length === 0)
  expect((await stored('b.png', PNG)).media.width).toBe(1)
})

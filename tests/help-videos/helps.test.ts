/** Help videos: maintained by the operator, watched by the users of all companies. */
import { expect, test } from 'bun:test'
import { type Help, helpCreated, helpDeleted, helpUpdated, PLAYER } from '../../src/features/help-videos/contract'
import { packedScreens } from '../../src/platform/assets'
import type { Attendant } from '../support/company-world'
import { world } from '../support/world'

const wanted = { title: 'Primeiros passos', description: 'Entrar e responder.', video: 'abcDEF_1234', seconds: 252 }

function place() {
  const w = world()
  return { w, operator: w.admin({ super: true }), bruno: w.company().attendant() }
}
const post = async (who: Attendant, body: object = {}) =>
  (await (await who.json('/api/helps', 'POST', { ...wanted, ...body })).json()) as Help // the answer of its route
const titles = async (who: Attendant, query = '') =>
  ((await (await who.request(`/api/helps${query}`)).json()) as Help[]).map(({ title }) => title) // of its route

test('every change is announced to the users of every company, who can search the videos', async () => {
  const { operator, bruno } = place()
  const { id } = await post(operator)
  await post(operator, { title: 'Campanhas', description: 'Ritmo e opt-out' })
  expect(bruno.heard(helpCreated).map(({ record }) => record.title)).toEqual(['Primeiros passos', 'Campanhas'])
  expect(await titles(bruno, '?searchParam=RITMO')).toEqual(['Campanhas'])
  await operator.json(`/api/helps/${id}`, 'PUT', { seconds: null })
  expect(bruno.heard(helpUpdated)).toMatchObject([{ record: { ...wanted, id, seconds: null } }])
  await operator.request(`/api/helps/${id}`, { method: 'DELETE' })
  expect(bruno.heard(helpDeleted)).toEqual([{ id }])
  expect(await titles(bruno)).toEqual(['Campanhas'])
})

test('are listed in the operator’s order, unlisted ones last', async () => {
  const { operator, bruno } = place()
  const ids: number[] = []
  for (const title of ['Um', 'Dois', 'Três', 'Quatro']) ids.push((await post(operator, { title })).id)
  const [, two = 0, , four = 0] = ids
  await operator.json('/api/helps/order', 'POST', { ids: [four, two] })
  expect(await titles(bruno)).toEqual(['Quatro', 'Dois', 'Um', 'Três'])
  expect((await post(operator, { title: 'Cinco' })).position).toBe(5)
})

test.each([
  ['abcDEF_1234', 'abcDEF_1234'],
  [' https://youtu.be/abcDEF_1234?si=x ', 'abcDEF_1234'],
  ['https://www.youtube.com/watch?list=PL1&v=abcDEF_1234&t=3', 'abcDEF_1234'],
  ['youtube.com/shorts/abcDEF_1234', 'abcDEF_1234'],
  ['https://www.youtube-nocookie.com/embed/abcDEF_1234', 'abcDEF_1234'],
  ['https://evil.example/watch?v=abcDEF_1234', null],
  ['https://youtu.be/abcDEF_12345', null],
  ['abc/../../x', null],
  ['', null],
])('of the address %p the code %p is kept', async (video, code) => {
  const { operator } = place()
  const answer = await operator.json('/api/helps', 'POST', { ...wanted, video })
  if (code === null)
    expect(await answer.json()).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'video' }] })
  else expect(await answer.json()).toMatchObject({ video: code })
})

test('only the operator can change them', async () => {
  const { w, operator } = place()
  const { id } = await post(operator)
  const admin = w.admin()
  const answers = [
    await admin.json('/api/helps', 'POST', wanted),
    await admin.json(`/api/helps/${id}`, 'PUT', { title: 'Meu' }),
    await admin.json('/api/helps/order', 'POST', { ids: [id] }),
    await admin.request(`/api/helps/${id}`, { method: 'DELETE' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
})

test('the page may embed only the cookie-free player', async () => {
  const shell = Bun.gzipSync('<html></html>')
  const header = new TextEncoder().encode(
    JSON.stringify({
      '/index.html': { type: 'text/html', etag: '"a"', immutable: false, variants: { gzip: [0, shell.length] } },
    }),
  )
  const pack = new Uint8Array(4 + header.length + shell.length)
  new DataView(pack.buffer).setUint32(0, header.length)
  pack.set(header, 4)
  pack.set(shell, 4 + header.length)
  const answer = await packedScreens(() => new Blob([pack]))(new Request('http://localhost/helps'), [])
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy.split('; ').filter((one) => /^(frame|child)-src/.test(one))).toEqual([`frame-src 'self' ${PLAYER}`])
  expect(policy.split(PLAYER)).toHaveLength(2)
})

/** Announcements of the operator to the users of all companies; read marks stay in each company. */
import { describe, expect, test } from 'bun:test'
import { existsSync, utimesSync } from 'node:fs'
import {
  type Announcement,
  announcementCreated,
  announcementDeleted,
  announcementsRead,
  announcementUpdated,
  type CurrentAnnouncements,
} from '../../src/features/announcements/contract'
import { mediaPath, type Sha256 } from '../../src/platform/files'
import { operatorFolder } from '../../src/platform/operator-storage'
import { DAY } from '../../src/platform/time'
import { listClaims } from '../support/claims'
import type { Attendant } from '../support/company-world'
import { PNG } from '../support/pixel'
import { world } from '../support/world'

const wanted = { title: 'Manutenção no domingo', text: 'Das 2h às 3h.', priority: 1, status: true } as const

function place() {
  const w = world()
  const b = w.company()
  return { w, b, operator: w.admin({ super: true }), ana: w.attendant(), bruno: b.attendant(), chefe: b.admin() }
}
const post = async (who: Attendant, body: object = {}) => {
  const answer = await who.json('/api/announcements', 'POST', { ...wanted, ...body })
  return (await answer.json()) as Announcement // the answer of its route
}
const put = (who: Attendant, id: number, body: object) => who.json(`/api/announcements/${id}`, 'PUT', body)
const asked = async <T>(who: Attendant, path: string) =>
  (await (await who.request(`/api/announcements${path}`)).json()) as T // of its route
const current = (who: Attendant) => asked<CurrentAnnouncements>(who, '/current')
const unread = async (who: Attendant) =>
  (await current(who)).records.flatMap(({ id, readAt }) => (readAt === null ? id : []))
const read = (who: Attendant, ...ids: number[]) => who.json('/api/announcements/read', 'POST', { ids })
const pictureOf = (content: Uint8Array<ArrayBuffer>, name: string) => {
  const form = new FormData()
  form.set('file', new File([content], name))
  return form
}
const png = new Uint8Array(PNG)

describe('an active announcement', () => {
  test('reaches the open pages of every company at once, listed with the operator’s company name', async () => {
    const { operator, bruno, ana } = place()
    const { id } = await post(operator)
    for (const who of [bruno, ana, operator])
      expect(who.heard(announcementCreated).map(({ record }) => record)).toMatchObject([{ id, ...wanted }])
    expect(await current(bruno)).toMatchObject({ from: 'Loja Centro', records: [{ id, ...wanted, readAt: null }] })
  })

  test('is changed and deleted on all pages', async () => {
    const { operator, bruno } = place()
    const { id } = await post(operator)
    await put(operator, id, { title: 'Adiada', priority: 2 })
    expect(bruno.heard(announcementUpdated)).toMatchObject([
      { record: { id, title: 'Adiada', priority: 2, text: wanted.text } },
    ])
    await operator.request(`/api/announcements/${id}`, { method: 'DELETE' })
    expect(bruno.heard(announcementDeleted)).toEqual([{ id }])
    expect((await current(bruno)).records).toEqual([])
  })
})

describe('an inactive one', () => {
  test('is sent and shown only to the operator', async () => {
    const { operator, bruno, ana } = place()
    const { id } = await post(operator, { status: false })
    await put(operator, id, { text: 'Segredo' })
    for (const who of [bruno, ana]) {
      expect(who.frames.filter(({ event }) => event === 'company-announcement')).toEqual([])
      expect((await who.request(`/api/announcements/${id}`)).status).toBe(404)
      expect((await who.request(`/api/announcements/${id}/media-upload`)).status).toBe(404)
      expect(await asked<object>(who, '/')).toEqual({ records: [], hasMore: false, count: 0 })
    }
    expect(operator.heard(announcementUpdated)).toHaveLength(1)
    expect(await asked<object>(operator, '/?searchParam=SEGREDO')).toMatchObject({
      records: [{ id, publishedAt: null }],
    })
  })

  test('disappears from users’ pages, and is still read when it returns', async () => {
    const { w, operator, bruno } = place()
    const { id, publishedAt } = await post(operator)
    await read(bruno, id)
    w.clock.forward(1000)
    await put(operator, id, { status: false })
    expect(bruno.heard(announcementDeleted)).toEqual([{ id }])
    expect(operator.heard(announcementDeleted)).toEqual([])
    await put(operator, id, { status: true })
    expect(bruno.heard(announcementUpdated)).toMatchObject([{ record: { id, publishedAt } }])
    expect(await unread(bruno)).toEqual([])
  })
})

describe('reading', () => {
  test('is kept per user, sent to their own pages, and counted over all companies', async () => {
    const { w, operator, ana, bruno, chefe } = place()
    const { id } = await post(operator)
    await read(bruno, id)
    expect(bruno.heard(announcementsRead)).toMatchObject([{ ids: [id] }])
    expect([ana, chefe, operator].flatMap((who) => who.heard(announcementsRead))).toEqual([])
    expect([await unread(bruno), await unread(chefe), await unread(ana)]).toEqual([[], [id], [id]])
    await read(ana, id)
    await read(bruno, id, 9_999)
    const people = listClaims(w.control, 'email').length
    expect(await asked<Announcement[]>(operator, '/list')).toMatchObject([{ id, readers: 2, people }])
  })

  test('is listed without a notification for users created later', async () => {
    const { w, b, operator, bruno } = place()
    await post(operator)
    w.clock.forward(1000)
    const late = b.attendant()
    const isNews = async (who: Attendant) => (await current(who)).records.map((one) => [one.readAt, one.isNews])
    expect([await isNews(bruno), await isNews(late)]).toEqual([[[null, true]], [[null, false]]])
  })

  test('excludes users of a suspended company from the count', async () => {
    const { w, b, operator, bruno } = place()
    const { id } = await post(operator)
    await read(bruno, id)
    b.suspend()
    const people = w.rows('SELECT id FROM users WHERE deleted_at IS NULL').length
    expect(await asked<Announcement>(operator, `/${id}`)).toMatchObject({ readers: 0, people })
  })

  test('leaves no read marks of a deleted user', async () => {
    const { b, operator, bruno, chefe } = place()
    const { id } = await post(operator)
    await read(bruno, id)
    expect(b.rows('SELECT user_id FROM announcement_reads')).toEqual([{ user_id: bruno.userId }])
    await chefe.request(`/api/users/${bruno.userId}`, { method: 'DELETE' })
    expect(b.rows('SELECT user_id FROM announcement_reads')).toEqual([])
    await read(chefe, id)
    expect(await asked<Announcement>(operator, `/${id}`)).toMatchObject({ readers: 1 })
  })
})

test('only the operator can publish: admins of other companies are refused', async () => {
  const { w, operator, chefe } = place()
  const { id } = await post(operator)
  for (const who of [chefe, w.admin(), w.company('Outra').admin({ super: true })]) {
    const answers = [
      await who.json('/api/announcements', 'POST', wanted),
      await put(who, id, { title: 'Meu' }),
      await who.request(`/api/announcements/${id}`, { method: 'DELETE' }),
      await who.request(`/api/announcements/${id}/media-upload`, { method: 'POST', body: pictureOf(png, 'a.png') }),
      await who.request(`/api/announcements/${id}/media-upload`, { method: 'DELETE' }),
      await who.request('/api/announcements/list'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  }
})

test('title, text and priority are required and bounded, and invalid fields are named', async () => {
  const { operator } = place()
  const faults = async (body: object) => {
    const { details } = (await (await operator.json('/api/announcements', 'POST', body)).json()) as {
      details: { field: string; hint?: string }[]
    }
    return details.map(({ field, hint }) => `${field} ${hint}`)
  }
  expect(await faults({ ...wanted, title: ' ', text: '' })).toEqual(['title form.required', 'text form.required'])
  expect(await faults({ ...wanted, title: 'x'.repeat(121) })).toEqual(['title form.text.long'])
  expect(await faults({ ...wanted, priority: 4 })).toEqual(['priority form.invalid'])
})

describe('the picture', () => {
  test('is visible to all users, replaced, removed, and its file is deleted a day later', async () => {
    const { w, operator, bruno } = place()
    const { id } = await post(operator)
    const upload = (name: string, content: Uint8Array<ArrayBuffer>) =>
      operator.request(`/api/announcements/${id}/media-upload`, { method: 'POST', body: pictureOf(content, name) })
    const shown = (await (await upload('aviso.png', png)).json()) as Announcement // the answer of its route
    expect(shown).toMatchObject({ mediaName: 'aviso.png', mediaSize: png.length })
    const seen = await bruno.request(`/api${shown.mediaPath}`)
    expect([seen.status, seen.headers.get('content-type'), await seen.bytes()]).toEqual([200, 'image/png', png])
    const [{ file } = { file: '' }] = w.server.databases
      .writableControl()
      .$client.prepare('SELECT media_file AS file FROM announcements')
      .all() as { file: Sha256 }[] // the column is listed
    const path = mediaPath(operatorFolder(w.dataDir), file as Sha256)
    expect(existsSync(path)).toBe(true)
    const old = new Date(w.clock.now() - 2 * DAY)
    utimesSync(path, old, old)
    await operator.request(`/api/announcements/${id}/media-upload`, { method: 'DELETE' })
    expect(existsSync(path)).toBe(false)
    expect((await bruno.request(`/api/announcements/${id}/media-upload`)).status).toBe(404)
  })

  test('is a PNG or a JPEG by its content, whatever its name', async () => {
    const { operator } = place()
    const { id } = await post(operator)
    const answer = await operator.request(`/api/announcements/${id}/media-upload`, {
      method: 'POST',
      body: pictureOf(new TextEncoder().encode('<svg onload="alert(1)"/>'), 'aviso.png'),
    })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([422, 'ERR_MEDIA_TYPE'])
  })
})

test('the operator’s actions are in the audit log', async () => {
  const { w, operator } = place()
  const { id } = await post(operator)
  await put(operator, id, { priority: 3 })
  await operator.request(`/api/announcements/${id}`, { method: 'DELETE' })
  const entries = w.rows<{ act: string }>(
    "SELECT act, subject_name AS name FROM audit_log WHERE kind = 'announcement' ORDER BY id",
  )
  expect(entries).toEqual(['create', 'update', 'delete'].map((act) => ({ act, name: wanted.title })))
})

/** Scheduled messages over Meta's channels. */
import { expect, test } from 'bun:test'
import type { Schedule } from '../../src/features/schedules/contract'
import {
  addPhotoTemplate,
  addTemplate,
  connectionOver,
  ORDER,
  PHOTO,
  postedOver,
  settleAll,
  writes,
} from '../campaigns/official'
import { doJob } from '../support/jobs'
import { PNG } from '../support/pixel'
import { world } from '../support/world'

const HOUR = 3_600_000
const PHONE = '5521996120001'

function place(channel: 'whatsapp_cloud' | 'instagram') {
  const w = world()
  const connectionId = connectionOver(w, channel)
  if (channel === 'whatsapp_cloud') addTemplate(w, connectionId)
  const admin = w.admin()
  const address =
    channel === 'instagram' ? ({ kind: 'igsid', value: '9001' } as const) : ({ kind: 'phone', value: PHONE } as const)
  const contactId = writes(w, connectionId, address)
  w.rows("UPDATE contacts SET name = 'Maria Souza' WHERE id = ? RETURNING id", contactId)
  const schedule = async (wanted: object, at = 2 * HOUR) => {
    const answer = await admin.json('/api/schedules', 'POST', {
      contactId,
      whatsappId: connectionId,
      body: 'Olá, {{firstName}}!',
      sendAt: new Date(w.clock.now() + at).toISOString(),
      ...wanted,
    })
    return (await answer.json()) as { schedules?: Schedule[]; details?: { field: string; hint: string }[] }
  }
  const due = async () => {
    doJob(w, 'schedules.send')
    const { schedules } = (await (await admin.request('/api/schedules')).json()) as { schedules: Schedule[] }
    return schedules.map(({ status, failure }) => [status, failure])
  }
  const posted = () => postedOver(w, connectionId).map(({ body, template }) => [body, template])
  const accept = () => settleAll(w, connectionId, () => ({ failure: null }))
  return { w, admin, connectionId, schedule, due, posted, accept }
}
const template = { ...ORDER, variables: { body: ['{{firstName}}', '123'] } }

test('over the official number it needs a template, which leaves once the window is closed', async () => {
  const { w, schedule, due, posted } = place('whatsapp_cloud')
  expect((await schedule({})).details).toEqual([expect.objectContaining({ field: 'template', hint: 'form.required' })])
  expect((await schedule({ template: { ...template, variables: {} } })).details?.[0]?.hint).toBe('form.template.values')
  expect((await schedule({ template })).schedules?.[0]?.template).toEqual(template)
  await schedule({ template }, 25 * HOUR)
  w.clock.forward(2 * HOUR)
  expect((await due()).map(([status]) => status)).toEqual(['pending', 'sending'])
  w.clock.forward(23 * HOUR)
  await due()
  expect(posted()).toEqual([
    ['Olá, Maria!', null],
    ['Olá, Maria! Seu pedido está pronto. Recibo: 123.', 'pedido_pronto'],
  ])
})

test('over Instagram it leaves within 24 hours, and afterwards fails with the reason', async () => {
  const { w, schedule, due, posted, accept } = place('instagram')
  await schedule({})
  await schedule({}, 25 * HOUR)
  w.clock.forward(2 * HOUR)
  await due()
  expect(accept()).toBe(1)
  w.clock.forward(23 * HOUR)
  expect((await due()).toSorted()).toEqual([
    ['err', 'windowClosed'],
    ['sucess', null],
  ])
  expect(posted()).toEqual([['Olá, Maria!', null]])
})

test('a template with a picture above its text takes the file of the schedule, which comes after it', async () => {
  const { w, admin, connectionId, schedule, due } = place('whatsapp_cloud')
  addPhotoTemplate(w, connectionId)
  const [first] = (await schedule({ template: PHOTO })).schedules ?? []
  await schedule({ template: PHOTO })
  const form = new FormData()
  form.set('file', new File([PNG], 'foto.png'))
  await admin.request(`/api/schedules/${first?.id}/media-upload`, { method: 'POST', body: form })
  w.clock.forward(25 * HOUR)
  w.rows('UPDATE schedules SET send_at = ? RETURNING id', w.clock.now())
  expect((await due()).toSorted()).toEqual([
    ['err', 'refused'],
    ['sending', null],
  ])
  expect(w.rows("SELECT kind, body, media ->> '$.name' AS file FROM messages WHERE from_me = 1")).toEqual([
    { kind: 'image', body: 'Seu pedido está pronto.', file: 'foto.png' },
  ])
})

/** Scheduled messages over Meta's channels. */
import { expect, test } from 'bun:test'
import type { Schedule, ScheduleProspect } from '../../src/features/schedules/contract'
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
  const prospect = async (at: number) => {
    const sendAt = new Date(w.clock.now() + at).toISOString()
    const path = `/api/schedules/prospect?contactId=${contactId}&whatsappId=${connectionId}&sendAt=${sendAt}`
    return ((await (await admin.request(path)).json()) as ScheduleProspect).goes // the route's contract
  }
  const attach = async (id: number, bytes: Uint8Array<ArrayBuffer>, name: string) => {
    const form = new FormData()
    form.set('file', new File([bytes], name))
    const answer = await admin.request(`/api/schedules/${id}/media-upload`, { method: 'POST', body: form })
    return (await answer.json()) as { error?: string; details?: object; mediaName?: string }
  }
  return { w, admin, connectionId, contactId, schedule, due, posted, accept, prospect, attach }
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

test('fails with the reason when Meta suspends the template, or wants other values by now', async () => {
  const { w, schedule, due } = place('whatsapp_cloud')
  await schedule({ template }, 25 * HOUR)
  await schedule({ template }, 26 * HOUR)
  w.rows("UPDATE message_templates SET status = 'PAUSED' RETURNING id")
  w.clock.forward(25 * HOUR)
  expect(await due()).toContainEqual(['err', 'template'])
  w.rows(
    "UPDATE message_templates SET status = 'APPROVED', components = replace(components, '{{2}}', '{{2}} {{3}}') RETURNING id",
  )
  w.clock.forward(HOUR)
  expect(await due()).toContainEqual(['err', 'templateValues'])
})

test('says beforehand what would leave at the time', async () => {
  const official = place('whatsapp_cloud')
  expect([await official.prospect(23 * HOUR), await official.prospect(25 * HOUR)]).toEqual(['text', 'template'])
  const instagram = place('instagram')
  expect([await instagram.prospect(23 * HOUR), await instagram.prospect(25 * HOUR)]).toEqual(['text', 'windowClosed'])
})

test('is refused for a contact without an address there, and for a file that the channel does not take', async () => {
  const { w, schedule, attach } = place('instagram')
  const stranger = w.contact({ number: '5521988713320' }).id
  expect(await schedule({ contactId: stranger })).toMatchObject({ error: 'ERR_WAPP_INVALID_CONTACT' })
  const id = (await schedule({})).schedules?.[0]?.id ?? 0
  const zip = new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)])
  expect(await attach(id, zip, 'fotos.zip')).toMatchObject({
    error: 'ERR_CHANNEL_LACKS',
    details: { channel: 'instagram', lacks: 'fileType' },
  })
  expect(await attach(id, new TextEncoder().encode('%PDF-1.4 nota'), 'nota.pdf')).toMatchObject({
    mediaName: 'nota.pdf',
  })
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
    ['err', 'templateValues'],
    ['sending', null],
  ])
  expect(w.rows("SELECT kind, body, media ->> '$.name' AS file FROM messages WHERE from_me = 1")).toEqual([
    { kind: 'image', body: 'Seu pedido está pronto.', file: 'foto.png' },
  ])
})

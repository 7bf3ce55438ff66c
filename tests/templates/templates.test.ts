/** Templates over the stand-in of Meta: read, created, deleted, followed and sent. */
import { describe, expect, test } from 'bun:test'
import { templatesChanged } from '../../src/features/templates/contract'
import { DAY } from '../../src/platform/time'
import type { TemplateInput } from '../../src/simulator/meta/cloud/templates'
import { officialWorld } from '../channels/meta/official'
import { until } from '../support/until'

const order: TemplateInput = {
  name: 'pedido_pronto',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Seu pedido está pronto' },
    { type: 'BODY', text: 'Olá, {{1}}! O pedido {{2}} saiu.', example: { body_text: [['Helena', '47']] } },
    { type: 'FOOTER', text: 'Casa Aurora' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Confirmar' }] },
  ],
}

type Listed = { templates: { id: number; name: string; status: string; reason: string | null; body: string }[] }

/** João wrote to an official number that has a template, and its admin has the ticket. */
async function place() {
  const it = await officialWorld()
  const { w, meta, official, chat } = it
  const template = meta.addTemplate(official.business, order)
  const { admin, connectionId } = official
  await chat.text('oi')
  await until(() => it.ticketId() !== 0, 'the ticket')
  await admin.json(`/api/tickets/${it.ticketId()}`, 'PUT', { status: 'open' })
  const address = `/api/whatsapp/${connectionId}/templates`
  const list = async (query = '') => (await (await admin.request(`${address}${query}`)).json()) as Listed
  const send = (variables: object, more: object = {}) =>
    admin.json(`/api/messages/${it.ticketId()}`, 'POST', {
      template: { name: order.name, language: 'pt_BR', variables, ...more },
    })
  const statusOf = (name: string) =>
    w.rows<{ status: string }>('SELECT status FROM message_templates WHERE name = ?', name)[0]?.status
  return { ...it, w, admin, template, statusOf, address, list, send, connectionId }
}

const HELENA = { body: ['Helena', '47.906'] }

test('are read from Meta once, and again when somebody asks', async () => {
  const { meta, official, list } = await place()
  expect((await list()).templates).toMatchObject([
    { name: 'pedido_pronto', status: 'APPROVED', reason: null, body: 'Olá, {{1}}! O pedido {{2}} saiu.' },
  ])
  meta.addTemplate(official.business, { name: 'saldao', status: 'REJECTED' })
  expect((await list()).templates).toHaveLength(1)
  expect((await list('?refresh=true')).templates).toMatchObject([
    { name: 'pedido_pronto' },
    { name: 'saldao', status: 'REJECTED', reason: 'INVALID_FORMAT' },
  ])
})

test('of many pages are all read', async () => {
  const { meta, official, list } = await place()
  for (let at = 0; at < 230; at++) meta.addTemplate(official.business, { name: `modelo_${at}` })
  expect((await list('?refresh=true')).templates).toHaveLength(231)
})

test('are created, followed through the review, and deleted', async () => {
  const { meta, admin, address, list, official, statusOf } = await place()
  admin.forget()
  const wanted = {
    name: 'visita_tecnica',
    language: 'pt_BR',
    category: 'utility',
    header: 'Visita',
    body: 'Olá, {{1}}! A visita é {{2}}, certo?',
    footer: 'Casa Aurora',
    buttons: [
      { kind: 'reply', text: 'Certo', value: '' },
      { kind: 'url', text: 'Mapa', value: 'https://aurora.example/{{1}}' },
    ],
    examples: ['Ana', 'sexta', 'https://aurora.example/mapa'],
  }
  const made = (await (await admin.json(address, 'POST', wanted)).json()) as { id: number; status: string }
  expect(made).toMatchObject({
    status: 'PENDING',
    header: { kind: 'text', text: 'Visita' },
    examples: { body: ['Ana', 'sexta'] },
  })
  expect(admin.heard(templatesChanged).length).toBeGreaterThan(0)

  const [found] = [...official.business.templates].filter(({ name }) => name === 'visita_tecnica')
  if (!found) throw new Error('not at Meta')
  await meta.setTemplateStatus(found, 'APPROVED')
  await until(() => statusOf('visita_tecnica') === 'APPROVED', 'the approval')

  expect((await admin.request(`${address}/${made.id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await list()).templates.map(({ name }) => name)).toEqual(['pedido_pronto'])
  expect([...official.business.templates].map(({ name }) => name)).toEqual(['pedido_pronto'])
  // Meta keeps the name for a while, and says so.
  const again = await admin.json(address, 'POST', wanted)
  expect(await again.json()).toMatchObject({ error: 'ERR_TEMPLATE_REFUSED' })
})

describe('sending one', () => {
  test('reaches the phone after the window, and shows in the conversation', async () => {
    const { w, list, send, stored, chat } = await place()
    await list()
    w.clock.forward(2 * DAY)
    const sent = await send(HELENA)
    expect(await sent.json()).toMatchObject({
      body: 'Olá, Helena! O pedido 47.906 saiu.',
      extra: { template: { name: 'pedido_pronto', header: 'Seu pedido está pronto', buttons: ['Confirmar'] } },
    })
    await until(() => (stored().at(-1)?.ack ?? 0) >= 2, 'the tick')
    expect(JSON.stringify(chat.sent)).toContain('47.906')
  })

  test('fills in our own variables', async () => {
    const { list, send } = await place()
    await list()
    expect(await (await send({ body: ['{{firstName}}', '1'] })).json()).toMatchObject({
      body: 'Olá, João! O pedido 1 saiu.',
    })
  })

  test.each([
    ['an empty value', { body: ['', '47'] }, 'ERR_TEMPLATE_VARIABLES'],
    ['a missing one', { body: ['Helena'] }, 'ERR_TEMPLATE_VARIABLES'],
    ['one too many', { body: ['a', 'b', 'c'] }, 'ERR_TEMPLATE_VARIABLES'],
  ])('is refused with %s', async (_, variables, error) => {
    const { list, send } = await place()
    await list()
    const answer = await send(variables)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error })
  })

  test.each(['PAUSED', 'REJECTED', 'PENDING', 'DISABLED'] as const)('is refused while it is %s', async (status) => {
    const { meta, list, send, template, statusOf } = await place()
    await list()
    await meta.setTemplateStatus(template, status)
    await until(() => statusOf(order.name) === status, 'the status')
    const answer = await send(HELENA)
    expect(await answer.json()).toMatchObject({ error: 'ERR_TEMPLATE_NOT_APPROVED', details: { status } })
  })

  test('is refused where it does not exist', async () => {
    const { send, list } = await place()
    await list()
    expect(await (await send(HELENA, { name: 'outro' })).json()).toMatchObject({ error: 'ERR_NO_TEMPLATE_FOUND' })
  })
})

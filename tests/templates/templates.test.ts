/** Templates over the stand-in of Meta: read, created, deleted, followed and sent. */
import { describe, expect, test } from 'bun:test'
import { templatesChanged } from '../../src/features/templates/contract'
import { DAY, HOUR } from '../../src/platform/time'
import type { TemplateInput } from '../../src/simulator/meta/cloud/templates'
import { until } from '../support/until'
import { place } from './support'

const order: TemplateInput = {
  name: 'pedido_pronto',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Seu pedido está pronto' },
    { type: 'BODY', text: 'Olá, {{1}}! O pedido {{2}} saiu.', example: { body_text: [['Helena', '47']] } },
    { type: 'FOOTER', text: 'Casa Aurora' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Confirmar' }] },
  ],
}

const HELENA = { body: ['Helena', '47.906'] }

test('are read from Meta once, and again when somebody asks', async () => {
  const { meta, official, list } = await place(order)
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
  const { meta, official, list } = await place(order)
  for (let at = 0; at < 230; at++) meta.addTemplate(official.business, { name: `modelo_${at}` })
  expect((await list('?refresh=true')).templates).toHaveLength(231)
})

const visit = {
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

describe('creating one', () => {
  test('is followed through the review, and deleted', async () => {
    const { meta, admin, address, list, official, statusOf } = await place(order)
    admin.forget()
    const made = (await (await admin.json(address, 'POST', visit)).json()) as { id: number; status: string }
    expect(made).toMatchObject({
      status: 'PENDING',
      header: { kind: 'text', text: 'Visita' },
      examples: { body: ['Ana', 'sexta'] },
    })
    expect(admin.heard(templatesChanged).length).toBeGreaterThan(0)

    const found = official.business.templates.values().find(({ name }) => name === 'visita_tecnica')
    if (!found) throw new Error('not at Meta')
    await meta.setTemplateStatus(found, 'APPROVED')
    await until(() => statusOf('visita_tecnica') === 'APPROVED', 'the approval')

    expect((await admin.request(`${address}/${made.id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await list()).templates.map(({ name }) => name)).toEqual(['pedido_pronto'])
    expect([...official.business.templates].map(({ name }) => name)).toEqual(['pedido_pronto'])
    // Meta keeps the name for a while, and says so.
    const again = await admin.json(address, 'POST', visit)
    expect(await again.json()).toMatchObject({
      error: 'ERR_TEMPLATE_REFUSED',
      details: { reason: expect.stringContaining('4 weeks') },
    })
  })

  test('works with names in place of numbers', async () => {
    const { admin, address, official } = await place(order)
    const body = 'Olá, {{nome}}! A visita é {{dia}}, certo?'
    const answer = await admin.json(address, 'POST', { ...visit, body })
    expect(await answer.json()).toMatchObject({ body, examples: { body: ['Ana', 'sexta'] } })
    expect([...official.business.templates].at(-1)).toMatchObject({ format: 'NAMED' })
  })

  test('deletes one language and leaves the other', async () => {
    const { meta, admin, address, list, official } = await place(order)
    meta.addTemplate(official.business, { ...order, language: 'en' })
    const english = (await list('?refresh=true')).templates[0]
    expect((await admin.request(`${address}/${english?.id}`, { method: 'DELETE' })).status).toBe(200)
    expect([...official.business.templates].map(({ language }) => language)).toEqual(['pt_BR'])
  })
})

describe('changing one', () => {
  const changed = {
    name: order.name,
    language: 'pt_BR',
    category: 'utility',
    body: 'Olá, {{1}}! Chegou.',
    examples: ['Ana'],
  }

  async function changing() {
    const it = await place(order)
    const [before] = (await it.list()).templates
    const change = (more: object = {}) => it.admin.json(`${it.address}/${before?.id}`, 'PUT', { ...changed, ...more })
    return { ...it, change }
  }

  test('sends the text to another review', async () => {
    const { template, change, list } = await changing()
    expect(await (await change()).json()).toMatchObject({ status: 'PENDING', body: 'Olá, {{1}}! Chegou.' })
    expect(template).toMatchObject({ status: 'PENDING' })
    expect((await list('?refresh=true')).templates).toMatchObject([{ status: 'PENDING', body: 'Olá, {{1}}! Chegou.' }])
  })

  test('keeps name and language, and the category of an approved one', async () => {
    const { change, template } = await changing()
    expect(await (await change({ name: 'outro' })).json()).toMatchObject({
      error: 'ERR_INVALID_INPUT',
      details: [{ field: 'name', hint: 'form.template.fixed' }],
    })
    expect(await (await change({ category: 'marketing' })).json()).toMatchObject({ error: 'ERR_TEMPLATE_REFUSED' })
    template.status = 'REJECTED'
    expect(await (await change({ category: 'marketing' })).json()).toMatchObject({
      category: 'marketing',
      categoryBefore: null,
    })
  })

  test('is refused in Meta’s words after too many changes', async () => {
    const { change, template } = await changing()
    await change()
    template.status = 'APPROVED'
    expect(await (await change()).json()).toMatchObject({
      error: 'ERR_TEMPLATE_REFUSED',
      details: { reason: expect.stringContaining('once in 24 hours') },
    })
  })
})

describe('what Meta reports', () => {
  test('says how long a pause lasts', async () => {
    const { w, meta, list, template, statusOf } = await place(order)
    await list()
    await meta.setTemplateStatus(template, 'PAUSED')
    await until(() => statusOf(order.name) === 'PAUSED', 'the pause')
    const pausedUntil = new Date(w.clock.now() + 3 * HOUR).toISOString()
    const paused = { status: 'PAUSED', reason: 'FIRST_PAUSE', pausedUntil }
    expect((await list()).templates).toMatchObject([paused])
    // The list does not name the pause.
    expect((await list('?refresh=true')).templates).toMatchObject([paused])
    await meta.setTemplateStatus(template, 'APPROVED')
    await until(() => statusOf(order.name) === 'APPROVED', 'the end')
    expect((await list()).templates).toMatchObject([{ reason: null, pausedUntil: null }])
  })

  test('is the quality, too', async () => {
    const { w, meta, list, template } = await place(order)
    await list()
    await meta.setTemplateQuality(template, 'RED')
    await until(() => w.rows("SELECT 1 FROM message_templates WHERE quality = 'RED'").length === 1, 'the quality')
    expect((await list()).templates).toMatchObject([{ quality: 'RED', status: 'APPROVED' }])
  })

  test('of another category rings until somebody has read it', async () => {
    const { w, meta, list, template, admin, address } = await place(order)
    const [{ id } = { id: 0 }] = (await list()).templates
    const changes = async () => (await (await admin.request('/api/template-changes')).json()) as { changes: unknown[] }
    expect(await changes()).toEqual({ changes: [] })
    await meta.setTemplateCategory(template, 'MARKETING')
    await until(() => w.rows('SELECT 1 FROM template_category_changes').length === 1, 'the change')
    expect(await changes()).toMatchObject({ changes: [{ id, was: 'utility', category: 'marketing' }] })
    expect((await list()).templates).toMatchObject([{ category: 'marketing', categoryBefore: 'utility' }])
    await admin.json(`${address}/${id}/read`, 'POST', {})
    expect(await changes()).toEqual({ changes: [] })
  })

  test('of another category is noticed in the list, too, and forgotten when it is taken back', async () => {
    const { list, template } = await place(order)
    await list()
    template.category = 'MARKETING'
    expect((await list('?refresh=true')).templates).toMatchObject([{ categoryBefore: 'utility' }])
    template.category = 'UTILITY'
    expect((await list('?refresh=true')).templates).toMatchObject([{ categoryBefore: null }])
  })
})

describe('sending one', () => {
  test('reaches the phone after the window, and shows in the conversation', async () => {
    const { w, list, send, stored, chat } = await place(order)
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
    const { list, send } = await place(order)
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
    const { list, send } = await place(order)
    await list()
    const answer = await send(variables)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error })
  })

  test.each(['PAUSED', 'REJECTED', 'PENDING', 'DISABLED'] as const)('is refused while it is %s', async (status) => {
    const { meta, list, send, template, statusOf } = await place(order)
    await list()
    await meta.setTemplateStatus(template, status)
    await until(() => statusOf(order.name) === status, 'the status')
    const answer = await send(HELENA)
    expect(await answer.json()).toMatchObject({ error: 'ERR_TEMPLATE_NOT_APPROVED', details: { status } })
  })

  test('is refused where it does not exist', async () => {
    const { send, list } = await place(order)
    await list()
    expect(await (await send(HELENA, { name: 'outro' })).json()).toMatchObject({ error: 'ERR_NO_TEMPLATE_FOUND' })
  })
})

/** Templates of e-mails. */
import { describe, expect, test } from 'bun:test'
import type { EmailFile } from '../../src/features/email/contract'
import type { StartedEmail, Template, TemplateDetails } from '../../src/features/email/templates/contract'
import type { Attendant } from '../support/company-world'
import { emailWorld, send } from './support'

const boleto = { name: 'Boleto', subject: 'Seu boleto, {{firstName}}', html: '<p>Segue o <b>boleto</b>.</p>' }

async function ask<T>(who: Attendant, path: string, method = 'GET', body?: object) {
  const answer = await (body
    ? who.json(`/api/email-templates${path}`, method, body)
    : who.request(`/api/email-templates${path}`, { method }))
  return (await answer.json()) as T & { error?: string; details?: unknown } // the answer of its route
}
const create = (who: Attendant, change: object = {}) => ask<TemplateDetails>(who, '/', 'POST', { ...boleto, ...change })
const offered = async (who: Attendant, query = '') =>
  (await ask<{ templates: Template[] }>(who, `/list${query}`)).templates.map(({ name }) => name)

async function upload(who: Attendant, name: string): Promise<EmailFile> {
  const form = new FormData()
  form.set('file', new File([`conteúdo de ${name}`], name))
  const answer = await who.request('/api/emails/files', { method: 'POST', body: form })
  return (await answer.json()) as EmailFile // the answer of its route
}

describe('templates', () => {
  test('are made by administrators and supervisors, used by all, announced and audited', async () => {
    const { w, admin, ana } = await emailWorld()
    const made = await create(w.attendant([], { profile: 'supervisor' }))
    expect(made).toMatchObject({
      html: '<p>Segue o <strong>boleto</strong>.</p>',
      preview: 'Segue o boleto.',
      active: true,
    })
    expect(await create(ana)).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    expect(await ask(ana, `/${made.id}`, 'PUT', { name: 'Outro' })).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    expect(await ask(ana, `/${made.id}`, 'DELETE')).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    expect(
      await ask<TemplateDetails>(admin, `/${made.id}`, 'PUT', { html: '<p>Novo</p>', name: 'BOLETO' }),
    ).toMatchObject({
      name: 'BOLETO',
      subject: boleto.subject,
      preview: 'Novo',
    })
    expect(await offered(ana)).toEqual(['BOLETO'])
    expect(ana.frames.filter(({ event }) => event.includes('emailTemplate')).length).toBe(2)
    await ask(admin, `/${made.id}`, 'DELETE')
    expect(await offered(ana)).toEqual([])
    const audit = (await (await admin.request('/api/audit-log')).json()) as { entries: { kind: string; act: string }[] }
    expect(audit.entries.filter(({ kind }) => kind === 'emailTemplate').map(({ act }) => act)).toEqual([
      'delete',
      'update',
      'create',
    ])
  })

  test('are found by name, subject and text; inactive ones are not offered', async () => {
    const { admin, ana } = await emailWorld()
    await create(admin)
    await create(admin, { name: 'Ávila', subject: 'Visita técnica', html: '<p>Amanhã</p>' })
    await create(admin, { name: 'Antigo', active: false })
    expect(await offered(ana)).toEqual(['Ávila', 'Boleto'])
    expect(await offered(ana, '?searchParam=tecnica')).toEqual(['Ávila'])
    expect(await offered(ana, '?searchParam=segue')).toEqual(['Boleto'])
    expect(await ask<{ templates: Template[]; count: number }>(ana, '/?active=false')).toMatchObject({ count: 1 })
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a header in the subject', { subject: 'a\r\nBcc: x@casa.example' }, 'subject'],
    ['nothing to read', { html: '<script>alert(1)</script>' }, 'html'],
  ])('%s is refused', async (_, change, field) => {
    const { admin } = await emailWorld()
    expect(await create(admin, change)).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field }] })
  })

  test('a name is taken once', async () => {
    const { admin } = await emailWorld()
    const { id } = await create(admin)
    expect(await create(admin, { name: 'boletó' })).toMatchObject({ error: 'ERR_EMAIL_TEMPLATE_EXISTS' })
    expect(await ask<TemplateDetails>(admin, `/${id}`, 'PUT', { name: 'boleto' })).toMatchObject({ name: 'boleto' })
  })

  test('its files go with each e-mail that begins with it, and stay with it', async () => {
    const { box, w, admin, ana, run } = await emailWorld()
    const file = await upload(admin, 'boleto.txt')
    const { id, attachments } = await create(admin, { fileIds: [file.id] })
    expect(attachments).toMatchObject([{ name: 'boleto.txt' }])
    const first = await ask<StartedEmail>(ana, `/${id}/start`, 'POST', {})
    const second = await ask<StartedEmail>(ana, `/${id}/start`, 'POST', {})
    expect(first).toMatchObject({ subject: boleto.subject, files: [{ name: 'boleto.txt' }] })
    expect(await send(ana, { fileIds: [file.id] })).toMatchObject({ error: 'ERR_EMAIL_FILE_GONE' })
    await send(ana, { html: first.html, fileIds: first.files.map((one) => one.id) })
    await run()
    expect(box.mails()[0]?.attachments.map(({ name }) => name)).toEqual(['boleto.txt'])
    await ask(admin, `/${id}`, 'PUT', { fileIds: [] })
    expect(await ask<TemplateDetails>(admin, `/${id}`)).toMatchObject({ files: 0, attachments: [] })
    await send(ana, { html: second.html, fileIds: second.files.map((one) => one.id) })
    await run()
    expect(box.mails()[0]?.attachments).toHaveLength(1)
    await ask(admin, `/${id}`, 'DELETE')
    expect(w.rows('SELECT 1 FROM email_files WHERE template_id IS NOT NULL')).toEqual([])
  })

  test('an inactive one begins no e-mail', async () => {
    const { admin, ana } = await emailWorld()
    const { id } = await create(admin, { active: false })
    expect(await ask(ana, `/${id}/start`, 'POST', {})).toMatchObject({ error: 'ERR_NO_EMAIL_TEMPLATE_FOUND' })
  })
})

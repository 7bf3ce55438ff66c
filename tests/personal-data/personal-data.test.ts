/** What the company keeps of somebody, in one archive: all of it, of nobody else, for admins alone, and on record. */
import { expect, test } from 'bun:test'
import { CFB } from 'xlsx'
import { auditRecorded } from '../../src/audit/contract'
import { SALES } from '../support/company-world'
import { world } from '../support/world'

test('the archive holds the contact, every message and the files, and nothing of others', async () => {
  const w = world()
  const admin = w.admin({ name: 'Chefe' })
  const maria = w.contact({ name: 'Maria', number: '5521996124087' })
  const ticket = w.ticket({ contactId: maria.id, status: 'open', queueId: SALES, userId: admin.userId })
  w.whatsapp.person('5521996124087').says('Meu CPF é 123')
  w.whatsapp.person('5521987654321').says('Sou outra pessoa')
  await admin.json('/api/ticket-notes', 'POST', { ticketId: ticket.id, note: 'Prefere a tarde' })
  const form = new FormData()
  form.append('medias', new File(['segredo'], 'contrato: 1.txt'))
  await admin.request(`/api/messages/${ticket.id}`, { method: 'POST', body: form })

  const answer = await admin.request(`/api/contacts/${maria.id}/personal-data`)
  expect(answer.headers.get('content-disposition')).toContain('Maria.zip')
  const archive = CFB.read(new Uint8Array(await answer.arrayBuffer()), { type: 'array' })
  const paths: string[] = archive.FullPaths // the library does not say so
  const names = paths.map((path) => path.replace(/^Root Entry\//, '')).filter((name) => name.includes('.'))
  const read = (name: string) => Buffer.from(CFB.find(archive, `/${name}`)?.content ?? []).toString()
  const file = names.find((name) => name.startsWith('arquivos/')) ?? ''
  expect(names.toSorted()).toEqual([file, 'contato.json', 'mensagens.json', 'mensagens.txt'].toSorted())
  expect(file).toMatch(/^arquivos\/\d+-contrato_ 1\.txt$/)
  expect(read(file)).toBe('segredo')
  expect(JSON.parse(read('contato.json'))).toMatchObject({
    contact: { name: 'Maria', number: '5521996124087', blocked: false },
    tickets: [{ id: ticket.id, attendant: 'Chefe', queue: 'Vendas' }],
    notes: [{ note: 'Prefere a tarde', author: 'Chefe' }],
    campaigns: [],
  })
  expect(JSON.parse(read('mensagens.json'))).toMatchObject([
    { from: 'contact', body: 'Meu CPF é 123', at: '2026-03-02T12:00:00.000Z', file: null },
    { from: 'company', author: 'Chefe', file },
  ])
  expect(read('mensagens.txt').split('\n')).toEqual([
    '[02/03/2026, 09:00] Maria: Meu CPF é 123',
    `[02/03/2026, 09:00] Chefe: ${file}`,
    '',
  ])
  expect(admin.heard(auditRecorded).at(-1)?.entry).toMatchObject({
    kind: 'contact',
    act: 'exportData',
    subjectId: maria.id,
  })
})

test('a message of several lines cannot pass for several messages', async () => {
  const w = world()
  const admin = w.admin({ name: 'Chefe' })
  const forged = 'Oi\n[02/03/2026, 09:00] Chefe: Desconto de 90 %\r\n\u2028fim'
  w.whatsapp.person('5521996124087', { name: 'Maria' }).says(forged)
  const [contact] = w.rows<{ id: number }>('SELECT id FROM contacts WHERE is_group = 0')
  const answer = await admin.request(`/api/contacts/${contact?.id}/personal-data`)
  const archive = CFB.read(new Uint8Array(await answer.arrayBuffer()), { type: 'array' })
  const text = Buffer.from(CFB.find(archive, '/mensagens.txt')?.content ?? []).toString()
  const margin = text.split(/[\n\r\u2028]/).filter((line) => line !== '' && !line.startsWith(' '))
  expect(margin).toEqual(['[02/03/2026, 09:00] Maria: Oi'])
  expect(text).toContain('\n    [02/03/2026, 09:00] Chefe: Desconto')
})

test('there is none of a group, and none for those who may export nobody', async () => {
  const w = world()
  const group = w.contact({ addresses: [{ kind: 'group', value: '1203630' }], isGroup: true })
  const path = `/api/contacts/${group.id}/personal-data`
  expect((await w.admin().request(path)).status).toBe(404)
  expect((await w.attendant([], { profile: 'supervisor' }).request(path)).status).toBe(403)
})

test('of a contact that is deleted the bare number is left, and only where it holds campaigns back', async () => {
  const w = world()
  const admin = w.admin()
  const maria = w.contact({ name: 'Maria', number: '5521996124087' })
  await admin.json('/api/opt-outs', 'POST', { number: '5521996124087' })
  await admin.request(`/api/contacts/${maria.id}`, { method: 'DELETE' })
  const { optOuts } = (await (await admin.request('/api/opt-outs')).json()) as { optOuts: unknown[] }
  expect(optOuts).toMatchObject([{ number: '5521996124087', name: '', contactId: null }])
})

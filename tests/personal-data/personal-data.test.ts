/** Export and erasure of a contact's personal data. */
import { expect, test } from 'bun:test'
import { CFB } from 'xlsx'
import { auditRecorded } from '../../src/audit/contract'
import { isOptedOut } from '../../src/outbound/suppression/opt-outs'
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

  await admin.json(`/api/contacts/${maria.id}`, 'PUT', { email: 'maria@casa.example' })
  for (const [key, value] of Object.entries({ smtpauth: 'smtp.loja.example', usersmtpauth: 'vendas@loja.example' }))
    await admin.json(`/api/settings/${key}`, 'PUT', { value })
  const letter = { email: 'Maria@casa.example, joao@casa.example', assunto: 'Boleto', mensagem: 'Bom dia' }
  await admin.json('/api/enviar-email', 'POST', { ...letter, tokenSenha: 'segredo' })

  const answer = await admin.request(`/api/contacts/${maria.id}/personal-data`)
  expect(answer.headers.get('content-disposition')).toContain('Maria.zip')
  const archive = CFB.read(new Uint8Array(await answer.arrayBuffer()), { type: 'array' })
  const paths: string[] = archive.FullPaths // untyped in the library
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
    emails: [{ subject: 'Boleto', message: 'Bom dia', address: 'Maria@casa.example', state: 'queued', sentAt: null }],
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

test('a multi-line message cannot imitate several messages', async () => {
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

test('the archive is refused for a group, and to users without the permission', async () => {
  const w = world()
  const group = w.contact({ addresses: [{ kind: 'group', value: '1203630' }], isGroup: true })
  const path = `/api/contacts/${group.id}/personal-data`
  expect((await w.admin().request(path)).status).toBe(404)
  expect((await w.attendant([], { profile: 'supervisor' }).request(path)).status).toBe(403)
})

test('an erasure leaves no number, but an import of it is marked as opted out', async () => {
  const w = world()
  const admin = w.admin()
  const [long, short] = ['5521996124087', '552196124087']
  const maria = w.contact({ name: 'Maria', number: long })
  await admin.json('/api/opt-outs', 'POST', { number: long })
  const { id: list } = (await (await admin.json('/api/contact-lists', 'POST', { name: 'Clientes' })).json()) as {
    id: number
  }
  const add = async (number: string) => {
    const answer = await admin.json('/api/contact-list-items', 'POST', { contactListId: list, name: 'Maria', number })
    return (await answer.json()) as { id: number; inBlacklist: boolean } // the item
  }
  await add(short)
  await admin.request(`/api/contacts/${maria.id}/personal-data`, { method: 'DELETE' })

  expect(w.rows('SELECT id FROM contact_list_items')).toEqual([])
  const optOuts = async (search = '') => {
    const answer = await admin.request(`/api/opt-outs?searchParam=${search}`)
    return ((await answer.json()) as { optOuts: { id: number }[] }).optOuts // the page of its route
  }
  expect(await optOuts()).toMatchObject([{ number: null, name: '', contactId: null, word: null, user: null }])
  expect(JSON.stringify(w.rows('SELECT * FROM opt_outs'))).not.toContain('6124087')
  expect(await optOuts(short)).toHaveLength(1)
  expect(await optOuts('5511988887777')).toEqual([])

  const item = await add(short)
  expect(item.inBlacklist).toBe(true)
  const again = w.contact({ name: 'Maria', number: long })
  expect(isOptedOut(w.db, { contactId: again.id })).toBe(true)
  const [known] = await optOuts()
  await admin.request(`/api/opt-outs/${known?.id}`, { method: 'DELETE' })
  expect(isOptedOut(w.db, { contactId: again.id })).toBe(false)
})

test('an erased contact gets no campaigns even without an opt-out; a group cannot be erased', async () => {
  const w = world()
  const admin = w.admin()
  const maria = w.contact({ name: 'Maria', number: '5521996124087' })
  const group = w.contact({ addresses: [{ kind: 'group', value: '1203630' }], isGroup: true })
  const erase = async (id: number) =>
    (await admin.request(`/api/contacts/${id}/personal-data`, { method: 'DELETE' })).status
  expect([await erase(maria.id), await erase(group.id)]).toEqual([200, 404])
  expect(isOptedOut(w.db, { number: '552196124087' })).toBe(true)
  expect(isOptedOut(w.db, { number: '5521996124088' })).toBe(false)
  expect(w.rows('SELECT id FROM opt_outs')).toHaveLength(1)
})

test('a deleted contact is not erased: it may be written to when it returns, and an opt-out still holds by number', async () => {
  const w = world()
  const admin = w.admin()
  const [maria, joao] = [w.contact({ number: '5521996124087' }), w.contact({ number: '5521996124088' })]
  await admin.json('/api/opt-outs', 'POST', { number: '5521996124088' })
  for (const { id } of [maria, joao]) await admin.request(`/api/contacts/${id}`, { method: 'DELETE' })
  expect(isOptedOut(w.db, { number: '5521996124087' })).toBe(false)
  expect(isOptedOut(w.db, { number: '5521996124088' })).toBe(true)
})

test('an erasure is refused during an active ticket, and to users without the permission', async () => {
  const w = world()
  w.whatsapp.person('5521996124087').says('oi')
  const path = '/api/contacts/1/personal-data'
  const answer = await w.admin().request(path, { method: 'DELETE' })
  expect([answer.status, (await answer.json()).error]).toEqual([409, 'ERR_CONTACT_HAS_TICKET'])
  const supervisor = w.attendant([], { profile: 'supervisor' })
  expect((await supervisor.request(path, { method: 'DELETE' })).status).toBe(403)
})

/** Every administrative act is in the audit log. */
import { expect, test } from 'bun:test'
import { changePlan, resumeCompany, suspendCompany } from '../../src/operator/companies'
import { changePassword, createUser } from '../../src/operator/people'
import { plans } from '../../src/tenancy/tables'
import type { Attendant, CompanyWorld } from '../support/company-world'
import { PNG } from '../support/pixel'
import { world } from '../support/world'

async function ask<T>(who: Attendant, path: string, method: string, body?: object): Promise<T> {
  const answer = await (body ? who.json(path, method, body) : who.request(path, { method }))
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as T // the route's response
}

type Change = { field: string; from: unknown; to: unknown }
type Entry = { kind: string; act: string; subject_name: string; user_name: string; changes: string }

/** Entries since the last call: `kind act subject: field from>to, …`. */
function createActs(w: CompanyWorld) {
  let seen = w.rows('SELECT id FROM audit_log').length
  return () => {
    const rows = w
      .rows<Entry>('SELECT kind, act, subject_name, user_name, changes FROM audit_log ORDER BY id')
      .slice(seen)
    seen += rows.length
    return rows.map(({ kind, act, subject_name: subject, changes }) => {
      const fields = (JSON.parse(changes) as Change[]).map(({ field, from, to }) => `${field} ${from}>${to}`)
      return `${kind} ${act} ${subject}: ${fields.join(', ')}`
    })
  }
}

test('records consecutive edits of a draft by one person as one entry, and its file as another', async () => {
  const w = world()
  const [admin, other] = [w.admin(), w.admin()]
  const acts = createActs(w)
  const { id } = await ask<{ id: number }>(admin, '/api/campaigns', 'POST', { name: 'Natal', message1: 'Oi' })
  const save = (who: Attendant, body: object) => ask(who, `/api/campaigns/${id}`, 'PUT', body)
  await save(admin, { name: 'Natal 1' })
  await save(admin, { name: 'Natal 2', message1: 'Olá' })
  expect(acts()).toEqual(['campaign create Natal: ', 'campaign update Natal 2: name Natal>Natal 2, texts null>set'])
  await save(other, { name: 'Natal 3' })
  await save(admin, { name: 'Natal 4' })
  w.clock.forward(11 * 60_000)
  await save(admin, { name: 'Natal 5' })
  expect(acts()).toEqual([
    'campaign update Natal 3: name Natal 2>Natal 3',
    'campaign update Natal 4: name Natal 3>Natal 4',
    'campaign update Natal 5: name Natal 4>Natal 5',
  ])
})

test('records a campaign’s file, list items and reordered tags', async () => {
  const w = world()
  const admin = w.admin()
  const acts = createActs(w)
  const { id } = await ask<{ id: number }>(admin, '/api/campaigns', 'POST', { name: 'Natal' })
  const form = new FormData()
  form.set('file', new File([PNG], 'natal.png'))
  await admin.request(`/api/campaigns/${id}/media-upload`, { method: 'POST', body: form })
  await admin.request(`/api/campaigns/${id}/media-upload`, { method: 'DELETE' })
  expect(acts().slice(1)).toEqual([
    'campaign update Natal: mediaName null>natal.png',
    'campaign update Natal: mediaName natal.png>null',
  ])
  const list = await ask<{ id: number }>(admin, '/api/contact-lists', 'POST', { name: 'Clientes' })
  const body = { contactListId: list.id, name: 'Maria', number: '5521996124087' }
  const item = await ask<{ id: number }>(admin, '/api/contact-list-items', 'POST', body)
  await ask(admin, `/api/contact-list-items/${item.id}`, 'PUT', { name: 'Mariana' })
  await ask(admin, `/api/contact-list-items/${item.id}`, 'DELETE')
  expect(acts().slice(1)).toEqual([
    'contactList itemCreate Clientes: name null>Maria, number null>5521996124087, inBlacklist null>false',
    'contactList itemUpdate Clientes: name Maria>Mariana',
    'contactList itemDelete Clientes: name Mariana>null, number 5521996124087>null, inBlacklist false>null',
  ])
  const lane = (name: string) => ask<{ id: number }>(admin, '/api/tags', 'POST', { name, color: '#127eee', kanban: 1 })
  const [first, second] = [await lane('Novo'), await lane('Feito')]
  acts()
  await ask(admin, '/api/tags/order', 'POST', { tagOrder: [second.id, first.id] })
  expect(acts()).toEqual(['tag update : order ["Novo","Feito"]>["Feito","Novo"]'])
})

test('records contacts that are renamed, blocked or categorised', async () => {
  const w = world()
  const admin = w.admin()
  const [maria, double] = [w.contact({ name: 'Maria' }), w.contact({ name: 'M' })]
  const category = await ask<{ id: number }>(admin, '/api/contactCategories', 'POST', { descricao: 'Clientes' })
  const acts = createActs(w)
  await ask(admin, `/api/contacts/${maria.id}`, 'PUT', { name: 'Mariana' })
  await ask(admin, `/api/contacts/block/${maria.id}`, 'PUT', { active: false })
  await ask(admin, `/api/contacts/block/${maria.id}`, 'PUT', { active: true })
  const filed = { contactIds: [maria.id, double.id], contactCategoryId: category.id }
  await ask(admin, '/api/contacts/category', 'PUT', filed)
  expect(acts()).toEqual([
    'contact update Mariana: name Maria>Mariana',
    'contact block Mariana: ',
    'contact unblock Mariana: ',
    'contactCategory categorize Clientes: contacts null>2',
  ])
})

test('records starting and cancelling imports of others', async () => {
  const w = world()
  const [chefe, admin] = [w.attendant([], { profile: 'supervisor', name: 'Chefe' }), w.admin()]
  const bring = async () => {
    const form = new FormData()
    form.set('file', new File(['Nome,Número\nMaria,21996124087\n'], 'a.csv'))
    const answer = await chefe.request('/api/contacts/upload', { method: 'POST', body: form })
    return (await answer.json()) as { id: number } // the route's response
  }
  const acts = createActs(w)
  const cancel = (who: Attendant, id: number) => ask(who, `/api/contacts/imports/${id}/cancel`, 'POST', {})
  await cancel(chefe, (await bring()).id)
  expect(acts()).toEqual([])
  await cancel(admin, (await bring()).id)
  expect(acts()).toEqual(['import cancel a.csv: owner null>Chefe'])
})

test('records CLI commands as done by the operator', async () => {
  const w = world()
  const company = w.company('Padaria Sol')
  const { databases } = w.server
  const { id } = company.tenant
  const acts = createActs(company)
  const now = w.clock.now()
  const made = { companyId: id, name: 'Bia', email: 'bia@b.example', profile: 'user', password: 'Segredo123' } as const
  await createUser(databases, now, made)
  await changePassword(databases, now, { email: made.email, password: 'Segredo456' })
  const values = {
    amount: 0,
    isPublic: true,
    usesMenus: false,
    menus: [],
    features: [],
    createdAt: now,
    updatedAt: now,
  }
  const plan = databases
    .writableControl()
    .insert(plans)
    .values({ name: 'Básico', ...values })
    .returning()
    .get()
  changePlan(databases, now, id, plan.id, [])
  suspendCompany(databases, now, id)
  resumeCompany(databases, now, id, null)
  expect(acts()).toEqual([
    'user create Bia: name null>Bia, email null>bia@b.example, profile null>user',
    'user update Bia: password null>set',
    'company update Padaria Sol: plan null>Básico',
    'company update Padaria Sol: active true>false',
    'company update Padaria Sol: active false>true',
  ])
  expect(company.rows("SELECT DISTINCT user_id, user_name FROM audit_log WHERE kind <> 'connection'")).toEqual([
    { user_id: null, user_name: '' },
  ])
})

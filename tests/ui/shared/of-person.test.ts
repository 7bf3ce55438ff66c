import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Message } from '../../../src/tickets/messages/contract'
import type { SignedIn } from '../../../src/users/contract'
import type { Outgoing } from '../../../ui/features/messages/rules/outgoing'
import { kept } from '../../support/local-storage'

const { store } = await import('../../../ui/shared/store')
const { dropSession, isSomebodyElse, keepSession, mayHaveSession } = await import('../../../ui/shared/session/session')
const { ofPerson, ofSession, storedOfPerson } = await import('../../../ui/shared/session/ofPerson')
const {
  answerAtom,
  draftAtom,
  editAtom,
  editedTextAtom,
  filesAtom,
  forgetDraftsAtom,
  hasAttachedAtom,
  noteModeAtom,
  recordedAtom,
  reopenEditAtom,
  replyAtom,
  writeOnAtom,
} = await import('../../../ui/features/messages/composer/drafts')

const session = (id: number, uuidCompany = 'aurora') =>
  ({ token: 't', user: { id, company: { uuidCompany } } }) as unknown as SignedIn // no other fields are read
const [camila, juliana] = [session(1), session(2)]

beforeEach(() => keepSession(camila))
afterEach(() => {
  dropSession()
  kept.clear()
})

test('draft files and replies belong to their user, who finds them again', () => {
  store.set(filesAtom(3), [new File(['1'], 'salario.pdf')])
  dropSession()
  expect(store.get(filesAtom(3))).toEqual([])
  keepSession(juliana)
  expect([store.get(filesAtom(3)), store.get(hasAttachedAtom)]).toEqual([[], false])
  store.set(filesAtom(3), [new File(['2'], 'foto.png')])
  dropSession()
  keepSession(camila)
  expect(store.get(filesAtom(3)).map(({ name }) => name)).toEqual(['salario.pdf'])
})

test('users of two companies with the same id are two users', () => {
  const files = ofPerson('')
  store.set(files, 'of Aurora')
  dropSession()
  keepSession(session(1, 'other company'))
  expect(store.get(files)).toBe('')
})

const voice = { file: new File(['1'], 'audio.webm'), waveform: [], seconds: 3 }

test('a result that is ready after its user left is kept for them, not for the next user', () => {
  dropSession()
  keepSession(juliana)
  store.set(recordedAtom(3), voice, 'aurora:1')
  expect(store.get(recordedAtom(3))).toBeNull()
  dropSession()
  keepSession(camila)
  expect(store.get(recordedAtom(3))).toBe(voice)
})

test('unsaved files in any ticket make the page ask before closing, and go with the ticket', () => {
  for (const ticketId of [3, 5, 6]) store.set(forgetDraftsAtom, ticketId)
  expect(store.get(hasAttachedAtom)).toBe(false)
  store.set(filesAtom(5), [voice.file])
  store.set(recordedAtom(6), voice)
  expect(store.get(hasAttachedAtom)).toBe(true)
  store.set(filesAtom(5), [])
  expect(store.get(hasAttachedAtom)).toBe(true)
  store.set(forgetDraftsAtom, 6)
  expect([store.get(hasAttachedAtom), store.get(recordedAtom(6))]).toEqual([false, null])
})

test('an open window is reset after the session, and stays over a renewed token', () => {
  const dialog = ofSession<string | null>(null)
  store.set(dialog, 'transfer')
  keepSession({ ...camila, token: 'renewed' })
  expect(store.get(dialog)).toBe('transfer')
  dropSession()
  keepSession(camila)
  expect(store.get(dialog)).toBeNull()
})

test('filters are stored in the browser per user; an earlier shared value is ignored', () => {
  kept.set('queues', '[3]')
  const isIds = (value: unknown): value is number[] => Array.isArray(value)
  const filter = storedOfPerson<number[] | null>('queues', null, isIds)
  expect(store.get(filter)).toBeNull()
  store.set(filter, [4])
  dropSession()
  keepSession(juliana)
  expect(store.get(filter)).toBeNull()
  expect(JSON.parse(kept.get('queues') ?? '')).toEqual({ 'aurora:1': [4] })
})

test('the other of two users of a browser is identified', () => {
  expect(isSomebodyElse(juliana)).toBe(true)
  expect(isSomebodyElse({ ...camila, token: 'renewed' })).toBe(false)
  dropSession()
  expect(isSomebodyElse(juliana)).toBe(false)
})

test('ending the session in one tab keeps another user’s session in another tab restorable', () => {
  kept.set('signedIn', 'aurora:2') // Juliana signed in in the other tab
  dropSession()
  expect(mayHaveSession()).toBe(true)
  keepSession(juliana)
  dropSession()
  expect(mayHaveSession()).toBe(false)
})

test('an edit refused after its user left is reopened for them, not for the next user', () => {
  const message = { id: 7 } as Message // no other fields are read
  store.set(reopenEditAtom, { ticketId: 3, message, text: 'Chega na sexta', whose: 'aurora:1' })
  expect(store.get(editAtom(3))).toBe(message)
  store.set(editAtom(3), null)
  dropSession()
  keepSession(juliana)
  store.set(reopenEditAtom, { ticketId: 3, message, text: 'Chega na sexta', whose: 'aurora:1' })
  expect([store.get(editAtom(3)), store.get(editedTextAtom(3))]).toEqual([null, null])
  dropSession()
  keepSession(camila)
  expect(store.get(editedTextAtom(3))).toEqual({ id: 7, text: 'Chega na sexta' })
})

test('a deleted ticket deletes the drafts of all users of its company', () => {
  for (const one of [camila, juliana, session(1, 'other company')]) {
    keepSession(one)
    for (const ticketId of [7, 17]) store.set(draftAtom(ticketId), 'Bom dia')
  }
  keepSession(camila)
  store.set(forgetDraftsAtom, 7)
  expect(Object.keys(JSON.parse(kept.get('drafts') ?? ''))).toEqual([
    'aurora:1:17',
    'aurora:2:17',
    'other company:1:7',
    'other company:1:17',
  ])
})

test('a note draft stays a note after a reload and in another tab, and never becomes a message to the contact', async () => {
  store.set(noteModeAtom(7), true)
  store.set(draftAtom(7), 'Não dar desconto a ele')
  store.set(draftAtom(8), 'Bom dia')
  const path = '../../../ui/features/messages/composer/drafts?reloaded'
  const reloaded: typeof import('../../../ui/features/messages/composer/drafts') = await import(path)
  const shown = (id: number) => [store.get(reloaded.noteModeAtom(id)), store.get(reloaded.draftAtom(id))]
  expect([shown(7), shown(8)]).toEqual([
    [true, 'Não dar desconto a ele'],
    [false, 'Bom dia'],
  ])
  for (const text of ['', 'Ele já teve desconto']) {
    store.set(reloaded.draftAtom(7), text)
    expect(shown(7)).toEqual([true, text])
  }
  store.set(reloaded.noteModeAtom(7), false)
  expect([shown(7), JSON.parse(kept.get('drafts') ?? '')['aurora:1:7']]).toEqual([
    [false, 'Ele já teve desconto'],
    'Ele já teve desconto',
  ])
})

test('replying drops an empty note and keeps one with text; the reply comes after it', () => {
  const message = { id: 7 } as Message // no other fields are read
  for (const text of ['', 'Ele já teve desconto']) {
    store.set(noteModeAtom(9), true)
    store.set(draftAtom(9), text)
    store.set(answerAtom, 9, message)
    expect([store.get(noteModeAtom(9)), store.get(replyAtom(9))]).toEqual([text !== '', message])
  }
})

test('a message cancelled before sending returns to the draft; with a note it becomes one, which the contact never gets', () => {
  const quoted = { id: 7 } as Message // no other fields are read
  const unsent = (body: string, isNote = false) =>
    ({ ticketId: 11, body, isNote, quoted: isNote ? null : quoted }) as Outgoing // no other fields are read
  const shown = () => [store.get(draftAtom(11)), store.get(noteModeAtom(11))]
  store.set(noteModeAtom(11), true)
  store.set(writeOnAtom, unsent('Chega na sexta'))
  expect([...shown(), store.get(replyAtom(11))]).toEqual(['Chega na sexta', false, quoted])
  store.set(writeOnAtom, unsent('Bom dia!'))
  expect(shown()).toEqual(['Bom dia!\nChega na sexta', false])
  store.set(writeOnAtom, unsent('Não dar desconto', true))
  expect(shown()).toEqual(['Não dar desconto\nBom dia!\nChega na sexta', true])
  store.set(writeOnAtom, unsent('Tudo bem?'))
  expect(shown()).toEqual(['Tudo bem?\nNão dar desconto\nBom dia!\nChega na sexta', true])
})

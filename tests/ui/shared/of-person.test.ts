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
  editAtom,
  editedTextAtom,
  filesAtom,
  forgetDraftsAtom,
  hasAttachedAtom,
  messageDraftAtom,
  noteDraftAtom,
  noteModeAtom,
  recordedAtom,
  reopenEditAtom,
  replyAtom,
  shownDraftAtom,
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
    for (const ticketId of [7, 17]) store.set(messageDraftAtom(ticketId), 'Bom dia')
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

const NOTE = 'Não dar desconto a ele'
const MESSAGE = 'Chega na sexta'

test('a note and a message have a draft each, which keep their kind and the mode after a reload and in another tab', async () => {
  store.set(noteModeAtom(7), true)
  store.set(noteDraftAtom(7), NOTE)
  store.set(messageDraftAtom(8), 'Bom dia')
  store.set(noteModeAtom(9), true)
  const path = '../../../ui/features/messages/composer/drafts?reloaded'
  const reloaded: typeof import('../../../ui/features/messages/composer/drafts') = await import(path)
  const shown = (id: number) => [
    store.get(reloaded.noteModeAtom(id)),
    store.get(reloaded.noteDraftAtom(id)),
    store.get(reloaded.messageDraftAtom(id)),
  ]
  expect([shown(7), shown(8), shown(9)]).toEqual([
    [true, NOTE, ''],
    [false, '', 'Bom dia'],
    [true, '', ''],
  ])
  store.set(reloaded.noteModeAtom(7), false)
  store.set(reloaded.messageDraftAtom(7), MESSAGE)
  expect(shown(7)).toEqual([false, NOTE, MESSAGE])
  store.set(reloaded.noteDraftAtom(7), '')
  expect([shown(7), JSON.parse(kept.get('drafts') ?? '')['aurora:1:7']]).toEqual([[false, '', MESSAGE], MESSAGE])
})

test('drafts that an earlier version stored are read: a note stays one', () => {
  for (const [stored, expected] of [
    ['Bom dia', [false, '', 'Bom dia']],
    [{ note: NOTE }, [true, NOTE, '']],
  ] as const) {
    kept.set('drafts', JSON.stringify({ 'aurora:1:7': stored }))
    dispatchEvent(Object.assign(new Event('storage'), { key: 'drafts', newValue: kept.get('drafts') }))
    const unsubscribe = store.sub(noteModeAtom(7), () => {})
    expect([store.get(noteModeAtom(7)), store.get(noteDraftAtom(7)), store.get(messageDraftAtom(7))]).toEqual([
      ...expected,
    ])
    unsubscribe()
  }
})

test.each([
  ['replying', ['answer'] as const],
  ['a withdrawn note', ['note'] as const],
  ['a withdrawn message', ['message'] as const],
  ['a withdrawn message and then a note', ['message', 'note'] as const],
])('the draft of a note never becomes a message by %s, nor the other way round', (_, acts) => {
  const quoted = { id: 7 } as Message // no other fields are read
  const unsent = (body: string, isNote: boolean) =>
    ({ ticketId: 11, body, isNote, quoted: isNote ? null : quoted }) as Outgoing // no other fields are read
  store.set(noteModeAtom(11), true)
  store.set(noteDraftAtom(11), NOTE)
  store.set(messageDraftAtom(11), MESSAGE)
  for (const act of acts) {
    if (act === 'answer') store.set(answerAtom, 11, quoted)
    else store.set(writeOnAtom, unsent(`${act} de volta`, act === 'note'))
  }
  const withdrawn = (kind: 'note' | 'message') =>
    (acts as readonly string[]).includes(kind) ? `${kind} de volta\n` : ''
  expect([store.get(noteDraftAtom(11)), store.get(messageDraftAtom(11)), store.get(noteModeAtom(11))]).toEqual([
    `${withdrawn('note')}${NOTE}`,
    `${withdrawn('message')}${MESSAGE}`,
    acts.at(-1) !== 'message',
  ])
  expect(store.get(replyAtom(11))).toEqual(acts[0] === 'note' ? null : quoted)
  store.set(forgetDraftsAtom, 11)
  store.set(replyAtom(11), null)
})

test('the row of the list shows the draft of the mode, otherwise the other one', () => {
  store.set(messageDraftAtom(12), MESSAGE)
  store.set(noteModeAtom(12), true)
  expect(store.get(shownDraftAtom(12))).toBe(MESSAGE)
  store.set(noteDraftAtom(12), NOTE)
  expect(store.get(shownDraftAtom(12))).toBe(NOTE)
  store.set(noteModeAtom(12), false)
  expect(store.get(shownDraftAtom(12))).toBe(MESSAGE)
})

import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { DOCUMENT_LIMIT, MEDIA_LIMIT } from '../../../src/tickets/messages/contract'
import { contactChanges, contactSchema } from '../../../ui/features/contacts/form'
import { shortcodeIn } from '../../../ui/features/desk/rules/quick'
import { commandOf, isWriting, type KeyPress } from '../../../ui/features/desk/rules/shortcuts'
import {
  addFiles,
  fileKind,
  meantFiles,
  nameOfPasted,
  shortName,
} from '../../../ui/features/messages/rules/attachments'
import { laterAck, tickOf } from '../../../ui/features/messages/rules/receipts'
import { barsOf, nextSpeed } from '../../../ui/features/messages/rules/voice'
import { Days } from '../../../ui/shared/i18n/days'
import { waitingOf, waitLimits, waitSpan } from '../../../ui/shared/waiting'

describe('waiting', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const since = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  test.each([
    [0, 'calm'],
    [4, 'calm'],
    [5, 'amber'],
    [14, 'amber'],
    [15, 'red'],
    [400, 'red'],
  ] as const)('after %d minutes the tone is %s', (minutes, tone) => {
    expect(waitingOf(since(minutes), now, waitLimits([]))).toEqual({ minutes, tone })
  })
  test('without a wait nothing is shown; a clock ahead of ours shows zero', () => {
    expect(waitingOf(null, now, waitLimits([]))).toBeNull()
    expect(waitingOf(since(-3), now, waitLimits([]))?.minutes).toBe(0)
  })
  test('the company sets when a wait is urgent', () => {
    const limits = waitLimits([
      { key: 'waitingRed', value: '60' },
      { key: 'waitingAmber', value: '30' },
    ])
    const toneAfter = (minutes: number) => waitingOf(since(minutes), now, limits)?.tone
    expect([toneAfter(29), toneAfter(30), toneAfter(59), toneAfter(60)]).toEqual(['calm', 'amber', 'amber', 'red'])
  })
  test('long waits are shown in hours and days', () => {
    expect(waitSpan(59)).toEqual({ unit: 'minutes', count: 59 })
    expect(waitSpan(60)).toEqual({ unit: 'hours', count: 1 })
    expect(waitSpan(47 * 60)).toEqual({ unit: 'hours', count: 47 })
    expect(waitSpan(48 * 60)).toEqual({ unit: 'days', count: 2 })
  })
})

describe('the contact form', () => {
  const shown = {
    name: 'M'.repeat(60),
    number: '0',
    email: '',
    contactCategoryId: null,
    acceptAudioMessage: true,
    disableBot: false,
    extraInfo: [{ name: 'CPF', value: '1' }],
  }
  const accepts = (values: Partial<typeof shown>) => v.safeParse(contactSchema(shown), { ...shown, ...values }).success
  test('accepts an unchanged name and number that could not be typed', () => {
    expect([accepts({ email: 'm@loja.example' }), accepts({ name: 'N'.repeat(60) }), accepts({ number: '1' })]).toEqual(
      [true, false, false],
    )
  })
  test('sends only changed fields', () => {
    expect(contactChanges(shown, { ...shown, email: 'm@loja.example' })).toEqual({ email: 'm@loja.example' })
    expect(contactChanges(shown, shown)).toEqual({})
    const extraInfo = [{ name: 'CPF', value: '2' }]
    expect(contactChanges(shown, { ...shown, disableBot: true, extraInfo })).toEqual({ disableBot: true, extraInfo })
  })
  test('drops an empty row of extra info, and rejects a half-filled one', () => {
    const [nothing, half] = [
      { name: ' ', value: '' },
      { name: 'CPF', value: ' ' },
    ]
    const read = (extraInfo: typeof shown.extraInfo) => v.safeParse(contactSchema(shown), { ...shown, extraInfo })
    expect(read([...shown.extraInfo, nothing]).output).toMatchObject({ extraInfo: shown.extraInfo })
    expect([read([half]).success, read([{ name: '', value: 'x' }]).success]).toEqual([false, false])
  })
})

describe('days', () => {
  const days = new Days('pt-BR', 'America/Sao_Paulo', { today: 'hoje', yesterday: 'ontem' })
  const now = Date.parse('2026-11-21T02:30:00Z') // 23:30 of the 20th in São Paulo
  test('the day is the company’s, not London’s', () => {
    expect(days.key('2026-11-21T02:00:00Z')).toBe('2026-11-20')
    expect(days.label('2026-11-20T04:00:00Z', now)).toBe('hoje')
    expect(days.label('2026-11-20T02:00:00Z', now)).toBe('ontem')
  })
  test('an older day is named, with the year if it differs', () => {
    expect(days.label('2026-11-17T12:00:00Z', now)).toBe('terça-feira, 17 de novembro')
    expect(days.label('2024-03-03T12:00:00Z', now)).toBe('3 de março de 2024')
  })
  test('a row shows the time today, then the day', () => {
    expect(days.rowTime('2026-11-20T17:32:00Z', now)).toBe('14:32')
    expect(days.rowTime('2026-11-19T17:32:00Z', now)).toBe('ontem')
    expect(days.rowTime('2026-11-03T17:32:00Z', now)).toBe('03/11')
    expect(days.rowTime('2025-11-03T17:32:00Z', now)).toBe('03/11/25')
    const between = ['2026-11-20T17:32:00Z', '2026-11-19T17:32:00Z', '2025-11-03T17:32:00Z']
    expect(between.map((at) => days.dateBefore(at, now))).toEqual([undefined, '19/11', '03/11/25'])
  })
  test('a wait that began before midnight shows its time within twelve hours, then "yesterday"', () => {
    const midnight = Date.parse('2026-12-31T03:02:00Z')
    expect(days.sinceTime('2026-12-31T02:55:00Z', midnight)).toBe('23:55')
    expect(days.sinceTime('2026-12-30T15:01:00Z', midnight)).toBe('ontem')
    expect(days.sinceTime('2026-12-30T15:01:00Z', midnight - 240_000)).toBe('12:01')
    expect(days.sinceTime('2026-12-28T15:01:00Z', midnight)).toBe('28/12')
  })
  test.each([
    ['en-GB', '03/11', '03/11/25'],
    ['es', '03/11', '03/11/25'],
    ['tr', '03.11', '03.11.25'],
  ])('%s writes days with the same marks with and without a year', (locale, near, far) => {
    const there = new Days(locale, 'America/Sao_Paulo', { today: '', yesterday: '' })
    expect(there.rowTime('2026-11-03T17:32:00Z', now)).toBe(near)
    expect(there.rowTime('2025-11-03T17:32:00Z', now)).toBe(far)
  })
  test('yesterday is found across a clock change', () => {
    const lisbon = new Days('pt-BR', 'Europe/Lisbon', { today: 'hoje', yesterday: 'ontem' })
    expect(lisbon.label('2026-10-25T00:10:00Z', Date.parse('2026-10-26T00:05:00Z'))).toBe('ontem')
  })
})

describe('delivery status', () => {
  test('never goes down, but a waiting message may fail', () => {
    expect(laterAck(3, 2)).toBe(3)
    expect(laterAck(2, 4)).toBe(4)
    expect(laterAck(1, 0)).toBe(0)
    expect(laterAck(3, 0)).toBe(3)
    expect(laterAck(0, 1)).toBe(1)
  })
  test('a pending edit is ended only by its own response', () => {
    expect(laterAck(99, 4)).toBe(99)
    expect(laterAck(3, 99)).toBe(99)
  })
  test.each([
    [0, 'failed'],
    [1, 'waiting'],
    [2, 'sent'],
    [3, 'delivered'],
    [4, 'read'],
    [5, 'read'],
    [99, 'editing'],
  ] as const)('ack %d shows as %s', (ack, tick) => expect(tickOf(ack)).toBe(tick))
})

describe('attachments', () => {
  const file = (name: string, size = 10, type = 'image/png') => ({ name, size, type })
  test('a duplicate name is sent once, and a file that is too large or empty is refused', () => {
    const { files, refused } = addFiles(
      [file('a.png')],
      [file('a.png'), file('b.png'), file('b.png'), file('c.mp4', DOCUMENT_LIMIT + 1, 'video/mp4'), file('d.png', 0)],
    )
    expect(files.map(({ name }) => name)).toEqual(['a.png', 'b.png'])
    expect(refused.map(({ file, reason }) => [file, reason])).toEqual([
      ['a.png', 'twice'],
      ['b.png', 'twice'],
      ['c.mp4', 'large'],
      ['d.png', 'empty'],
    ])
  })
  test('The name of a copied file comes as text beside it.', () => {
    const picture = file('image.png')
    expect(meantFiles([picture], 'Sofá\t2.490,00')).toEqual([])
    expect(meantFiles([picture], '')).toEqual([picture])
    // spreadsheet cells and text paste as text, pictures and files as files
    expect(meantFiles([file('sofá.png')], 'sofá.png')).toHaveLength(1)
    expect(meantFiles([picture], 'image.png')).toEqual([picture])
  })
  test('pasted pictures without a name get one each, others keep theirs', () => {
    const at = new Date('2026-11-21T13:04:05.678Z')
    expect(nameOfPasted(file('image.png'), at)).toBe('IMG-130405678.png')
    expect(nameOfPasted(file('sofá.png'), at)).toBe('sofá.png')
  })
  test('a video too large for a video message is sent as a document', () => {
    const film = file('casa.mp4', MEDIA_LIMIT + 1, 'video/mp4')
    expect(addFiles([], [film]).refused).toEqual([])
    expect(fileKind(film)).toBe('document')
    expect(fileKind(file('casa.mp4', MEDIA_LIMIT, 'video/mp4'))).toBe('video')
  })
  test('pictures that no phone can show are sent as documents', () => {
    expect(fileKind(file('a.svg', 1, 'image/svg+xml'))).toBe('document')
    expect(fileKind(file('a.jpg', 1, 'image/jpeg'))).toBe('image')
    expect(fileKind(file('a', 1, ''))).toBe('document')
    expect(fileKind(file('a.ogg', 1, 'audio/ogg; codecs=opus'))).toBe('audio')
  })
  test('a long name keeps its extension', () => {
    expect(shortName('Planta-apto-decorado-rev04-final.pdf')).toBe('Planta-apto-decorado…'.slice(0, 20).concat('….pdf'))
    expect(shortName('curto.pdf')).toBe('curto.pdf')
  })
})

describe('voice notes', () => {
  test('have as many bars as fit', () => {
    expect(barsOf([0, 50, 100, 20], 2)).toEqual([50, 100])
    expect(barsOf([10, 90], 4)).toEqual([10, 10, 90, 90])
    expect(barsOf(null, 3)).toEqual([8, 8, 8])
  })
  test('after the fastest speed comes the slowest', () => {
    expect(nextSpeed(1)).toBe(1.5)
    expect(nextSpeed(1.5)).toBe(2)
    expect(nextSpeed(2)).toBe(0.5)
    expect(nextSpeed(0.5)).toBe(1)
  })
})

test.each([
  ['/fretee', 'fretee'],
  [' /fretee\n', 'fretee'],
  ['/', ''],
  ['/ação-2', 'ação-2'],
  ['/bom dia', null],
  ['e/ou', null],
  ['24/7 /fretee', null],
  ['/fretee\nobrigado', null],
  ['', null],
])('of the text %j, the shortcode meant is %j', (text, word) => expect(shortcodeIn(text)).toBe(word))

describe('shortcuts', () => {
  const pressed = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
    key,
    code: '',
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    place: 'elsewhere',
    ...more,
  })
  const press = (key: string, more?: Partial<KeyPress>) => commandOf(pressed(key, more))
  test('no letter fires while typing in a field, but Escape does', () => {
    expect(press('a', { place: 'row' })).toBe('accept')
    expect(press('a', { place: 'field' })).toBeUndefined()
    expect(press('?', { place: 'field' })).toBeUndefined()
    expect(press('Escape', { place: 'field' })).toBe('back')
  })
  test('keys that move a ticket work only on its row; harmless ones work everywhere', () => {
    for (const key of ['e', 't', 'r', 'E']) {
      expect(press(key)).toBeUndefined()
      expect(press(key, { place: 'row' })).toBeDefined()
    }
    expect([press('a'), press('A', { place: 'row' }), press('a', { place: 'search' })]).toEqual([
      'acceptNext',
      'accept',
      undefined,
    ])
    for (const key of ['j', 'k', 'n', '/', '?']) expect(press(key)).toBeDefined()
  })
  test('the arrow moves from the search to its results, and letters stay in the field', () => {
    expect(press('ArrowDown', { place: 'search' })).toBe('first')
    for (const key of ['ArrowUp', 'j', '/']) expect(press(key, { place: 'search' })).toBeUndefined()
    expect(press('ArrowDown', { place: 'field' })).toBeUndefined()
    expect(isWriting(pressed('j', { place: 'search' }), false)).toBe(false)
  })
  test('a note is begun and left from a field too, whatever letter the key types', () => {
    for (const key of ['n', 'N', 'Dead', '˜'])
      expect(press(key, { code: 'KeyN', altKey: true, place: 'field' })).toBe('internalNote')
    for (const more of [{ ctrlKey: true }, { ctrlKey: true, altKey: true }, { altKey: false }])
      expect(press('n', { code: 'KeyN', place: 'field', ...more })).toBeUndefined()
  })
  test('a character typed outside any field goes to the conversation', () => {
    for (const key of ['e', 'É', '1', '?', 'Dead', '😀']) expect(isWriting(pressed(key), false)).toBe(true)
    for (const key of [' ', 'Enter', 'Tab', 'Escape', 'ArrowDown', 'F5'])
      expect(isWriting(pressed(key), false)).toBe(false)
    expect(isWriting(pressed('e', { place: 'row' }), false)).toBe(false)
    expect(isWriting(pressed('e', { place: 'field' }), false)).toBe(false)
    expect(isWriting(pressed('f', { ctrlKey: true }), false)).toBe(false)
    expect(isWriting(pressed('c', { metaKey: true }), false)).toBe(false)
    expect(isWriting(pressed('@', { ctrlKey: true, altKey: true }), true)).toBe(true)
  })
  test('pasting outside any field goes to the conversation, too', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { ctrlKey: true, key: 'V' }])
      expect(isWriting(pressed('v', held), false)).toBe(true)
    expect(isWriting(pressed('v', { ctrlKey: true, place: 'field' }), false)).toBe(false)
    expect(isWriting(pressed('v', { ctrlKey: true, altKey: true }), false)).toBe(false)
  })
  test('the browser keeps its own combinations', () => {
    expect(press('t', { ctrlKey: true })).toBeUndefined()
    expect(press('f')).toBeUndefined()
    expect(press('f', { ctrlKey: true, place: 'field' })).toBe('find')
    expect(press('F', { metaKey: true })).toBe('find')
    expect(press('r', { metaKey: true })).toBeUndefined()
  })
  test('Alt and a number chooses a tab', () => {
    expect(press('1', { altKey: true })).toBe('tab1')
    expect(press('4', { altKey: true, place: 'field' })).toBe('tab4')
    expect(press('5', { altKey: true })).toBeUndefined()
  })
  test('brackets lead to open and to waiting tickets', () => {
    expect([press('['), press(']', { place: 'row' }), press(']', { place: 'field' })]).toEqual([
      'attending',
      'waiting',
      undefined,
    ])
  })
})

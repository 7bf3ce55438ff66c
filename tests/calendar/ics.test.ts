/** Calendar files: what we write, we read; what other programs write, we read too. */
import { describe, expect, test } from 'bun:test'
import type { CalendarEvent, CreateEvent, ImportedEvents } from '../../src/features/calendar/contract'
import { codeOf } from '../support/code-of'
import type { Attendant } from '../support/company-world'
import { world } from '../support/world'

const eventsOf = async (who: Attendant) =>
  (await who.api.eventos.get({ query: {} })).data ?? expect.unreachable('no list')
const written = async (who: Attendant, id?: number) =>
  (await who.request(id ? `/api/eventos/${id}/export` : '/api/eventos/export')).text()

function send(who: Attendant, file: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.append('file', new File([file], 'agenda.ics'))
  return who.request('/api/eventos/import', { method: 'POST', body: form })
}
const nothing: ImportedEvents = { created: 0, updated: 0, simplified: 0, unreadable: 0, left: 0 }
async function take(who: Attendant, file: string | Uint8Array<ArrayBuffer>): Promise<ImportedEvents> {
  const answer = await send(who, file)
  expect(answer.status).toBe(200)
  return (await answer.json()) as ImportedEvents // the answer of its route
}
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.map((one) => `BEGIN:VEVENT\n${one}\nEND:VEVENT`), 'END:VCALENDAR', '']
    .join('\n')
    .replaceAll('\n', '\r\n')

const meeting = { title: 'Reunião', start: '2026-03-02T12:00:00.000Z', end: '2026-03-02T13:00:00.000Z' }
const kept = ({ title, description, start, end, repeat, skipped, remindLead }: CalendarEvent) => ({
  ...{ title, description, start, end, repeat, skipped, remindLead },
})

const examples: Readonly<Record<string, Partial<CreateEvent>>> = {
  plain: { description: 'Linha; com, sinais\nE outra\\n linha: 100%', title: 'Visita, à “fábrica”; sala 2' },
  'long lines': { description: `${'ação '.repeat(190)}fim` },
  'whole days': { start: '2026-03-02T03:00:00.000Z', end: '2026-03-05T03:00:00.000Z' },
  'across midnight': { start: '2026-03-03T01:00:00.000Z', end: '2026-03-03T05:00:00.000Z' },
  'each day': { repeat: { kind: 'day', until: '2026-04-30' }, remindLead: 15 },
  weekdays: { repeat: { kind: 'weekdays', until: null }, remindLead: 0 },
  'each week': { repeat: { kind: 'week', until: null }, remindLead: 1440 },
  fortnight: { repeat: { kind: 'fortnight', until: '2026-12-28' } },
  month: { repeat: { kind: 'month', until: null } },
  'the 31st': {
    start: '2026-03-31T12:00:00.000Z',
    end: '2026-03-31T13:00:00.000Z',
    repeat: { kind: 'month', until: null },
  },
  'the 29th': {
    start: '2026-03-29T12:00:00.000Z',
    end: '2026-03-29T13:00:00.000Z',
    repeat: { kind: 'month', until: null },
  },
  year: { repeat: { kind: 'year', until: '2040-03-02' } },
  'leap day': {
    start: '2028-02-29T12:00:00.000Z',
    end: '2028-02-29T13:00:00.000Z',
    repeat: { kind: 'year', until: null },
  },
  'whole days each year': {
    start: '2026-03-02T03:00:00.000Z',
    end: '2026-03-03T03:00:00.000Z',
    repeat: { kind: 'year', until: '2030-03-02' },
    remindLead: -540,
  },
}

describe('what we write, we read', () => {
  for (const [name, event] of Object.entries(examples))
    test(name, async () => {
      const w = world()
      const [ana, beto] = [w.attendant(), w.attendant()]
      const made = await ana.api.eventos.post({ ...meeting, ...event })
      const { id, repeat } = made.data ?? expect.unreachable(codeOf(made))
      if (repeat) await ana.api.eventos({ id }).days.post({ day: '2026-03-09', isSkipped: true })
      const file = await written(ana)
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(await take(beto, file)).toEqual({ ...nothing, created: 1 })
      const own = await eventsOf(ana)
      expect((await eventsOf(beto)).map(kept)).toEqual(own.map(kept))
      // Again: nothing doubles, also in the calendar that it came from.
      expect(await take(beto, file)).toEqual({ ...nothing, updated: 1 })
      expect(await take(ana, await written(ana, id))).toEqual({ ...nothing, updated: 1 })
      expect(await eventsOf(beto)).toHaveLength(1)
      expect((await eventsOf(ana)).map(kept)).toEqual(own.map(kept))
    })
})

type Read = readonly [name: string, lines: string, expected: Partial<CalendarEvent> & { simplified?: true }]
const reads: readonly Read[] = [
  ['UTC', 'DTSTART:20260302T120000Z\nDTEND:20260302T130000Z', { start: meeting.start, end: meeting.end }],
  ['a floating time is the company’s', 'DTSTART:20260302T090000\nDTEND:20260302T100000', { start: meeting.start }],
  [
    'a zone by name',
    'DTSTART;TZID=Europe/Madrid:20260302T130000\nDURATION:PT1H',
    { start: meeting.start, end: meeting.end },
  ],
  [
    'a zone by Outlook’s name',
    'DTSTART;TZID="E. South America Standard Time":20260302T090000\nDURATION:PT1H',
    { start: meeting.start },
  ],
  [
    'Mozilla’s zone',
    'DTSTART;TZID=/mozilla.org/20050126_1/America/Sao_Paulo:20260302T090000',
    { start: meeting.start },
  ],
  [
    'whole days',
    'DTSTART;VALUE=DATE:20260302\nDTEND;VALUE=DATE:20260304',
    { start: '2026-03-02T03:00:00.000Z', end: '2026-03-04T03:00:00.000Z' },
  ],
  ['a day without end', 'DTSTART;VALUE=DATE:20260302', { end: '2026-03-03T03:00:00.000Z' }],
  ['an end before the start', 'DTSTART:20260302T120000Z\nDTEND:20260302T110000Z', { end: meeting.end }],
  [
    'weekdays, as a weekly rule',
    'DTSTART:20260302T120000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    { repeat: { kind: 'weekdays', until: null } },
  ],
  [
    'its own weekday',
    'DTSTART:20260302T120000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU',
    { repeat: { kind: 'fortnight', until: null } },
  ],
  [
    'a number of times',
    'DTSTART:20260302T120000Z\nRRULE:FREQ=DAILY;COUNT=3',
    { repeat: { kind: 'day', until: '2026-03-04' } },
  ],
  [
    'an end on a day',
    'DTSTART:20260302T120000Z\nRRULE:FREQ=WEEKLY;UNTIL=20260330',
    { repeat: { kind: 'week', until: '2026-03-30' } },
  ],
  [
    'an end before the time of its last day',
    'DTSTART:20260302T120000Z\nRRULE:FREQ=WEEKLY;UNTIL=20260330T110000Z',
    { repeat: { kind: 'week', until: '2026-03-29' } },
  ],
  [
    'days left out',
    'DTSTART;TZID=America/Sao_Paulo:20260302T090000\nRRULE:FREQ=DAILY\nEXDATE;TZID=America/Sao_Paulo:20260303T090000,20260304T090000',
    { skipped: ['2026-03-03', '2026-03-04'] },
  ],
  [
    'other repetitions take place once',
    'DTSTART:20260302T120000Z\nRRULE:FREQ=MONTHLY;BYDAY=2MO',
    { repeat: null, simplified: true },
  ],
  ['several weekdays', 'DTSTART:20260302T120000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE', { repeat: null, simplified: true }],
  ['every third day', 'DTSTART:20260302T120000Z\nRRULE:FREQ=DAILY;INTERVAL=3', { repeat: null, simplified: true }],
  ['an invalid rule', 'DTSTART:20260302T120000Z\nRRULE:FREQ=SOMETIMES', { repeat: null, simplified: true }],
  [
    'a reminder',
    'DTSTART:20260302T120000Z\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-P1DT2H\nEND:VALARM',
    { remindLead: 1560 },
  ],
  [
    'a place',
    'DTSTART:20260302T120000Z\nLOCATION:Sala 2\nDESCRIPTION:Levar\\, talvez',
    { description: 'Sala 2\nLevar, talvez' },
  ],
]

describe('other programs’ files', () => {
  for (const [name, lines, { simplified, ...expected }] of reads)
    test(name, async () => {
      const ana = world().attendant()
      const counted = { ...nothing, created: 1, simplified: simplified ? 1 : 0 }
      expect(await take(ana, calendar(`UID:a\nSUMMARY:Visita\n${lines}`))).toEqual(counted)
      expect(await eventsOf(ana)).toMatchObject([expected])
    })

  test('an unknown zone has the offset that the file gives it', async () => {
    const ana = world().attendant()
    const zone =
      'BEGIN:VTIMEZONE\nTZID:Nossa\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:-0400\nTZOFFSETTO:-0400\nEND:STANDARD\nEND:VTIMEZONE'
    const file = calendar('UID:a\nSUMMARY:Visita\nDTSTART;TZID=Nossa:20260302T080000').replace(
      'BEGIN:VEVENT',
      `${zone}\nBEGIN:VEVENT`,
    )
    await take(ana, file)
    expect(await eventsOf(ana)).toMatchObject([{ start: meeting.start }])
  })

  test('a day that was changed alone becomes an event of its own, and a cancelled one disappears', async () => {
    const ana = world().attendant()
    const file = calendar(
      'UID:a\nSUMMARY:Aula\nDTSTART:20260302T120000Z\nRRULE:FREQ=WEEKLY',
      'UID:a\nSUMMARY:Aula mais tarde\nRECURRENCE-ID:20260309T120000Z\nDTSTART:20260309T180000Z',
      'UID:a\nSUMMARY:Aula\nSTATUS:CANCELLED\nRECURRENCE-ID:20260316T120000Z\nDTSTART:20260316T120000Z',
    )
    expect(await take(ana, file)).toEqual({ ...nothing, created: 2 })
    expect(await take(ana, file)).toEqual({ ...nothing, updated: 2 })
    expect(await eventsOf(ana)).toMatchObject([
      { title: 'Aula', skipped: ['2026-03-09', '2026-03-16'] },
      { title: 'Aula mais tarde', repeat: null, start: '2026-03-09T18:00:00.000Z' },
    ])
  })

  test('an event that changed in the file changes here, and keeps what the file does not know', async () => {
    const w = world()
    const ana = w.attendant()
    await take(ana, calendar('UID:a\nSUMMARY:Visita\nDTSTART:20260302T120000Z'))
    const [{ id } = expect.unreachable('no event')] = await eventsOf(ana)
    await ana.api.eventos({ id }).put({ remindLead: 30 })
    await take(ana, calendar('UID:a\nSUMMARY:Visita da fábrica\nDTSTART:20260303T120000Z'))
    expect(await eventsOf(ana)).toMatchObject([{ id, title: 'Visita da fábrica', remindLead: 30 }])
    // Another person's event of the same name is another.
    const beto = w.attendant()
    expect(await take(beto, calendar('UID:a\nSUMMARY:Minha\nDTSTART:20260302T120000Z'))).toMatchObject({ created: 1 })
    expect(await eventsOf(ana)).toMatchObject([{ title: 'Visita da fábrica' }])
  })

  test('damaged events are counted, and the others taken', async () => {
    const ana = world().attendant()
    const file = calendar(
      'UID:a\nSUMMARY:Sem data',
      'UID:b\nSUMMARY:Data impossível\nDTSTART:20261399T120000Z',
      'UID:c\nSUMMARY:Ano 9000\nDTSTART:90000101T120000Z',
      'UID:d\nsem dois pontos\nDTSTART:20260302T120000Z',
      'UID:e\nSUMMARY:Boa\nDTSTART:20260302T120000Z',
      'SUMMARY:Sem nome\nDTSTART:20260304T120000Z',
    )
    expect(await take(ana, file)).toEqual({ ...nothing, created: 2, unreadable: 4 })
    expect(await take(ana, file)).toEqual({ ...nothing, updated: 2, unreadable: 4 })
  })

  test('lines end in any way, and older programs write in Latin-1', async () => {
    const ana = world().attendant()
    const file = calendar('UID:a\nSUMMARY:Reunião da\n  ação\nDTSTART:20260302T120000Z').replaceAll('\r\n', '\n')
    await take(
      ana,
      Uint8Array.from(file, (sign) => sign.charCodeAt(0)),
    )
    expect(await eventsOf(ana)).toMatchObject([{ title: 'Reunião da ação' }])
  })

  test('a file that is no calendar, is missing or too large is refused by name', async () => {
    const ana = world().attendant()
    const codeFrom = async (answer: Promise<Response>) => ((await (await answer).json()) as { error: string }).error
    expect(await codeFrom(send(ana, 'nome;telefone\nAna;11'))).toBe('ERR_NO_CALENDAR')
    expect(await codeFrom(send(ana, ''))).toBe('ERR_NO_CALENDAR')
    expect(await codeFrom(send(ana, calendar('X:1').padEnd(1_000_001)))).toBe('ERR_MEDIA_TOO_LARGE')
    const empty = ana.request('/api/eventos/import', { method: 'POST', body: new FormData() })
    expect(await codeFrom(empty)).toBe('ERR_INVALID_INPUT')
  })

  test('a thousand events of a file are taken', async () => {
    const ana = world().attendant()
    const all = Array.from({ length: 1_003 }, (_, at) => `UID:${at}\nSUMMARY:Visita ${at}\nDTSTART:20260302T120000Z`)
    expect(await take(ana, calendar(...all))).toEqual({ ...nothing, created: 1_000, left: 3 })
  })
})

/** Calendars of the sample company's users. All invented. */
import type { Cx } from '../../platform/cx'
import { calendarAround } from '../../platform/days'
import { getValue } from '../../platform/sql'
import { searchable } from '../../platform/text'
import { MINUTE } from '../../platform/time'
import type { RepeatKind } from './contract'
import { nextOccurrence } from './repeat'
import { eventPlans, events, noPlan } from './tables'
import { zoneOf } from './zone'

type Sample = {
  readonly by: string
  readonly title: string
  readonly description?: string
  /** Days from today; whole days without a time. */
  readonly day: number
  readonly days?: number
  readonly at?: readonly [hour: number, minute: number]
  readonly minutes?: number
  readonly isDone?: true
  readonly repeat?: RepeatKind
  /** Minutes before the start. */
  readonly lead?: number
  /** The contact it is about. */
  readonly about?: string
}
const samples: readonly Sample[] = [
  { by: 'Rafael', title: 'Reunião com a fábrica', day: -6, at: [10, 0], minutes: 60, isDone: true },
  { by: 'Rafael', title: 'Fechar a escala de dezembro', day: -2, at: [16, 30], minutes: 30, isDone: true },
  {
    by: 'Rafael',
    title: 'Reunião da equipe',
    description: 'Lote 0925, fretes de dezembro e a campanha de sexta.',
    day: 0,
    at: [14, 0],
    minutes: 45,
    repeat: 'week',
    lead: 10,
  },
  {
    by: 'Rafael',
    title: 'Visita da Dra. Aline Fontoura',
    description: 'Consultório novo: poltronas e recepção. Levar as amostras de linho.',
    day: 1,
    at: [9, 0],
    minutes: 90,
    lead: 60,
    about: 'Aline Fontoura',
  },
  { by: 'Rafael', title: 'Almoço com o Marcelo Tavares', day: 1, at: [12, 30], minutes: 60 },
  { by: 'Rafael', title: 'Dentista', day: 3, at: [8, 0], minutes: 60 },
  { by: 'Rafael', title: 'Feira de móveis', description: 'Pavilhão 4, estande da fábrica.', day: 5, days: 3 },
  { by: 'Rafael', title: 'Inventário do depósito', day: 12, at: [7, 0], minutes: 240 },
  { by: 'Camila', title: 'Treinamento de pós-venda', day: 2, at: [10, 0], minutes: 120 },
  { by: 'Camila', title: 'Folga', day: 4, days: 1 },
  { by: 'Juliana', title: 'Medição na casa do Nelson', day: 1, at: [15, 0], minutes: 60 },
]

export function addSampleEvents(cx: Cx): void {
  const idOf = (name: string) =>
    getValue<number>(cx.db, 'SELECT id FROM users WHERE name LIKE ? ORDER BY id', `${name}%`)
  const calendar = calendarAround(cx.now(), cx.tenant.timeZone)
  cx.transaction(({ db }) => {
    for (const sample of samples) {
      const { by, title, description = '', day, days = 1, at, minutes = 60, isDone = false } = sample
      const userId = idOf(by)
      if (userId === undefined) continue
      const startAt = calendar(day, ...(at ?? [0, 0]))
      const endAt = at ? startAt + minutes * MINUTE : calendar(day + days, 0)
      const createdAt = Math.min(startAt, cx.now()) - 120 * MINUTE
      const words = searchable(`${title}\n${description}`)
      const { id: eventId } = db
        .insert(events)
        .values({ userId, title, description, startAt, endAt, isDone, words, createdAt, updatedAt: createdAt })
        .returning()
        .get()
      const { repeat = null, lead = null, about } = sample
      if (!repeat && lead === null && !about) continue
      const contactId = about ? (getValue<number>(db, 'SELECT id FROM contacts WHERE name = ?', about) ?? null) : null
      const times = { start: startAt, end: endAt, repeat: repeat && { kind: repeat, until: null }, skipped: [] }
      const next = lead !== null && nextOccurrence(times, zoneOf(cx.tenant.timeZone), cx.now() + lead * MINUTE)
      const remindAt = next ? next.start - (lead ?? 0) * MINUTE : null
      const plan = { ...noPlan, repeat, contactId, remindLead: lead, remindAt }
      db.insert(eventPlans)
        .values({ eventId, ...plan })
        .run()
    }
  })
}

/** Schedules of the sample company: past and future messages, and reminders. */
import { eq } from 'drizzle-orm'
import { findDefaultConnection } from '../../channels/connections/queries'
import { contacts } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { calendarAround } from '../../platform/days'
import { searchable } from '../../platform/text'
import { DAY, HOUR } from '../../platform/time'
import { users } from '../../users/tables'
import { type StoredSchedule, schedules } from './tables'

type Sample = readonly [
  days: number,
  hour: number,
  body: string,
  also?: Partial<Pick<StoredSchedule, 'type' | 'status' | 'failure'>>,
]

const samples: readonly Sample[] = [
  [-9, 9, 'Bom dia, {{firstName}}! O seu pedido sai para entrega hoje à tarde.', { status: 'sucess' }],
  [-6, 15, '{{firstName}}, a visita do montador está confirmada para amanhã, às 14h.', { status: 'sucess' }],
  [-3, 10, 'Olá, {{firstName}}! O boleto vence amanhã. Posso ajudar em algo?', { status: 'err', failure: 'late' }],
  [-2, 11, 'Conferir se a assistência técnica retornou', { type: 'lembrete', status: 'sucess' }],
  [1, 9, 'Bom dia, {{firstName}}! Hoje vence a reserva do sofá. Posso confirmar para você?'],
  [1, 16, 'Ligar para fechar o orçamento da sala de jantar', { type: 'lembrete' }],
  [3, 8, '{{ms}}, {{firstName}}! A sua mesa chegou e já pode ser agendada a entrega.'],
  [3, 14, '{{firstName}}, lembrete da sua visita à loja amanhã, às 10h.'],
  [6, 10, 'Olá, {{firstName}}! Completam 30 dias da sua compra. Está tudo bem com o móvel?'],
  [9, 9, 'Enviar a tabela nova para a construtora', { type: 'lembrete' }],
  [14, 10, '{{firstName}}, a garantia estendida pode ser contratada até o fim do mês.'],
]

type SampleSchedule = Pick<
  StoredSchedule,
  'type' | 'body' | 'status' | 'failure' | 'sendAt' | 'sentAt' | 'createdAt' | 'updatedAt'
>

/** Rows relative to `now`. Future ones were created in the last hours. */
export function sampleSchedules(now: number, timeZone: string): readonly SampleSchedule[] {
  const calendar = calendarAround(now, timeZone)
  return samples.map(([days, hour, body, also = {}], at) => {
    const sendAt = calendar(days, hour)
    const createdAt = Math.min(sendAt - 2 * DAY, now - (samples.length - at) * HOUR)
    return {
      type: also.type ?? 'mensagem',
      body,
      status: also.status ?? 'pending',
      failure: also.failure ?? null,
      sendAt,
      sentAt: also.status === 'sucess' ? sendAt : null,
      createdAt,
      updatedAt: createdAt,
    }
  })
}

/** The first admin and the attendants own them in turn. */
export function addSchedules(cx: Cx) {
  const people = cx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.active, true))
    .orderBy(users.id)
    .limit(3)
    .all()
  const known = cx.db.select().from(contacts).where(eq(contacts.isGroup, false)).orderBy(contacts.id).limit(8).all()
  const connection = findDefaultConnection(cx.db)
  if (people.length === 0 || known.length === 0 || !connection) return
  cx.transaction((cx) => {
    for (const [at, row] of sampleSchedules(cx.now(), cx.tenant.timeZone).entries()) {
      const [person, contact] = [people[at % people.length], known[at % known.length]]
      if (!person || !contact) continue
      cx.db
        .insert(schedules)
        .values({
          ...row,
          userId: person.id,
          contactId: contact.id,
          connectionId: row.type === 'mensagem' ? connection.id : null,
          words: searchable(`${contact.name} ${row.body}`),
        })
        .run()
    }
  })
}

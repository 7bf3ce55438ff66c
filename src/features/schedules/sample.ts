/** The schedules of the sample company: what was sent, what will be, and reminders. */
import { eq } from 'drizzle-orm'
import { users } from '../../access/tables'
import { findDefaultConnection } from '../../channels/connections/queries'
import { contacts } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { fold } from '../../platform/text'
import { DAY, HOUR } from '../../platform/time'
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

/** Between the company's first admin and attendants, in turn. */
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
  const midnight = Temporal.Instant.fromEpochMilliseconds(cx.now())
    .toZonedDateTimeISO(cx.tenant.timeZone)
    .startOfDay().epochMilliseconds
  cx.transaction((cx) => {
    for (const [at, [days, hour, body, also = {}]] of samples.entries()) {
      const [person, contact] = [people[at % people.length], known[at % known.length]]
      if (!person || !contact) continue
      const type = also.type ?? 'mensagem'
      const sendAt = midnight + days * DAY + hour * HOUR
      cx.db
        .insert(schedules)
        .values({
          type,
          userId: person.id,
          contactId: contact.id,
          connectionId: type === 'mensagem' ? connection.id : null,
          body,
          words: fold(`${contact.name} ${body}`),
          sendAt,
          sentAt: also.status === 'sucess' ? sendAt : null,
          status: also.status ?? 'pending',
          failure: also.failure ?? null,
          createdAt: sendAt - 2 * DAY,
          updatedAt: sendAt - 2 * DAY,
        })
        .run()
    }
  })
}

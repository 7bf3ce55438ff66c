/** Notes of the sample company. */
import type { Cx } from '../../platform/cx'
import { statement } from '../../platform/sqlite'
import { ticketNotes } from './tables'

const samples = [
  { of: 'Mariana Duarte', by: 'Juliana', note: 'Prefere receber às quintas, depois das 14h.' },
  { of: 'Mariana Duarte', by: 'Camila', note: 'O condomínio só aceita entregas com o nome completo na nota.' },
  { of: 'Nelson Shimizu', by: 'Juliana', note: 'Compra para o escritório: faturar no CNPJ.' },
] as const

export function addSampleNotes(cx: Cx) {
  const { db } = cx
  const ticketOf = statement(
    db.$client,
    'SELECT t.id, t.contact_id AS contactId FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE c.name = ? ORDER BY t.id DESC',
  )
  const person = statement(db.$client, 'SELECT id FROM users ORDER BY name LIKE ? DESC, id LIMIT 1').pluck()
  for (const { of, by, note } of samples) {
    const ticket = ticketOf.get(of) as { id: number; contactId: number } | undefined // the columns are listed
    if (!ticket) continue
    const { id: ticketId, contactId } = ticket
    const userId = Number(person.get(`${by}%`))
    db.insert(ticketNotes).values({ ticketId, contactId, userId, note, createdAt: cx.now() }).run()
  }
}

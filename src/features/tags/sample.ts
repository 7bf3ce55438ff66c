/** Tags of the sample company and of its tickets. */
import type { Cx } from '../../platform/cx'
import { statement } from '../../platform/sqlite'
import { insertTag, putOn } from './queries'

const samples = [
  { name: 'Garantia', color: '#d93f5a', kanban: false, on: ['Mariana Duarte', 'Nelson Shimizu', 'Sônia Guimarães'] },
  { name: 'VIP', color: '#985cdb', kanban: false, on: ['Mariana Duarte', 'Aline Fontoura'] },
  { name: 'Entrega', color: '#127eee', kanban: false, on: ['João Pedro Sant’Anna'] },
  { name: 'Novo contato', color: '#02919f', kanban: true, on: ['João Pedro Sant’Anna', 'Nelson Shimizu'] },
  { name: 'Orçamento enviado', color: '#938003', kanban: true, on: ['Eduarda Rezende', 'Patrícia Camargo'] },
  { name: 'Em negociação', color: '#d97706', kanban: true, on: ['Henrique Bastos'] },
  { name: 'Venda fechada', color: '#069b38', kanban: true, on: ['Beatriz Vasconcelos', 'Condomínio Solar'] },
] as const

export function addSampleTags({ db }: Cx) {
  const ticketsOf = statement(
    db.$client,
    'SELECT t.id FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE c.name = ?',
  ).pluck()
  for (const [position, { name, color, kanban, on }] of samples.entries()) {
    const { id } = insertTag(db, { name, color, kanban, position, userId: null })
    for (const person of on) for (const ticket of ticketsOf.all(person)) putOn(db, Number(ticket), id)
  }
}

/** Task lists of the sample company's users. All invented. */
import type { Cx } from '../../platform/cx'
import { calendarAround } from '../../platform/days'
import { getValue } from '../../platform/sql'
import { DAY, HOUR, MINUTE } from '../../platform/time'
import { GAP } from './order'
import { type Plan, taskPlans, tasks } from './tables'

type Sample = {
  readonly by: string
  readonly text: string
  readonly description?: string
  /** Days from today and the hour at which it is due. */
  readonly due?: readonly [days: number, hour: number]
  /** Reminds at that time. */
  readonly reminds?: true
  /** Who gave it. */
  readonly from?: string
  /** The contact it is about. */
  readonly about?: string
}
/** In their order. */
const open: readonly Sample[] = [
  {
    by: 'Rafael',
    text: 'Ligar para a Mariana sobre a coleta de sábado',
    due: [0, 17],
    reminds: true,
    about: 'Mariana Duarte',
    description: 'A portaria só libera até as 11h. Confirmar nome do porteiro.',
  },
  { by: 'Rafael', text: 'Conferir lote 0925 com a fábrica', due: [-1, 16], from: 'Natália' },
  { by: 'Camila', text: 'Fotografar a vitrine nova', due: [1, 10], reminds: true, from: 'Rafael' },
  {
    by: 'Rafael',
    text: 'Mandar o catálogo novo para a Dra. Aline Fontoura',
    description:
      'O de poltronas, e a tabela de tecidos que ela pediu na visita: linho, areia e musgo. Se não tiver a tabela pronta, pedir para a Camila.',
  },
  { by: 'Rafael', text: 'Separar fotos da avaria do caminhão 2', description: 'Estão no chat Entregas de hoje.' },
  { by: 'Rafael', text: 'Revisar respostas rápidas de Pós-venda' },
  {
    by: 'Rafael',
    text: 'Combinar férias com a Camila',
    description: 'De 4 a 18 de janeiro, se a Natália puder cobrir.',
  },
  { by: 'Rafael', text: 'Pedir etiquetas de frágil' },
  { by: 'Camila', text: 'Perguntar ao montador se sábado ainda dá' },
  { by: 'Camila', text: 'Fotografar as amostras de linho', description: 'Areia e musgo, perto da janela.' },
  { by: 'Juliana', text: 'Retornar o orçamento da sala de jantar' },
]
/** Time since its completion. */
const completed: readonly (Sample & { readonly ago: number })[] = [
  { by: 'Rafael', text: 'Responder o orçamento do Tiago', ago: 20 * MINUTE },
  { by: 'Rafael', text: 'Reservar o sofá areia até sexta', ago: 2 * HOUR },
  { by: 'Rafael', text: 'Trocar o ramal da recepção', ago: DAY },
  { by: 'Rafael', text: 'Enviar a nota fiscal ao contador', ago: 3 * DAY },
  { by: 'Camila', text: 'Atualizar a tabela de fretes', ago: 2 * DAY },
]

export function addSampleTasks(cx: Cx): void {
  const idOf = (name: string) =>
    getValue<number>(cx.db, 'SELECT id FROM users WHERE name LIKE ? ORDER BY id', `${name}%`)
  const calendar = calendarAround(cx.now(), cx.tenant.timeZone)
  const rows = [
    ...open.map((task, at) => ({ ...task, position: at * GAP, createdAt: calendar(-1, 17, 10), completedAt: null })),
    ...completed.map(({ ago, ...task }) => {
      const completedAt = cx.now() - ago
      return { ...task, position: -GAP, createdAt: completedAt - DAY, completedAt }
    }),
  ]
  cx.transaction(({ db }) => {
    for (const { by, due, reminds, from, about, ...row } of rows) {
      const userId = idOf(by)
      if (userId === undefined) continue
      const updatedAt = row.completedAt ?? row.createdAt
      const values = { description: '', ...row, userId, updatedAt }
      const { id: taskId } = db.insert(tasks).values(values).returning().get()
      if (!due) continue
      const dueAt = calendar(...due)
      const contactId = about && getValue<number>(db, 'SELECT id FROM contacts WHERE name = ?', about)
      const plan: Plan = {
        authorId: (from && idOf(from)) || null,
        dueAt,
        remindAt: reminds && dueAt > cx.now() ? dueAt : null,
        isReminding: false,
        contactId: contactId || null,
      }
      db.insert(taskPlans)
        .values({ taskId, ...plan })
        .run()
    }
  })
}

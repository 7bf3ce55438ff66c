/** Conversations of a sample administrator with the assistant. All invented. */
import type { Cx } from '../../platform/cx'
import { getValue } from '../../platform/sql'
import { DAY, HOUR, MINUTE } from '../../platform/time'
import { aiChats, aiTurns } from './tables'

type Sample = {
  readonly title: string
  /** Time before the sample was created. */
  readonly ago: number
  readonly turns: readonly { readonly prompt: string; readonly answer: string }[]
}

const samples: readonly Sample[] = [
  {
    title: 'Gavetas do lote 0925',
    ago: 8 * DAY,
    turns: [
      {
        prompt: 'Escreva uma resposta gentil a uma cliente que reclama de: a gaveta da cômoda não fecha.',
        answer:
          'Olá! Sentimos muito pelo transtorno com a cômoda. Já identificamos um defeito nas gavetas desse lote e vamos trocar a sua sem custo e sem visita técnica. Pode nos dizer o melhor dia para a entrega?',
      },
      {
        prompt: 'Mais curta, por favor.',
        answer: 'Olá! Sentimos muito. A gaveta será trocada sem custo. Qual é o melhor dia para a entrega?',
      },
    ],
  },
  {
    title: 'Convite para a Black Friday',
    ago: DAY + 5 * HOUR,
    turns: [
      {
        prompt: 'Escreva um convite breve para a Black Friday da loja, com o cupom AURORA30 para a linha Leme.',
        answer:
          'Chegou a nossa Black Friday! De sexta a domingo, toda a linha Leme sai com 30% de desconto usando o cupom *AURORA30*. Quer que eu separe algum modelo para você?',
      },
    ],
  },
]

export function addSampleAiChats(cx: Cx): void {
  const userId = Number(getValue(cx.db, "SELECT id FROM users WHERE name LIKE 'Rafael%' ORDER BY id") ?? 0)
  if (userId === 0) return
  cx.transaction(({ db, now }) => {
    for (const { title, ago, turns } of samples) {
      const at = now() - ago
      const updatedAt = at + (turns.length - 1) * MINUTE
      const chat = db.insert(aiChats).values({ userId, title, createdAt: at, updatedAt }).returning().get()
      for (const [n, turn] of turns.entries())
        db.insert(aiTurns)
          .values({ ...turn, chatId: chat.id, outcome: 'done', createdAt: at + n * MINUTE })
          .run()
    }
  })
}

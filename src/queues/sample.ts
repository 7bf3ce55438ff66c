/** Sample company: a greeting and a menu in its first queue. */
import type { Cx } from '../platform/cx'
import type { SavedOption } from './options/contract'
import { saveOptions } from './options/save'
import { listQueues, updateQueue } from './queries'

export function addSampleBot(cx: Cx) {
  const [sales, service] = listQueues(cx.db)
  if (!sales) return
  cx.transaction((cx) => {
    updateQueue(cx.db, sales.id, {
      greetingMessage: '{{ms}}, {{firstName}}! Aqui é de Vendas. Como podemos ajudar?',
      completionMessage: 'Obrigado, {{firstName}}! O protocolo é {{protocol}}.',
    })
    saveOptions(cx, null, sales.id, [
      option(-1, null, 'Comprar um móvel', 'O que você procura hoje?'),
      option(-2, -1, 'Sofás e poltronas', 'Já chamo quem entende de sofás.', { optionType: 'Atendente' }),
      option(-3, -1, 'Mesas e cadeiras', 'Já chamo quem entende de mesas.', { optionType: 'Atendente' }),
      option(-4, null, 'Prazo e entrega', 'Entregamos com equipe própria. Para onde vai o pedido?'),
      option(-5, -4, 'Rio de Janeiro, capital', 'De 3 a 5 dias úteis, das 8h às 18h.'),
      option(-6, -4, 'Niterói e São Gonçalo', 'De 4 a 6 dias úteis. A rota passa às terças e sextas.'),
      option(-7, -4, 'Outra cidade', 'Vou chamar alguém para calcular o frete.', { optionType: 'Atendente' }),
      ...(service
        ? [
            option(-8, null, 'Assistência técnica', 'Levo você para a assistência.', {
              optionType: 'Fila',
              targetQueueId: service.id,
            }),
          ]
        : []),
      option(-9, null, 'Falar com uma pessoa', 'Certo, {{firstName}}! Já chamo alguém.', { optionType: 'Atendente' }),
    ])
  })
}

const option = (
  id: number,
  parentId: number | null,
  title: string,
  message: string,
  rest: Partial<SavedOption> = {},
): SavedOption => ({
  optionType: 'Texto',
  targetQueueId: null,
  targetUserId: null,
  ...rest,
  id,
  parentId,
  title,
  message,
})

/** A published flow of the sample company, ready to be chosen for a queue. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { DAY } from '../../platform/time'
import { listQueues } from '../../queues/queries'
import { integrations } from '../integrations/tables'
import { tags } from '../tags/tables'
import { publishDraft, writeDraft } from './actions'
import type { Flow } from './format/contract'

export const SAMPLE_FLOW = 'Acompanhar a entrega'

export function addSampleFlow(cx: Cx) {
  cx.transaction((cx) => {
    const queues = listQueues(cx.db)
    const people = { sales: queues[0]?.id ?? null, service: queues[1]?.id ?? queues[0]?.id ?? null }
    const tag = cx.db.select().from(tags).where(eq(tags.name, 'Entrega')).get()
    const owner = cx.db
      .insert(integrations)
      .values({ type: 'flowbuilder', name: SAMPLE_FLOW, createdAt: cx.now() - 9 * DAY })
      .returning()
      .get()
    writeDraft(cx, owner.id, sampleFlow({ ...people, tag: tag?.id ?? null }))
    publishDraft(cx, null, owner)
  })
}

type Ids = { readonly sales: number | null; readonly service: number | null; readonly tag: number | null }

/** Delivery dates, a quote and complaints of a furniture shop. */
export const sampleFlow = ({ sales, service, tag }: Ids): Flow => ({
  v: 1,
  start: 'n1',
  limits: { steps: 50, idleMin: 60 },
  nodes: {
    n1: { t: 'start', name: 'Início' },
    n2: {
      t: 'say',
      name: 'Boas-vindas',
      parts: [{ text: '{{ms}}, {{firstName}}! Aqui é o atendimento da {{company.name}}.' }],
    },
    n3: {
      t: 'menu',
      name: 'O que precisa',
      text: 'Em que posso ajudar?',
      items: [
        { k: 'a', label: 'Quando chega o meu pedido' },
        { k: 'b', label: 'Orçamento' },
        { k: 'c', label: 'Trocar ou reclamar' },
      ],
      again: { text: 'Não entendi. Responda com o número da opção:', max: 3 },
      timeoutMin: 0,
    },
    n4: {
      t: 'ask',
      name: 'CEP da entrega',
      text: 'Qual o CEP da entrega?',
      var: 'cep',
      as: 'cep',
      again: { text: 'Esse CEP não confere: são oito números. Pode enviar de novo?', max: 3 },
      timeoutMin: 30,
    },
    n5: {
      t: 'if',
      name: 'É no Rio?',
      mode: 'any',
      tests: [
        { l: '{{cep}}', op: 'starts', r: '20' },
        { l: '{{cep}}', op: 'starts', r: '21' },
        { l: '{{cep}}', op: 'starts', r: '22' },
        { l: '{{cep}}', op: 'starts', r: '23' },
      ],
    },
    n6: {
      t: 'say',
      name: 'Prazo no Rio',
      parts: [{ text: 'Para o CEP {{cep}} entregamos em 3 a 5 dias úteis, das 8h às 18h, com equipe própria.' }],
    },
    n7: {
      t: 'say',
      name: 'Prazo fora do Rio',
      parts: [{ text: 'Para o CEP {{cep}} o prazo depende da rota: de 6 a 10 dias úteis.' }],
    },
    ...(tag !== null && { n8: { t: 'tag' as const, name: 'Marcar entrega', add: [tag], remove: [] } }),
    n9: {
      t: 'menu',
      name: 'Era só isso?',
      text: 'Era só isso?',
      items: [
        { k: 'a', label: 'Sim, obrigado' },
        { k: 'b', label: 'Falar com uma pessoa' },
      ],
      again: { text: '', max: 2 },
      timeoutMin: 15,
    },
    n10: { t: 'end', name: 'Até logo', close: true, text: 'Obrigado pelo contato, {{firstName}}!' },
    n11: {
      t: 'ask',
      name: 'O que procura',
      text: 'Conte o que procura: o móvel, as medidas e, se souber, o tecido.',
      var: 'pedido',
      as: 'text',
      again: { text: 'Pode escrever em uma mensagem de texto?', max: 2 },
      timeoutMin: 0,
    },
    n12: {
      t: 'transfer',
      name: 'Passar a Vendas',
      queueId: sales,
      userId: null,
      note: 'Procura: {{pedido}}',
    },
    n13: { t: 'transfer', name: 'Passar à assistência', queueId: service, userId: null, note: 'CEP {{cep}}' },
  },
  edges: {
    n1: 'n2',
    n2: 'n3',
    'n3:a': 'n4',
    'n3:b': 'n11',
    'n3:c': 'n13',
    'n3:else': 'n13',
    n4: 'n5',
    'n4:fail': 'n13',
    'n4:timeout': 'n13',
    'n5:true': 'n6',
    'n5:false': 'n7',
    n6: tag === null ? 'n9' : 'n8',
    n7: tag === null ? 'n9' : 'n8',
    ...(tag !== null && { n8: 'n9' }),
    'n9:a': 'n10',
    'n9:b': 'n13',
    'n9:else': 'n13',
    'n9:timeout': 'n10',
    n11: 'n12',
    'n11:fail': 'n12',
  },
  ui: {
    n1: [400, 32],
    n2: [400, 112],
    n3: [400, 256],
    n4: [96, 496],
    n5: [96, 704],
    n6: [-32, 880],
    n7: [224, 880],
    n8: [96, 1024],
    n9: [96, 1136],
    n10: [-32, 1376],
    n11: [480, 496],
    n12: [480, 656],
    n13: [480, 1376],
  },
})

/** Chats of the sample company's users. All invented. */

import { Readable } from 'node:stream'
import type { Cx } from '../../platform/cx'
import { adoptFile, receiveFile } from '../../platform/files'
import { execute, getValue } from '../../platform/sql'
import { DAY, HOUR, MINUTE } from '../../platform/time'
import { insertChat, insertMessage } from './actions'

type Line = {
  readonly by: string
  /** Time before the sample was created. */
  readonly ago: number
  readonly text?: string
  readonly file?: true
  /** The contact of a shared conversation. */
  readonly about?: string
}
type Sample = {
  readonly title: string
  /** The first one owns it. */
  readonly members: readonly string[]
  readonly lines: readonly Line[]
  /** Members who have read only this many; the others have read all. */
  readonly read?: Readonly<Record<string, number>>
}

const samples: readonly Sample[] = [
  {
    title: 'Garantias e fábrica',
    members: ['Lívia', 'Camila', 'Natália', 'Rafael'],
    lines: [
      { by: 'Natália', ago: 9 * DAY, text: 'A fábrica confirmou o defeito no lote 0925 das gavetas.' },
      { by: 'Lívia', ago: 9 * DAY - 20 * MINUTE, text: 'Então trocamos sem visita técnica. Avisem quem reclamar.' },
      { by: 'Camila', ago: 8 * DAY, text: 'Lote 0925: trocar sem visita. Anotado!' },
    ],
    read: { Natália: 2 },
  },
  {
    title: '',
    members: ['Rafael', 'Otávio'],
    lines: [
      { by: 'Otávio', ago: 2 * DAY, text: 'O boleto da construtora compensou hoje cedo.' },
      { by: 'Rafael', ago: 2 * DAY - 6 * MINUTE, text: 'Ótimo, libera a entrega deles.' },
      { by: 'Otávio', ago: 2 * DAY - 9 * MINUTE, text: 'Liberada 👍' },
    ],
  },
  {
    title: 'Black Friday',
    members: ['Rafael', 'Juliana', 'Otávio', 'Lívia'],
    lines: [
      { by: 'Rafael', ago: DAY + 5 * HOUR, text: 'Cupom *AURORA30* vale a partir de sexta, só para a linha Leme.' },
      { by: 'Juliana', ago: DAY + 4 * HOUR, text: 'Posso avisar os clientes que pediram orçamento este mês?' },
      { by: 'Rafael', ago: DAY + 3 * HOUR, text: 'Pode, mas só quem respondeu. A campanha sai na quinta.' },
      { by: 'Otávio', ago: DAY + 2 * HOUR, text: 'No Pix dá para somar os 5%?' },
      { by: 'Lívia', ago: DAY + HOUR, text: 'Somar não. Um ou outro.' },
    ],
    read: { Juliana: 3 },
  },
  {
    title: 'Entregas de hoje',
    members: ['Rafael', 'Camila', 'Juliana', 'Lívia', 'Natália'],
    lines: [
      { by: 'Lívia', ago: 6 * HOUR, text: 'Bom dia! Caminhões 1 e 2 carregados, 9 entregas.' },
      { by: 'Lívia', ago: 6 * HOUR - MINUTE, file: true },
      {
        by: 'Rafael',
        ago: 5 * HOUR,
        text: 'A entrega de Laranjeiras é só até as 11h, a portaria não libera depois.',
      },
      { by: 'Natália', ago: 5 * HOUR - 2 * MINUTE, text: 'Anotado, coloquei como primeira parada.' },
      {
        by: 'Camila',
        ago: 40 * MINUTE,
        text: '@Rafael o sofá da Mariana vai ser coletado no sábado, dá para passar o caminhão vazio por lá?',
      },
      { by: 'Rafael', ago: 26 * MINUTE, text: 'Dá sim. Reservei entre 9h e 11h.' },
      { by: 'Rafael', ago: 25 * MINUTE, about: 'Mariana Duarte' },
    ],
    read: { Juliana: 4, Natália: 6 },
  },
  {
    title: '',
    members: ['Rafael', 'Juliana'],
    lines: [
      { by: 'Juliana', ago: 3 * HOUR, text: 'Fechei a sala de jantar do Nelson!' },
      { by: 'Rafael', ago: 3 * HOUR - 4 * MINUTE, text: 'Parabéns! 🎉 Manda o contrato para o Otávio.' },
      { by: 'Rafael', ago: 3 * HOUR - 5 * MINUTE, text: 'Valeu!' },
    ],
    read: { Juliana: 2 },
  },
  {
    title: '',
    members: ['Rafael', 'Camila'],
    lines: [
      { by: 'Rafael', ago: 90 * MINUTE, text: 'Camila, como está a fila do pós-venda?' },
      { by: 'Camila', ago: 20 * MINUTE, text: 'Tranquila, só a coleta da Mariana em aberto.' },
      { by: 'Camila', ago: 19 * MINUTE, text: 'Confere a coleta dela, por favor?' },
    ],
    read: { Rafael: 1 },
  },
]

const ROUTE = [
  'parada;cliente;bairro;janela',
  '1;Mariana Duarte;Laranjeiras;até 11h',
  '2;Eduarda Rezende;Botafogo;11h às 13h',
  '3;Nelson Shimizu;Centro;14h às 16h',
].join('\n')

export async function addSampleChats(cx: Cx, folder: string): Promise<void> {
  const route = await storeRoute(folder)
  const idOf = (name: string) =>
    Number(getValue(cx.db, 'SELECT id FROM users WHERE name LIKE ? ORDER BY id', `${name}%`) ?? 0)
  const ticketOf = (name: string) =>
    getValue<number>(
      cx.db,
      'SELECT t.id FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE c.name = ? ORDER BY t.id DESC',
      name,
    )
  cx.transaction((cx) => {
    for (const { title, members, lines, read = {} } of samples) {
      const ids = members.map(idOf)
      if (ids.includes(0)) continue
      const [first] = lines
      const chat = insertChat(cx, title, ids, cx.now() - (first?.ago ?? 0) - 12 * MINUTE)
      const sent = lines.map(
        ({ by, ago, text = '', file, about }) =>
          insertMessage(
            cx,
            {
              chatId: chat.id,
              senderId: idOf(by),
              body: text,
              ticketId: about === undefined ? null : (ticketOf(about) ?? null),
              clientId: null,
              at: cx.now() - ago,
            },
            file ? route : null,
          ).id,
      )
      for (const name of members) {
        const reads = sent.slice(0, read[name] ?? sent.length)
        execute(
          cx.db,
          `UPDATE chat_members SET read_id = @upTo, unreads = (SELECT count(*) FROM chat_messages
             WHERE chat_id = @chatId AND id > @upTo AND sender_id <> @userId) WHERE chat_id = @chatId AND user_id = @userId`,
          { chatId: chat.id, userId: idOf(name), upTo: reads.at(-1) ?? 0 },
        )
      }
    }
  })
}

async function storeRoute(folder: string) {
  const bytes = Buffer.from(ROUTE)
  const { path, sha256: file, size } = await receiveFile(folder, Readable.from([bytes]), bytes.length)
  await adoptFile(folder, path, file)
  const unknown = { seconds: null, width: null, height: null, waveform: null, thumbnail: null, ticket: null }
  const facts = { name: 'Rota-de-hoje.csv', mimetype: 'text/csv', size, state: 'ready' as const }
  return { kind: 'document' as const, media: { ...unknown, ...facts, file } }
}

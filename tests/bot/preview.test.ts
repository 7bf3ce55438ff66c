/** The preview beside a queue's form says what its customers hear. */
import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { connections } from '../../src/channels/connections/tables'
import type { BotOption, BotQueue } from '../../src/features/bot/machine'
import { usualWeek } from '../../src/hours/contract'
import { queues } from '../../src/queues/tables'
import { writeSetting } from '../../src/settings/settings'
import { fillVariables } from '../../src/tickets/variables/contract'
import { talk } from '../../ui/features/bot/talk/conversation'
import { previewOf } from '../../ui/features/bot/talk/preview'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { addOption, company, setConnection, setQueue } from './support-company'

const templates = {
  silent: { greetingMessage: '', options: [] },
  greeting: { greetingMessage: 'Aqui é Vendas.', options: [] },
  menu: { greetingMessage: '', options: ['Preços', 'Prazos'] },
  both: { greetingMessage: 'Aqui é Vendas.', options: ['Preços'] },
} as const
const both = <T>(values: readonly T[]) => values
const cases = both(['enabled', 'disabled'] as const).flatMap((greetsAlone) =>
  both([[SALES], [SALES, SUPPORT]]).flatMap((queueIds) =>
    both([true, false]).flatMap((isOpen) =>
      both(['', 'Fechado, diz a fila.']).flatMap((ownText) =>
        both(Object.keys(templates) as (keyof typeof templates)[]).map(
          (template) => [greetsAlone, queueIds, isOpen, ownText, template] as const,
        ),
      ),
    ),
  ),
)

test.each(cases)('greets alone: %s, queues: %p, open: %p, own text: "%s", %s', async (...row) => {
  const [greetsAlone, queueIds, isOpen, outOfHoursMessage, template] = row
  const { greetingMessage, options } = templates[template]
  const { w, maria, said } = await company(queueIds)
  setConnection(w, { outOfHoursMessage: 'Fechado, diz a conexão.' })
  writeSetting(w.db, 'sendGreetingMessageOneQueues', greetsAlone)
  writeSetting(w.db, 'scheduleType', 'queue')
  const days = usualWeek.days.map(() => (isOpen ? { from: '00:00', to: '23:59' } : null))
  setQueue(w, SALES, { greetingMessage, outOfHoursMessage, schedules: { ...usualWeek, days } })
  const tree = options.map((title): BotOption => {
    const id = addOption(w, { queueId: SALES, title, optionType: 'Texto', message: `${title}!` })
    return {
      id,
      title,
      message: `${title}!`,
      optionType: 'Texto',
      targetQueueId: null,
      targetUserId: null,
      file: null,
      children: [],
    }
  })

  const typed = ['oi', ...(queueIds.length > 1 ? ['1'] : []), ...(options.length > 0 && isOpen ? ['1'] : [])]
  const heard = typed.flatMap((text) => {
    maria.says(text)
    return said()
  })

  const queue = w.db.select().from(queues).where(eq(queues.id, SALES)).get()
  const support: BotQueue = {
    id: SUPPORT,
    name: w.db.select().from(queues).where(eq(queues.id, SUPPORT)).get()?.name ?? '',
    greeting: '',
    file: null,
    isOpen: true,
    outOfHours: '',
    repeats: true,
    options: [],
  }
  const connection = w.db.select().from(connections).where(eq(connections.id, LOJA)).get()
  if (!queue || !connection) throw new Error('the company lacks its queue or connection')
  const { setup, choice, note } = previewOf({
    queue: {
      id: SALES,
      name: queue.name,
      greeting: greetingMessage,
      file: null,
      isOpen,
      outOfHours: outOfHoursMessage,
      repeats: queue.resetChatbotMsg,
      options: tree,
    },
    others: [support],
    connections: [{ ...connection, queueIds: [...queueIds] }],
    greetsAlone,
    language: 'pt-BR',
  })
  const others = typed.slice(choice === null ? 1 : 2)
  const { lines } = talk(setup, SALES, ['oi', ...(choice === null ? [] : [choice]), ...others], w.clock.now())
  const fill = (text: string) => fillVariables(text, { firstName: 'Maria' })
  expect(lines.flatMap((line) => (line.by === 'bot' ? fill(line.text) : []))).toEqual(heard)
  const isMute = queueIds.length === 1 && greetsAlone === 'disabled' && greetingMessage !== ''
  expect(note).toBe(isMute ? 'greetingOff' : null)
})

test('the preview says where the connection has no bot', () => {
  const queue = {
    id: 1,
    name: 'Vendas',
    greeting: '',
    file: null,
    isOpen: true,
    outOfHours: '',
    repeats: true,
    options: [],
  }
  const connection = {
    queueIds: [1],
    enableQueueChatbot: false,
    greetingMessage: '',
    outOfHoursMessage: '',
    maxUseBotQueues: 0,
  }
  const parts = { queue, others: [], greetsAlone: 'enabled', language: 'pt-BR' } as const
  expect(previewOf({ ...parts, connections: [connection] }).note).toBe('botOff')
  expect(previewOf({ ...parts, connections: [] }).note).toBeNull()
})

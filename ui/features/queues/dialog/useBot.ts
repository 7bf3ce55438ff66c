import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { BotQueue } from '../../../../src/features/bot/machine'
import type { QueueDetail } from '../../../../src/queues/contract'
import { languageOf } from '../../../../src/texts/languages'
import { useText } from '../../../shared/i18n/useText'
import { useUser } from '../../../shared/session/useUser'
import { useSettings } from '../../../shared/settings/useSettings'
import { positionIn, talk } from '../../bot/talk/conversation'
import { previewOf } from '../../bot/talk/preview'
import { botOptions, faultOf, type Outline } from '../../bot/tree/outline'
import { connectionsQuery } from '../../directory/api'
import { answering, type QueueValues } from '../values'

/** What the options of the bot may lead to. */
export type Names = {
  readonly queues: readonly Pick<QueueDetail, 'id' | 'name' | 'greetingMessage'>[]
  readonly people: readonly { readonly id: number; readonly name: string }[]
  readonly ownName: string
}

/** Errors by row. Users count as deleted only once the users have loaded. */
export function useFaults(rows: Outline, { queues, people }: Names, arePeopleKnown: boolean) {
  return useMemo(() => {
    const queueIds = new Set(queues.map(({ id }) => id))
    const userIds = new Set(people.map(({ id }) => id))
    return new Map(
      rows.flatMap((row, at) => {
        const fault = faultOf(rows, at, { queueIds, userIds })
        return fault && (fault !== 'userGone' || arePeopleKnown) ? [[row.id, fault] as const] : []
      }),
    )
  }, [rows, queues, people, arePeopleKnown])
}

/** For a queue that is not stored yet. */
const NEW = -1

/** The bot with what is on the screen, and the state of a trial conversation. */
export function useBot(values: QueueValues, rows: Outline, names: Names, queue: QueueDetail | null) {
  const t = useText()
  const { company } = useUser()
  const [typed, setTyped] = useState<readonly string[]>([])
  const [isOpen, setOpen] = useState(true)
  const id = queue?.id ?? NEW
  const plainQueue = (one: Names['queues'][number]): BotQueue => ({
    id: one.id,
    name: one.name,
    greeting: one.greetingMessage,
    file: null,
    isOpen: true,
    outOfHours: '',
    repeats: true,
    options: [],
  })
  const connections = useQuery(connectionsQuery).data ?? []
  const greets = useSettings().find(({ key }) => key === 'sendGreetingMessageOneQueues')?.value
  const { setup, choice, note } = previewOf({
    queue: {
      id,
      name: names.ownName,
      greeting: values.greetingMessage ?? '',
      file: values.file === undefined ? (queue?.mediaName ?? null) : (values.file?.name ?? null),
      isOpen,
      outOfHours: values.outOfHoursMessage ?? '',
      repeats: values.resetChatbotMsg ?? true,
      isTaken: answering(values) !== 'option',
      options: botOptions(rows),
    },
    others: names.queues.map(plainQueue),
    connections,
    greetsAlone: greets === 'disabled' ? 'disabled' : 'enabled',
    language: languageOf(company.language),
  })
  const now = talk(setup, id, [t('bot.talk.hello'), ...(choice === null ? [] : [choice]), ...typed], Date.now())
  return {
    here: positionIn(now, id),
    phone: {
      talk: now,
      note,
      isOpen,
      onOpen: setOpen,
      onSay: (text: string) => setTyped([...typed, text]),
      onRestart: () => setTyped([]),
      queueName: (one: number | null) => names.queues.find((other) => other.id === one)?.name ?? names.ownName,
      personName: (one: number) => names.people.find((person) => person.id === one)?.name ?? '',
    },
  }
}

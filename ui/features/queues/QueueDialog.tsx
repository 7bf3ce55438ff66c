import './queues.css'
import '../../shared/theme/handset.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Blocks, BotOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { BotQueue } from '../../../src/features/bot/machine'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import type { AttendantsPool, QueueDetail } from '../../../src/queues/contract'
import { languageOf } from '../../../src/texts/languages'
import { FormDialog } from '../../shared/form/FormDialog'
import { HoursField } from '../../shared/form/HoursField'
import { useField } from '../../shared/form/useField'
import { type Form, useForm } from '../../shared/form/useForm'
import { VariablesField } from '../../shared/form/VariablesField'
import { outOfHoursNames } from '../../shared/form/variables'
import { useText } from '../../shared/i18n/useText'
import { Note } from '../../shared/kit/Note'
import { QueueChip } from '../../shared/kit/QueueChip'
import { Rich } from '../../shared/kit/Rich'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'
import { useUser } from '../../shared/session/useUser'
import { useSettings } from '../../shared/settings/useSettings'
import { placeOf, talk } from '../bot/talk/conversation'
import { previewOf } from '../bot/talk/preview'
import { TalkToBot } from '../bot/talk/TalkToBot'
import { botOptions, faultOf, isOnlyGone, isSameOutline, type Outline, outlineOf } from '../bot/tree/outline'
import { TreeEditor } from '../bot/tree/TreeEditor'
import { connectionsQuery, peopleQuery } from '../directory/api'
import { DistributionTab } from '../distribution/DistributionTab'
import { poolIfNone } from '../distribution/values'
import type { QueueParts } from './api'
import { AnswerField } from './dialog/AnswerField'
import { DataTab } from './dialog/DataTab'
import { PeopleTab } from './dialog/PeopleTab'
import { TypebotFields } from './dialog/TypebotFields'
import { type Saved, useSaveQueue } from './dialog/useSaveQueue'
import { answering, newValues, QueueValues, valuesOf } from './values'

type Props = {
  /** The queue to edit with its people and options; omitted for a new one. */
  edited?: { queue: QueueDetail; parts: QueueParts }
  queues: readonly QueueDetail[]
  onClose(): void
  onSaved?(queue: QueueDetail): void
}

const tabIds = ['data', 'bot', 'hours', 'people', 'distribution'] as const
type TabId = (typeof tabIds)[number]
/** The tab of each field; all others are in the first. */
const tabOfField: Readonly<Record<string, TabId>> = {
  hours: 'hours',
  userIds: 'people',
  attendantsPool: 'distribution',
}

/** Creates or edits a queue: its data, bot, hours and users are saved together. */
export function QueueDialog({ edited, queues, onClose, onSaved }: Props) {
  const t = useText()
  const [tab, setTab] = useState<TabId>('data')
  const [isJudged, judge] = useState(false)
  const [editing, edit] = useState<number | null>(null)
  const [token, setToken] = useState<string>()
  const [first] = useState(
    (): Saved =>
      edited
        ? {
            queue: edited.queue,
            values: valuesOf(edited.queue, edited.parts.userIds),
            rows: outlineOf(edited.parts.tree),
          }
        : { queue: null, values: newValues(queues), rows: [] },
  )
  const [rows, setRows] = useState<Outline>(first.rows)
  const { saved, save } = useSaveQueue(first)
  const form = useForm(QueueValues, first.values)
  const values = form.watch()
  const queue = saved.queue
  const others = queues.filter(({ id }) => id !== queue?.id)
  const people = useQuery(peopleQuery)
  const byQueue = useSettings().some(({ key, value }) => key === 'scheduleType' && value === 'queue')

  const names = {
    queues: others,
    people: people.data ?? [],
    ownName: values.name.trim() || t('queues.form.sample'),
  }
  const faults = useFaults(rows, names, people.data !== undefined)
  const barring = rows.filter((row) => {
    const fault = faults.get(row.id)
    return fault && !isOnlyGone(fault, row)
  })
  const shownFaults = new Map([...faults].filter(([id]) => id !== editing && (isJudged || id > 0)))

  async function submit(now: QueueValues) {
    const [wrong] = barring
    if (wrong) {
      judge(true)
      setTab('bot')
      edit(wrong.id)
      // The server would refuse it too, but could not show where.
      throw new ApiError(422, 'ERR_INVALID_INPUT', { message: t('bot.notSaved') })
    }
    const done = await save(now, rows, setRows)
    toast.success(t('queues.form.saved', { name: done.name }))
    onSaved?.(done)
    onClose()
  }
  const showFirstError = () => {
    const [field] = Object.keys(form.formState.errors)
    if (field) setTab(tabOfField[field] ?? 'data')
  }
  const errorsIn = (id: TabId) =>
    Object.keys(form.formState.errors).filter((field) => (tabOfField[field] ?? 'data') === id).length
  const bot = useBot(values, rows, names, queue)
  const isUnused = queue?.figures?.connections === 0 && rows.length > 0
  const phone = <TalkToBot {...bot.phone} />

  return (
    <FormDialog
      form={form}
      size="xl"
      title={
        <span className="flex items-center gap-2.5">
          {queue ? t('queues.form.editQueue') : t('queues.form.create')}
          {queue && <QueueChip queue={queue} />}
        </span>
      }
      action={queue ? t('common.save') : t('queues.form.createIt')}
      isChanged={!isSameOutline(rows, saved.rows)}
      onSave={submit}
      onInvalid={showFirstError}
      onClose={onClose}
    >
      <Tabs
        id="queue"
        className="queue-tabs"
        label={t('queues.form.tabs.label')}
        value={tab}
        onChange={setTab}
        tabs={tabIds
          .filter((id) => id !== 'hours' || byQueue)
          .map((id) => ({
            id,
            label: t(`queues.form.tabs.${id}`),
            count: id === 'people' ? (values.userIds?.length ?? 0) : undefined,
            errors: id === 'bot' ? shownFaults.size : errorsIn(id),
          }))}
      />
      <TabPanel id="queue" value={tab} className={tab === 'hours' || tab === 'people' ? 'split-scroll' : 'split'}>
        {tab === 'data' && (
          <>
            <DataTab form={form} queue={queue} others={others} token={token} onToken={setToken} />
            {phone}
          </>
        )}
        {tab === 'bot' && answering(values) !== 'option' && (
          <>
            <div className="dialog-body grid content-start gap-3">
              <AnswerField form={form} />
              {values.integrationId == null ? <TypebotFields form={form} /> : <Integrated />}
            </div>
            {phone}
          </>
        )}
        {tab === 'bot' && answering(values) === 'option' && (
          <>
            <TreeEditor
              rows={rows}
              onChange={setRows}
              greeting={values.greetingMessage ?? ''}
              onGreeting={(text) => form.setValue('greetingMessage', text, { shouldDirty: true })}
              greetingField={
                <VariablesField
                  form={form}
                  name="greetingMessage"
                  label={t('queues.form.greeting')}
                  max={AUTOMATIC_TEXT_LENGTH}
                  optional
                />
              }
              note={
                <>
                  <div className="px-5 pb-2 empty:hidden">
                    <AnswerField form={form} />
                  </div>
                  {isUnused && <Unused />}
                </>
              }
              names={names}
              faults={shownFaults}
              here={bot.here}
              editing={editing}
              onEdit={edit}
            />
            {phone}
          </>
        )}
        {tab === 'hours' && (
          <div className="dialog-body grid max-w-3xl gap-4">
            <HoursField form={form} name="hours" label={t('queues.form.hours')} isPerDay />
            <VariablesField
              form={form}
              name="outOfHoursMessage"
              label={t('queues.form.outOfHours')}
              names={outOfHoursNames}
              hint={t('queues.form.outOfHoursHint')}
              max={AUTOMATIC_TEXT_LENGTH}
              optional
            />
          </div>
        )}
        {tab === 'people' && <PeopleTab form={form} queueId={queue?.id} queues={queues} />}
        {tab === 'distribution' && <Distribution form={form} queueId={queue?.id} />}
      </TabPanel>
    </FormDialog>
  )
}

function Distribution({ form, queueId }: { form: Form<QueueValues, QueueValues>; queueId: number | undefined }) {
  const { value, onChange } = useField<AttendantsPool | undefined, QueueValues, QueueValues>(form, 'attendantsPool')
  const wrong = form.formState.errors.attendantsPool
  return <DistributionTab pool={value ?? poolIfNone} onChange={onChange} wrong={wrong} queueId={queueId} />
}

type Names = {
  readonly queues: readonly Pick<QueueDetail, 'id' | 'name' | 'greetingMessage'>[]
  readonly people: readonly { readonly id: number; readonly name: string }[]
  readonly ownName: string
}

/** Errors by row. Users count as deleted only once the users have loaded. */
function useFaults(rows: Outline, { queues, people }: Names, arePeopleKnown: boolean) {
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

/** Its options wait until the integration leaves. */
function Integrated() {
  const t = useText()
  return (
    <Note
      tone="info"
      icon={<Blocks />}
      action={
        <Link to="/integrations" className="link whitespace-nowrap">
          {t('queues.form.toIntegrations')}
        </Link>
      }
    >
      {t('queues.form.integrated')}
    </Note>
  )
}

/** No connection uses it, so its bot is never used. */
function Unused() {
  const t = useText()
  return (
    <Note
      icon={<BotOff />}
      className="mx-5 mb-2"
      action={
        <Link to="/connections" className="link whitespace-nowrap">
          {t('queues.toConnections')}
        </Link>
      }
    >
      <Rich text={t('queues.unusedText')} />
    </Note>
  )
}

/** For a queue that is not stored yet. */
const NEW = -1

/** The bot with what is on the screen, and the state of a trial conversation. */
function useBot(values: QueueValues, rows: Outline, names: Names, queue: QueueDetail | null) {
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
    here: placeOf(now, id),
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

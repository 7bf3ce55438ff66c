import './queues.css'
import '../../shared/theme/handset.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import type { AttendantsPool, Escalation, QueueDetail } from '../../../src/queues/contract'
import { FormDialog } from '../../shared/form/FormDialog'
import { HoursField } from '../../shared/form/HoursField'
import { useField } from '../../shared/form/useField'
import { type Form, useForm } from '../../shared/form/useForm'
import { VariablesField } from '../../shared/form/VariablesField'
import { outOfHoursNames } from '../../shared/form/variables'
import { useText } from '../../shared/i18n/useText'
import { QueueChip } from '../../shared/kit/QueueChip'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'
import { useSettings } from '../../shared/settings/useSettings'
import { TalkToBot } from '../bot/talk/TalkToBot'
import { isOnlyGone, isSameOutline, type Outline, outlineOf } from '../bot/tree/outline'
import { peopleQuery } from '../directory/api'
import { DistributionTab } from '../distribution/DistributionTab'
import { poolIfNone } from '../distribution/values'
import { EscalationTab } from '../escalation/EscalationTab'
import type { QueueParts } from './api'
import { BotTab } from './dialog/BotTab'
import { DataTab } from './dialog/DataTab'
import { PeopleTab } from './dialog/PeopleTab'
import { useBot, useFaults } from './dialog/useBot'
import { type SavedQueue, useSaveQueue } from './dialog/useSaveQueue'
import { newValues, QueueValues, valuesOf } from './values'

type Props = {
  /** The queue to edit with its people and options; omitted for a new one. */
  edited?: { queue: QueueDetail; parts: QueueParts }
  queues: readonly QueueDetail[]
  onClose(): void
  onSaved?(queue: QueueDetail): void
}

const tabIds = ['data', 'bot', 'hours', 'people', 'distribution', 'escalation'] as const
type TabId = (typeof tabIds)[number]
/** The tab of each field; all others are in the first. */
const tabOfField: Readonly<Record<string, TabId>> = {
  hours: 'hours',
  userIds: 'people',
  attendantsPool: 'distribution',
  escalation: 'escalation',
}

/** Creates or edits a queue: its data, bot, hours and users are saved together. */
export function QueueDialog({ edited, queues, onClose, onSaved }: Props) {
  const t = useText()
  const [tab, setTab] = useState<TabId>('data')
  const [isJudged, setJudged] = useState(false)
  const [editing, setEditing] = useState<number | null>(null)
  const [token, setToken] = useState<string>()
  const [first] = useState(
    (): SavedQueue =>
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
      setJudged(true)
      setTab('bot')
      setEditing(wrong.id)
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
        className="flex-none px-5"
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
      <TabPanel
        id="queue"
        value={tab}
        className={['hours', 'people', 'escalation'].includes(tab) ? 'split-scroll' : 'split'}
      >
        {tab === 'data' && (
          <>
            <DataTab form={form} queue={queue} others={others} token={token} onToken={setToken} />
            {phone}
          </>
        )}
        {tab === 'bot' && (
          <>
            <BotTab
              form={form}
              rows={rows}
              onRows={setRows}
              names={names}
              faults={shownFaults}
              here={bot.here}
              editing={editing}
              onEdit={setEditing}
              isUnused={queue?.figures?.connections === 0 && rows.length > 0}
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
        {tab === 'escalation' && <Ladder form={form} />}
      </TabPanel>
    </FormDialog>
  )
}

function Distribution({ form, queueId }: { form: Form<QueueValues, QueueValues>; queueId: number | undefined }) {
  const { value, onChange } = useField<AttendantsPool | undefined, QueueValues, QueueValues>(form, 'attendantsPool')
  const wrong = form.formState.errors.attendantsPool
  return <DistributionTab pool={value ?? poolIfNone} onChange={onChange} wrong={wrong} queueId={queueId} />
}

function Ladder({ form }: { form: Form<QueueValues, QueueValues> }) {
  const { value, onChange } = useField<Escalation | null | undefined, QueueValues, QueueValues>(form, 'escalation')
  return <EscalationTab value={value ?? null} onChange={onChange} />
}

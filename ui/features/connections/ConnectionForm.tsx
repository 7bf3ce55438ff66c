import { useQuery } from '@tanstack/react-query'
import { BotOff, ChevronRight } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { can } from '../../../src/channels/acts'
import {
  type ConnectionSummary,
  FASTEST_PACE,
  LONGEST_CHOICE,
  LONGEST_EXPIRY,
  MOST_REPEATS,
} from '../../../src/channels/connections/contract'
import { hasFeature } from '../../../src/tenancy/contract'
import { CountField } from '../../shared/form/CountField'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog, type FormTab } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { PickField } from '../../shared/form/PickField'
import { SelectField } from '../../shared/form/SelectField'
import { ToggleField } from '../../shared/form/ToggleField'
import { TokenField } from '../../shared/form/TokenField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Note } from '../../shared/kit/Note'
import { QueueChip } from '../../shared/kit/QueueChip'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { useCrud } from '../../shared/live/useCrud'
import { useMay, useUser } from '../../shared/session/useUser'
import { useSettings } from '../../shared/settings/useSettings'
import { connections, queuesQuery } from '../directory/api'
import { ConnectionAccess } from '../directory/ConnectionAccess'
import { renewToken, saveGreetingFile } from './api'
import { type ConnectionFormState, type ConnectionValues, formSchema, formValues } from './formSchema'
import { ImportFields } from './ImportFields'
import { ImportProgress } from './ImportProgress'
import { MessageFields } from './MessageFields'
import { MetaAccessFields } from './official/MetaAccessFields'
import { isBotSilent } from './spec'

type Props = {
  /** The connection to edit; omitted for a new one. */
  connection?: ConnectionSummary
  /** The first connection is always the default. */
  isFirst: boolean
  /** The company's queues: the only one is preselected for a new connection. */
  queues: readonly { readonly id: number }[]
  /** Its access to Meta has to be renewed: that tab comes first. */
  isRenewing?: boolean
  onClose(): void
  onCreated?(connection: ConnectionSummary): void
}

/** Creates or edits a connection. After creation the QR code follows. */
export function ConnectionForm({ connection, isFirst, queues, isRenewing = false, onClose, onCreated }: Props) {
  const t = useText()
  const may = useMay()
  const hasApi = hasFeature(useUser().company.features, 'useExternalApi')
  const { create, update } = useCrud(connections)
  const [token, setToken] = useState<string>()
  /** The field for which a queue is being created. */
  const [queueFor, setQueueFor] = useState<'queueIds' | 'queueIdImportMessages' | null>(null)
  const [schema] = useState(() => formSchema(connection))
  const [before] = useState(() => formValues(connection, isFirst, queues))
  const form = useForm(schema, { ...before, file: undefined })
  const isRestricted = useSettings().some(({ key, value }) => key === 'restrictedChannels' && value === 'enabled')
  /** Set when the connection was created but its file refused: a retry updates it. */
  const made = useRef(connection)

  async function save({ file, ...values }: ConnectionValues) {
    const known = made.current
    const saved = known
      ? await update(known.id, withoutEmptySecrets(known === connection ? changesOf(before, values) : values))
      : await create(withoutEmptySecrets(values))
    made.current = saved
    if (file !== undefined && (file !== null || saved.greetingMediaAttachment)) await saveGreetingFile(saved.id, file)
    if (onCreated) return onCreated(saved)
    toast.success(t('connections.form.saved', { name: saved.name }))
    onClose()
  }

  // There must be a default: it changes by choosing another, and cannot be switched off.
  const locked = isFirst || (connection?.isDefault ?? false)
  const tabs: FormTab<ConnectionValues>[] = [
    {
      id: 'data',
      label: t('connections.tab.data'),
      fields: [
        'name',
        'queueIds',
        'enableQueueChatbot',
        'joinsAnswers',
        'maxUseBotQueues',
        'timeSendQueue',
        'sendIdQueue',
        'isDefault',
        'expiresTicket',
        'messagesPerMinute',
      ],
      content: (
        <div className="grid gap-4">
          <FormField
            form={form}
            name="name"
            label={t('common.field.name')}
            hint={t('connections.form.nameHint')}
            autoComplete="off"
            autoFocus
          />
          <QueueFields form={form} onCreateQueue={() => setQueueFor('queueIds')} />
          <Advanced form={form}>
            <ToggleField
              form={form}
              name="isDefault"
              label={t('connections.form.default')}
              hint={connection?.isDefault ? t('connections.form.defaultLocked') : t('connections.form.defaultHint')}
              disabled={locked}
            />
            <ToggleField
              form={form}
              name="joinsAnswers"
              label={t('connections.form.joins')}
              hint={t('connections.form.joinsHint')}
            />
            <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
              <CountField
                form={form}
                name="maxUseBotQueues"
                label={t('connections.form.repeats')}
                hint={t('connections.form.repeatsHint')}
                max={MOST_REPEATS}
              />
              <CountField
                form={form}
                name="expiresTicket"
                label={t('connections.form.idle')}
                hint={t('connections.form.idleHint')}
                max={LONGEST_EXPIRY}
              />
              <CountField
                form={form}
                name="messagesPerMinute"
                label={t('connections.form.pace')}
                hint={t('connections.form.paceHint')}
                max={FASTEST_PACE}
              />
            </div>
            {hasApi && connection && (
              <TokenField
                name={connection.name}
                hint={t('connections.tokenHint')}
                hasToken={connection.hasToken}
                token={token}
                make={() => renewToken(connection.id)}
                onMade={setToken}
              />
            )}
          </Advanced>
        </div>
      ),
    },
    {
      id: 'messages',
      label: t('connections.tab.messages'),
      fields: ['greetingMessage', 'file', 'complationMessage', 'outOfHoursMessage', 'ratingMessage'],
      content: <MessageFields form={form} stored={connection?.greetingMediaAttachment ?? null} />,
    },
  ]
  if (!connection || can(connection.channel, 'phone'))
    tabs.push({
      id: 'import',
      label: t('connections.tab.import'),
      fields: ['importDateStartMessages', 'importDateEndMessages', 'queueIdImportMessages'],
      content: (
        <div className="grid gap-4">
          <ImportFields form={form} onCreateQueue={() => setQueueFor('queueIdImportMessages')} />
          {connection && <ImportProgress connection={connection} />}
        </div>
      ),
    })
  if (connection?.channel === 'whatsapp_cloud')
    tabs.splice(isRenewing ? 0 : tabs.length, 0, {
      id: 'meta',
      label: t('connections.tab.meta'),
      fields: ['accessToken', 'appSecret'],
      content: <MetaAccessFields form={form} connection={connection} />,
    })
  if (connection && isRestricted && may('user-modal:connectionAccess'))
    tabs.push({
      id: 'access',
      label: t('connections.tab.access'),
      fields: [],
      content: <ConnectionAccess connectionId={connection.id} />,
    })

  return (
    <>
      <FormDialog
        form={form}
        title={connection ? t('common.row.edit', { name: connection.name }) : t('connections.form.create')}
        size="lg"
        action={connection ? t('common.save') : t('connections.form.createAndConnect')}
        onSave={save}
        onClose={onClose}
        tabs={tabs}
      />
      {queueFor && (
        <Suspense>
          <QueueDialog
            queues={[]}
            onClose={() => setQueueFor(null)}
            onSaved={({ id }) =>
              form.setValue(queueFor, queueFor === 'queueIds' ? [id] : id, { shouldDirty: true, shouldValidate: true })
            }
          />
        </Suspense>
      )}
    </>
  )
}

/** Only those that were typed are sent. */
function withoutEmptySecrets<T extends Pick<ConnectionValues, 'accessToken' | 'appSecret'>>(values: T): T {
  const { accessToken, appSecret, ...rest } = values
  return { ...rest, ...(accessToken && { accessToken }), ...(appSecret && { appSecret }) } as T // both are optional
}

/** Fields that a new connection can leave as they are. */
const advanced = ['isDefault', 'maxUseBotQueues', 'expiresTicket', 'messagesPerMinute'] as const

/** Folded, unless one of its fields has an error. */
function Advanced({ form, children }: { form: ConnectionFormState; children: ReactNode }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { errors } = form.formState
  const isShown = isOpen || advanced.some((name) => errors[name])
  return (
    <div className="grid gap-4">
      <button
        type="button"
        className="fold-more"
        aria-expanded={isShown}
        // The field that has the focus keeps it: its error would move this button from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!isShown)}
      >
        <ChevronRight />
        {t('connections.form.more')}
      </button>
      {isShown && children}
    </div>
  )
}

const QueueDialog = lazyPart(() => import('../queues/QueueDialog').then((file) => file.QueueDialog))

/** Queues of new tickets, and the bot that asks for a queue when there are several. */
function QueueFields({ form, onCreateQueue }: { form: ConnectionFormState; onCreateQueue(): void }) {
  const t = useText()
  const queues = useQuery(queuesQuery)
  const [queueIds = [], hasBot = false, minutes = 0] = useWatch({
    control: form.control,
    name: ['queueIds', 'enableQueueChatbot', 'timeSendQueue'],
  })
  const isAsked = hasBot && queueIds.length > 1
  const hasNone = queues.data?.length === 0
  const create = (
    <Button size="sm" onClick={onCreateQueue}>
      {t('connections.form.makeQueue')}
    </Button>
  )
  return (
    <div className="grid gap-4">
      {!hasNone && (
        <PickField
          form={form}
          name="queueIds"
          label={t('common.field.queues')}
          hint={t('connections.form.queuesHint')}
          options={queues}
          show={(queue) => <QueueChip queue={queue} />}
        />
      )}
      {isBotSilent({ enableQueueChatbot: hasBot, queueIds }) && queues.data && (
        <Note icon={<BotOff />} role="status" action={hasNone && create}>
          {t(hasNone ? 'connections.form.silentNoQueues' : 'connections.form.silent')}
        </Note>
      )}
      {hasNone && !hasBot && (
        <p className="flex items-center gap-3 text-sm text-muted">
          {t('connections.form.noQueues')} {create}
        </p>
      )}
      <ToggleField
        form={form}
        name="enableQueueChatbot"
        label={t('connections.form.bot')}
        hint={t('connections.form.botHint')}
      />
      {(isAsked || minutes > 0) && (
        <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
          <CountField
            form={form}
            name="timeSendQueue"
            label={t('connections.form.redirectAfter')}
            hint={t('connections.form.redirectHint')}
            max={LONGEST_CHOICE}
          />
          <SelectField
            form={form}
            name="sendIdQueue"
            label={t('connections.form.redirectTo')}
            none={t('connections.import.chooseQueue')}
            options={(queues.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            optional={minutes === 0}
          />
        </div>
      )}
    </div>
  )
}

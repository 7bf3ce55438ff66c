import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorText } from '../../../shared/errorText'
import { useField } from '../../../shared/form/useField'
import type { Form } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { Field } from '../../../shared/kit/Field'
import { typebotsQuery, workspacesQuery } from '../api'
import type { QueueValues } from '../values'

type Props = { readonly form: Form<QueueValues, QueueValues> }
type Choice = { readonly id: string; readonly name: string; readonly isPublished?: boolean }

/** Chooses a bot of the Typebot that the settings name: its workspace, then the bot. */
export function TypebotFields({ form }: Props) {
  const t = useText()
  const workspace = useField<string | undefined, QueueValues, QueueValues>(form, 'workspaceTypebot')
  const bot = useField<string | undefined, QueueValues, QueueValues>(form, 'typebotId')
  const workspaces = useQuery(workspacesQuery)
  const bots = useQuery({ ...typebotsQuery(workspace.value ?? ''), enabled: (workspace.value ?? '') !== '' })
  const failure = workspaces.error ?? bots.error
  return (
    <>
      {failure && (
        <>
          <ErrorNote>{errorText(t, failure)}</ErrorNote>
          <Link to="/settings" search={{ tab: 'integrations' }} className="link">
            {t('queues.form.typebot.settings')}
          </Link>
        </>
      )}
      <Picker
        label={t('queues.form.typebot.workspace')}
        value={workspace.value ?? ''}
        choices={workspaces.data?.workspaces}
        onChange={(id) => {
          workspace.onChange(id)
          bot.onChange('')
        }}
      />
      <Picker
        label={t('queues.form.typebot.bot')}
        hint={t('queues.form.typebot.hint')}
        error={bot.error}
        value={bot.value ?? ''}
        choices={workspace.value ? bots.data?.typebots : []}
        onChange={bot.onChange}
      />
    </>
  )
}

type PickerProps = {
  readonly label: string
  readonly hint?: string
  readonly error?: React.ReactNode
  readonly value: string
  /** Undefined while they load. */
  readonly choices: readonly Choice[] | undefined
  onChange(id: string): void
}

/** Keeps showing a stored id that is not among the choices. */
function Picker({ label, value, choices, onChange, hint, error }: PickerProps) {
  const t = useText()
  const isKnown = value === '' || choices?.some(({ id }) => id === value)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={value}
          disabled={choices === undefined}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{t('queues.form.typebot.choose')}</option>
          {!isKnown && <option value={value}>{value}</option>}
          {choices?.map(({ id, name, isPublished }) => (
            <option key={id} value={id} disabled={isPublished === false}>
              {isPublished === false ? t('queues.form.typebot.draft', { name }) : name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

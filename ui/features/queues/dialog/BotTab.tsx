import { Link } from '@tanstack/react-router'
import { Blocks, BotOff } from 'lucide-react'
import { AUTOMATIC_TEXT_LENGTH } from '../../../../src/platform/formats'
import type { Form } from '../../../shared/form/useForm'
import { VariablesField } from '../../../shared/form/VariablesField'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { Rich } from '../../../shared/kit/Rich'
import type { Outline, RowFault } from '../../bot/tree/outline'
import { TreeEditor } from '../../bot/tree/TreeEditor'
import { answering, type QueueValues } from '../values'
import { AnswerField } from './AnswerField'
import { TypebotFields } from './TypebotFields'
import type { Names } from './useBot'

type Props = {
  form: Form<QueueValues, QueueValues>
  rows: Outline
  onRows(rows: Outline): void
  names: Names
  faults: ReadonlyMap<number, RowFault>
  /** The current option of the trial conversation. */
  here: number | null | undefined
  editing: number | null
  onEdit(id: number | null): void
  /** No connection uses the queue, so its bot is never used. */
  isUnused: boolean
}

/** Who answers first: nobody, an integration, or the bot with its options. */
export function BotTab({ form, ...tree }: Props) {
  const values = form.watch()
  if (answering(values) === 'option') return <Options form={form} {...tree} greeting={values.greetingMessage ?? ''} />
  return (
    <div className="dialog-body grid content-start gap-3">
      <AnswerField form={form} />
      {values.integrationId == null ? <TypebotFields form={form} /> : <Integrated />}
    </div>
  )
}

function Options({ form, rows, onRows, greeting, isUnused, ...tree }: Props & { greeting: string }) {
  const t = useText()
  return (
    <TreeEditor
      rows={rows}
      onChange={onRows}
      greeting={greeting}
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
      {...tree}
    />
  )
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
